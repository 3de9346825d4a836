/** The usual time until mail arrives: estimates, never promises. Pages show them before the payment and after. */

import type { Job } from '../domain/job/job.ts';
import { hasLeft } from '../domain/job/lifecycle.ts';
import type { Product, Shipment } from '../domain/product.ts';
import { pagesOf } from './common.ts';

interface UsualTime {
  /** Business days until it has left the print facility. */
  readonly printing: readonly [from: number, to: number];
  /** Business days from there to the recipient. */
  readonly mail: readonly [from: number, to: number];
  /** The carrier whose published delivery standard `mail` is. */
  readonly carrier: 'USPS' | 'Canada Post';
}

const printing = [1, 2] as const;

/**
 * USPS names 1 to 5 days for First-Class Mail, certified or not. Canada Post names 2 to 4 business days for Lettermail,
 * registered or not. Each partner mails within the country of the recipient.
 */
export const usualTime = ({ country }: Pick<Shipment, 'country'>): UsualTime =>
  country === 'US' ? { printing, mail: [1, 5], carrier: 'USPS' } : { printing, mail: [2, 4], carrier: 'Canada Post' };

const ofBoth = (['US', 'CA'] as const).map((country) => usualTime({ country }));

/** Business days from the payment to the recipient, in whichever country. */
export const usualDays = {
  least: Math.min(...ofBoth.map(({ printing: [from], mail }) => from + mail[0])),
  most: Math.max(...ofBoth.map(({ printing: [, to], mail }) => to + mail[1])),
};

/** The basis of an estimate, in one sentence. */
export const sourceOf = ({ printing, mail, carrier }: UsualTime, hasLeft: boolean): string => {
  const [printed, mailed] = [printing, mail].map(([from, to]) => `${from} to ${to} business days`);
  const published = `${carrier} publishes ${mailed} from mailing to delivery`;
  return hasLeft ? `${published}.` : `${published}; printing before that usually takes ${printed}.`;
};

const dayMs = 24 * 60 * 60 * 1_000;

/** The moment this many business days after `at` (Unix ms); holidays count as business days. */
export function businessDaysAfter(at: number, days: number): number {
  let day = at;
  for (let left = days; left > 0; ) {
    day += dayMs;
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

const isBusinessDay = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

/** The least and the most time between payment and arrival that is usual. */
export interface UsualWait {
  readonly least: number;
  readonly most: number;
  readonly unit: 'minutes' | 'business days';
  /** The days count from the day that the order names, not from the payment. */
  readonly isFromItsDay?: boolean;
}

/** Dialling, and a second call where the line is busy. */
const fewMinutes = 9;

/** A full page in fine mode is about a megabit before compression; a line carries 14,400 bit/s at most (ITU-T V.17). */
const minutesForPage = 1;

/** Before anything is known of the order but that it may be paid; `undefined` once it has left, or never will. */
export function usualWait(product: Product, job: Job): UsualWait | undefined {
  if (job.state === 'cancelled' || job.state === 'failed' || hasLeft(job)) return undefined;
  if (product.leftAs === 'sent') return { least: 1, most: fewMinutes + minutesForPage * pagesOf(job), unit: 'minutes' };
  if (job.payment !== undefined) return undefined;
  const {
    printing: [first, last],
    mail,
  } = usualTime(product.shipment(job.order));
  const isFromItsDay = product.sendOn?.(job.order) !== undefined;
  return { least: first + mail[0], most: last + mail[1], unit: 'business days', isFromItsDay };
}
