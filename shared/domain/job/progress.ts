/** How far a partner has come with an order. */

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
  /** The scans that the partner reports now. None of them proves a delivery. */
  readonly scans?: readonly ReportedScan[] | undefined;
  /** Nothing more will be heard of this order. */
  readonly final?: boolean;
  /** When the partner has announced its next news, Unix ms. */
  readonly newsAt?: number;
}

export interface PartnerOrder extends Progress {
  /** The partner's own id. */
  readonly id: string;
}

/** `issue`: the carrier could not hand it over, and says no more. */
export const scanCodes = [
  'entered',
  'in_local_area',
  'out_for_delivery',
  'pickup_available',
  'issue',
  'rerouted',
  'returned',
] as const;

export type ScanCode = (typeof scanCodes)[number];

/** As a partner reports it. A time without a time zone is left out, because it could be many moments. */
export interface ReportedScan {
  readonly code: ScanCode;
  /** Unix ms. */
  readonly at?: number | undefined;
  /** The ZIP code of the carrier's facility. */
  readonly place?: string | undefined;
}

export interface CarrierScan extends ReportedScan {
  readonly at: number;
  /** The partner gave no time: `at` is when this service heard of it. */
  readonly isHeard?: true;
}

/** A real envelope has fewer; the limit bounds what a partner can make a job hold. */
const mostScans = 40;

const day = 24 * 60 * 60_000;

/** Nothing was scanned tomorrow, or before any job that is still kept. */
const isPossible = (at: number | undefined, now: number): at is number =>
  at !== undefined && at <= now + day && at >= now - 400 * day;

const isSame = (one: ReportedScan, other: ReportedScan): boolean =>
  one.code === other.code && one.place === other.place;

/** All scans by time, each once, with its moment if any word of it has one. One without is another only at another place. */
export function withScans(
  stored: readonly CarrierScan[] = [],
  reported: readonly ReportedScan[] = [],
  now: number,
): readonly CarrierScan[] | undefined {
  const all = [...stored];
  for (const { code, at, place } of reported) {
    const scan: CarrierScan = isPossible(at, now) ? { code, at, place } : { code, at: now, place, isHeard: true };
    const same = all.filter((each) => isSame(each, scan));
    if (same.some((each) => scan.isHeard || each.at === scan.at)) continue;
    // The moment of the scan takes the place of the one at which it was heard of.
    const heard = same.find((each) => each.isHeard);
    all.splice(heard === undefined ? all.length : all.indexOf(heard), 1, scan);
  }
  if (all.length === 0) return undefined;
  return all.sort((one, other) => one.at - other.at).slice(0, mostScans);
}

/** Whether they tell of a scan, or of its moment, that is not known. `now`: Unix ms. */
export const hasNewScan = (
  stored: readonly CarrierScan[] | undefined,
  reported: readonly ReportedScan[] | undefined,
  now: number,
) => withScans(stored, reported, now)?.some((scan) => !stored?.includes(scan)) ?? false;

/** It can still be taken: it waits at the post office, or could not be delivered. */
export const isWaiting = ({ code }: ReportedScan): boolean => code === 'pickup_available' || code === 'issue';
