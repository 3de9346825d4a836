/** The usual time until mail arrives: estimates, never promises. Pages show them before the payment and after. */

import type { Job } from '../domain/job/job.ts';
import { hasLeft } from '../domain/job/lifecycle.ts';
import type { Product, Shipment } from '../domain/product.ts';
import { pagesOf } from './common.ts';

/**
 * Business days: `printing` until it has left the print facility, `mail` from there to the recipient, as `carrier`
 * publishes. USPS names 1 to 5 days for First-Class Mail, certified or not. Canada Post names 2 to 4 business days for Lettermail,
 * registered or not. Each partner mails within the country of the recipient.
 */
export const usualTime = ({ country }: Pick<Shipment, 'country'>) =>
  country === 'US'
    ? ({ printing: [1, 2], mail: [1, 5], carrier: 'USPS' } as const)
    : ({ printing: [1, 2], mail: [2, 4], carrier: 'Canada Post' } as const);

const inBoth = (['US', 'CA'] as const).map((country) => usualTime({ country }));

/** Business days from the payment to the recipient, in either country. */
export const usualDays = {
  least: Math.min(...inBoth.map(({ printing: [from], mail }) => from + mail[0])),
  most: Math.max(...inBoth.map(({ printing: [, to], mail }) => to + mail[1])),
};

/** The basis of an estimate, in one sentence. */
export const sourceOf = ({ printing, mail, carrier }: ReturnType<typeof usualTime>, hasLeft: boolean): string => {
  const [printed, mailed] = [printing, mail].map(([from, to]) => `${from} to ${to} business days`);
  const published = `${carrier} publishes ${mailed} from mailing to delivery`;
  return hasLeft ? `${published}.` : `${published}; printing before that usually takes ${printed}.`;
};

/** The moment this many business days after `at` (Unix ms); holidays count as business days. */
export function businessDaysAfter(at: number, days: number): number {
  let day = at;
  for (let left = days; left > 0; ) {
    day += 24 * 60 * 60 * 1_000;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) left -= 1;
  }
  return day;
}

/** The least and the most time between payment and arrival that is usual. */
export interface UsualWait {
  readonly least: number;
  readonly most: number;
  readonly unit: 'minutes' | 'business days';
  /** The days count from the day that the order names, not from the payment. */
  readonly isFromItsDay?: boolean;
}

/** For an order that is not paid yet, or a fax that has not left; `undefined` for others. */
export function usualWait(product: Product, job: Job): UsualWait | undefined {
  if (job.state === 'cancelled' || job.state === 'failed' || hasLeft(job)) return undefined;
  // 9 minutes for dialing, and a second call if the line is busy. A minute for each page: a full page in fine mode is about
  // a megabit before compression, and a line carries 14,400 bit/s at most (ITU-T V.17).
  if (product.leftAs === 'sent') return { least: 1, most: 9 + pagesOf(job), unit: 'minutes' };
  if (job.payment !== undefined) return undefined;
  const {
    printing: [first, last],
    mail,
  } = usualTime(product.shipment(job.order));
  const isFromItsDay = product.sendOn?.(job.order) !== undefined;
  return { least: first + mail[0], most: last + mail[1], unit: 'business days', isFromItsDay };
}
