/** The running version, and the shape of the self-check. */
import type { RequestCounters } from '../storage/table.ts';

/** The running version and its commit. */
export interface Build {
  readonly version: string;
  /** Missing if the service was not built from a repository. */
  readonly commit?: string;
}

/** Checks the parts of the service. The check of a part that does not work throws within seconds. */
export interface SelfCheck {
  /** A sentence for each setting or key that cannot work. It never quotes a value. */
  settings(): Promise<readonly string[]>;
  /** `RequestCounters.add`: a write to the table. */
  readonly count: RequestCounters['add'];
  documents(): Promise<void>;
  queue(): Promise<void>;
}

declare const BUILD: Build | undefined;

export const build: Build = typeof BUILD === 'undefined' ? { version: '0.0.0-dev' } : BUILD;
