/** How far a partner has come with an order. */
import type { ToldScan } from './scans.ts';

/** The partner's progress in words that fit every product; it only moves forward. */
export const stages = ['accepted', 'in_progress', 'dispatched', 'completed'] as const;

export type Stage = (typeof stages)[number];

export interface Tracking {
  readonly number: string;
  readonly url?: string;
  readonly carrier?: string;
}

export interface Progress {
  readonly stage: Stage;
  readonly tracking?: Tracking;
  /** Explicit evidence from the carrier, never an inference from `completed`. */
  readonly delivered?: boolean;
  /** The carrier brings it back to its sender. */
  readonly returned?: boolean;
  /** The scans that the partner tells of now. None of them proves a delivery. */
  readonly scans?: readonly ToldScan[] | undefined;
  /** Nothing more will be heard of this order. */
  readonly final?: boolean;
  /** When the partner has announced its next news, Unix ms. */
  readonly newsAt?: number;
}

export interface PartnerOrder extends Progress {
  /** The partner's own id. */
  readonly id: string;
}
