/** The progress of an order at the partner and the carrier. */
import { lifetimesMs } from '../times.ts';

/** The stages of an order, in words that fit every product. An order only moves forward. */
export const stages = ['accepted', 'in_progress', 'dispatched', 'completed'] as const;
export type Stage = (typeof stages)[number];

export interface Progress {
  readonly stage: Stage;
  readonly tracking?: { readonly number: string; readonly url?: string; readonly carrier?: string };
  /** Only if the carrier explicitly reports it: never inferred from `completed`. */
  readonly delivered?: boolean;
  /** The carrier is returning it to the sender. */
  readonly returned?: boolean;
  /** The scans in this report. None of them proves a delivery. */
  readonly scans?: readonly ReportedScan[] | undefined;
  /** The partner will report nothing more about this order. */
  readonly final?: boolean;
  /** When the partner will have news, Unix ms, if it announced a time. */
  readonly newsAt?: number;
}

export interface PartnerOrder extends Progress {
  /** The partner's own id. */
  readonly id: string;
}

/** `issue`: the carrier couldn't deliver it and doesn't say why. */
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

/** A scan as a partner reports it. `at` is missing if the partner gives no time, or a time without a time zone. */
export interface ReportedScan {
  readonly code: ScanCode;
  /** Unix ms. */
  readonly at?: number | undefined;
  /** The ZIP code of the carrier's facility. */
  readonly place?: string | undefined;
}

export interface CarrierScan extends ReportedScan {
  readonly at: number;
  /** The partner gave no time: `at` is when we learned of the scan. */
  readonly isTimeUnknown?: true;
}

/** All scans by time, each once. A report without a time is of the same scan as one with the same code and place. */
export function withScans(
  stored: readonly CarrierScan[] = [],
  reported: readonly ReportedScan[] = [],
  now: number,
): readonly CarrierScan[] | undefined {
  const all = [...stored];
  for (const { code, at, place } of reported) {
    // A time is wrong if it is more than a day ahead, or before the oldest stored job.
    const isPossible = at !== undefined && at <= now + 24 * 60 * 60_000 && at >= now - lifetimesMs.job;
    const scan: CarrierScan = isPossible ? { code, at, place } : { code, at: now, place, isTimeUnknown: true };
    const same = all.filter((each) => each.code === code && each.place === place);
    if (same.some((each) => scan.isTimeUnknown || each.at === scan.at)) continue;
    // The real time of a scan replaces the time at which we learned of the scan.
    const untimed = same.find((each) => each.isTimeUnknown);
    all.splice(untimed === undefined ? all.length : all.indexOf(untimed), 1, scan);
  }
  if (all.length === 0) return undefined;
  // A real envelope has fewer. The limit keeps the job small, whatever a partner reports.
  return all.sort((one, other) => one.at - other.at).slice(-40);
}

/** Whether a report has a scan, or the time of a scan, that isn't stored yet. `now`: Unix ms. */
export const hasNewScan = (
  stored: readonly CarrierScan[] | undefined,
  reported: readonly ReportedScan[] | undefined,
  now: number,
) => withScans(stored, reported, now)?.some((scan) => !stored?.includes(scan)) ?? false;

/** Whether the recipient may be able to pick it up: it is at the post office, or could not be delivered. */
export const mayBePickedUp = ({ code }: ReportedScan): boolean => code === 'pickup_available' || code === 'issue';
