/** The nightly audit's memory. */
import type { Stored } from '../core/stored.ts';

/** One day's audit: what was told of it, and what was done after it. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** Each difference that was an alarm, in words of our own. */
  readonly told: readonly string[];
  /** The number of differences that the last call has found. */
  readonly total: number;
  /** All books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** Somebody was told that not all of it can be compared, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** The metric of the day was measured, and the sweep after it was made, Unix ms. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

/** The fingerprint of a text of our own: another one tells of another key. */
export interface FingerprintNote extends Stored {
  readonly owner: string;
}
