/** The version that runs, and the parts of the service that say whether it works. */
import type { RequestCounters } from '../storage/table.ts';

/** The version and the commit that run. */
export interface Build {
  readonly version: string;
  /** Missing where the service was not made from a repository. */
  readonly commit?: string;
}

/** The parts of the service, asked whether they work. One that does not throws within seconds. */
export interface SelfCheck {
  /** A sentence for each setting or key that cannot work; it quotes no value. */
  settings(): Promise<readonly string[]>;
  /** `RequestCounters.add`: a write to the table. */
  readonly count: RequestCounters['add'];
  documents(): Promise<void>;
  queue(): Promise<void>;
}

declare const BUILD: Build | undefined;

export const build: Build = typeof BUILD === 'undefined' ? { version: '0.0.0-dev' } : BUILD;
