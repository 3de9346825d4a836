/** All that a restore asks of AWS and of this machine. Tests put a double in its place, and end it at each step. */
import type { FoundTable } from '../../table-shape.ts';
import type { StackSeen } from '../stack.ts';

/** A function that knows the table. */
export interface FoundFunction {
  readonly name: string;
  readonly arn: string;
  readonly table: string;
  /** Its reserved concurrency; missing if none is reserved. */
  readonly reserved: number | undefined;
  /** The reserved concurrency before a restore stopped it, or `none`; missing unless one has. */
  readonly before: string | undefined;
}

/** A table and the time between which each second of it can be restored, Unix ms. */
export interface HistoricTable extends FoundTable {
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
}

export interface RestoreWorld {
  stack(): Promise<StackSeen>;
  functions(): Promise<readonly FoundFunction[]>;
  /** `undefined` if there is none. */
  table(name: string): Promise<HistoricTable | undefined>;
  restoreTable(from: string, to: string, second: Date): Promise<void>;
  /** Gives a table what AWS does not restore, as far as it lacks it; `like`: the table whose tags it gets. */
  mend(name: string, like: string): Promise<void>;
  /** Lets nobody delete it by a mistake. */
  protect(name: string): Promise<void>;
  /** Notes with the function what was reserved for it before. */
  note(arn: string, before: string): Promise<void>;
  forget(arn: string): Promise<void>;
  reserve(name: string, concurrency: number): Promise<void>;
  unreserve(name: string): Promise<void>;
  /** `npx cdk deploy`, with these words. */
  deploy(words: readonly string[]): Promise<void>;
  audit(day: string): Promise<{ readonly says: string; readonly balanced: boolean }>;
  /** Unix ms. */
  now(): number;
  pause(): Promise<unknown>;
  print(line: string): void;
}
