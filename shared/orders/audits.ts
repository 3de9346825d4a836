/** The nightly audit's memory. */
import type { Stored } from '../domain/stored.ts';

/** One day's audit: the alarms it raised, and what followed. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The differences that raised an alarm, each as `wordsOf` writes it. */
  readonly raised: readonly string[];
  /** The number of differences that the last call has found. */
  readonly total: number;
  /** All books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** An alarm said that part of it cannot be compared, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** The metric of the day was measured, and the sweep after it was made, Unix ms. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

/** The fingerprint of a fixed text. It changes when the key does. */
export interface FingerprintNote extends Stored {
  readonly owner: string;
}
