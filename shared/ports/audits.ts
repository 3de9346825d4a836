/** The nightly audit's memory. */
import type { Stored } from '../core/stored.ts';

/** A difference that an audit found. `kind` is one of those in `operations/audit-rules.ts`. */
export interface AuditDifference {
  readonly kind: string;
  readonly job_id: string;
  readonly payment_id?: string;
  readonly partner_id?: string;
}

/** One day's audit as far as it has come. Cursors and findings are one item, so that a crash separates none of them. */
export interface AuditRun extends Stored {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The day is compared for the first time, or once more. */
  readonly round: number;
  /** When this round began, Unix ms. */
  readonly startedAt: number;
  /** Somebody is at work on it until then, Unix ms. */
  readonly leaseUntil: number;
  /** By the part's name. A part that is missing has not begun. */
  readonly parts: Readonly<Record<string, AuditPart>>;
  readonly counts: Readonly<Record<string, number>>;
  /** The number of all differences; `differences` holds the first of them. */
  readonly total: number;
  readonly differences: readonly AuditDifference[];
  /** The number of this round's notes. */
  readonly notes: number;
  /** All books were compared, Unix ms. */
  readonly endedAt?: number | undefined;
  /** All was compared but books that cannot be read, and somebody was told so, Unix ms. */
  readonly stoppedAt?: number | undefined;
  /** The metric of the day was measured, and the sweep after it was made, Unix ms. Both once for all rounds. */
  readonly measuredAt?: number | undefined;
  readonly sweptAt?: number | undefined;
}

export interface AuditPart {
  /** The cursor of the next page. */
  readonly after?: string | undefined;
  readonly isDone?: boolean;
  /** How often it could not be read since its last page. */
  readonly failures: number;
}

/** The ids that an audit has met since its note before, packed, by list and shard. */
export interface AuditNote extends Stored {
  readonly met: Readonly<Record<string, string>>;
}
