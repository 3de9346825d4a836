/** How far an order has come at the partner and the carrier. */

/** The partner's progress in words that fit every product; it only moves forward. */
export const stages = ['accepted', 'in_progress', 'dispatched', 'completed'] as const;

export type Stage = (typeof stages)[number];

export interface Progress {
  readonly stage: Stage;
  readonly tracking?: { readonly number: string; readonly url?: string; readonly carrier?: string };
  /** Explicit evidence from the carrier, never inferred from `completed`. */
  readonly delivered?: boolean;
  /** The carrier returns it to the sender. */
  readonly returned?: boolean;
  /** The scans in this report. None of them proves a delivery. */
  readonly scans?: readonly ReportedScan[] | undefined;
  /** There will be no more news of this order. */
  readonly final?: boolean;
  /** When the partner's next news is due, as it announced, Unix ms. */
  readonly newsAt?: number;
}

export interface PartnerOrder extends Progress {
  /** The partner's own id. */
  readonly id: string;
}

/** `issue`: the carrier could not deliver it, and does not say why. */
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

/** A scan as a partner reports it. A time without a time zone is left out, because it could be several moments. */
export interface ReportedScan {
  readonly code: ScanCode;
  /** Unix ms. */
  readonly at?: number | undefined;
  /** The ZIP code of the carrier's facility. */
  readonly place?: string | undefined;
}

export interface CarrierScan extends ReportedScan {
  readonly at: number;
  /** The partner gave no time: `at` is when we heard of it. */
  readonly isHeard?: true;
}

/** All scans by time, each once, with its moment if any report has one. Without a moment, the same code and place is the same scan. */
export function withScans(
  stored: readonly CarrierScan[] = [],
  reported: readonly ReportedScan[] = [],
  now: number,
): readonly CarrierScan[] | undefined {
  const day = 24 * 60 * 60_000;
  const all = [...stored];
  for (const { code, at, place } of reported) {
    // Nothing was scanned tomorrow, or before the oldest job that is still kept.
    const isPossible = at !== undefined && at <= now + day && at >= now - 400 * day;
    const scan: CarrierScan = isPossible ? { code, at, place } : { code, at: now, place, isHeard: true };
    const same = all.filter((each) => each.code === code && each.place === place);
    if (same.some((each) => scan.isHeard || each.at === scan.at)) continue;
    // The moment of the scan replaces the one when we heard of it.
    const heard = same.find((each) => each.isHeard);
    all.splice(heard === undefined ? all.length : all.indexOf(heard), 1, scan);
  }
  if (all.length === 0) return undefined;
  // A real envelope has fewer; the limit bounds how much a partner can make a job hold.
  return all.sort((one, other) => one.at - other.at).slice(-40);
}

/** Whether a report has a scan, or the moment of one, that is not stored yet. `now`: Unix ms. */
export const hasNewScan = (
  stored: readonly CarrierScan[] | undefined,
  reported: readonly ReportedScan[] | undefined,
  now: number,
) => withScans(stored, reported, now)?.some((scan) => !stored?.includes(scan)) ?? false;

/** Whether the recipient can still pick it up: it waits at the post office, or could not be delivered. */
export const isWaiting = ({ code }: ReportedScan): boolean => code === 'pickup_available' || code === 'issue';
