/** The authority that stamps the heads of the log, and receipts (RFC 3161). */
import type { Stamped } from '../core/receipt/time-stamp.ts';

/** A time stamp: its facts, and the answer of the authority that proves them (RFC 3161). */
export interface TimeStamp extends Stamped {
  readonly answer: Uint8Array;
}

export interface TimeStamps {
  /** The authority's answer for the SHA-256 of these bytes. Throws if it gives none that is sound, within `mostMs`. */
  stamp(bytes: Uint8Array<ArrayBuffer>, mostMs?: number): Promise<TimeStamp>;
}
