/** How long orders usually take to arrive. These are estimates, which pages show before and after the payment. */
import type { Job } from '../domain/job/job.ts';
import { hasEnded, hasLeft } from '../domain/job/lifecycle.ts';
import type { Country } from '../domain/money.ts';
import type { Product } from '../domain/product.ts';
import { pagesOf } from './common.ts';

/**
 * In business days. `printing`: until the mail leaves the print facility. `mail`: from there to the recipient, as the `carrier`
 * publishes. USPS says 1 to 5 days for First-Class Mail, certified or not. Canada Post says 2 to 4 business days for Lettermail,
 * registered or not. Partners mail from within the recipient's country.
 */
export const usualTimes = {
  US: { printing: [1, 2], mail: [1, 5], carrier: 'USPS' },
  CA: { printing: [1, 2], mail: [2, 4], carrier: 'Canada Post' },
} as const;

/** Business days from the payment to the recipient, in either country. */
export const usualDays = {
  min: Math.min(...Object.values(usualTimes).map(({ printing, mail }) => printing[0] + mail[0])),
  max: Math.max(...Object.values(usualTimes).map(({ printing, mail }) => printing[1] + mail[1])),
};

/** The source of an estimate, in one sentence. */
export const estimateSource = ({ printing, mail, carrier }: (typeof usualTimes)[Country], isMailed: boolean) => {
  const days = ([from, to]: readonly [number, number]) => `${from} to ${to} business days`;
  const published = `${carrier} publishes ${days(mail)} from mailing to delivery`;
  return isMailed ? `${published}.` : `${published}; printing before that usually takes ${days(printing)}.`;
};

/** The time that is this many business days after `at`, both in Unix ms. Holidays count as business days. */
export function businessDaysAfter(at: number, days: number): number {
  let day = at;
  let remaining = days;
  while (remaining > 0) {
    day += 24 * 60 * 60 * 1_000;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) remaining -= 1;
  }
  return day;
}

/**
 * The usual time between payment and arrival, for unpaid mail or a fax that isn't sent yet; `undefined` for other orders and
 * those on hold. `countsFromSendDate`: the time starts on the order's send date, not at the payment.
 */
export function usualWait(
  product: Product,
  job: Job,
): { min: number; max: number; unit: 'minutes' | 'business days'; countsFromSendDate?: boolean } | undefined {
  if (hasEnded(job) || hasLeft(job) || job.state === 'needs_review') return undefined;
  // 9 minutes for dialing, and for a second call if the line is busy. A minute for each page: a full page in fine mode is
  // about a megabit before compression, and a line carries at most 14,400 bit/s (ITU-T V.17).
  if (product.leftAs === 'sent') return { min: 1, max: 9 + pagesOf(job), unit: 'minutes' };
  if (job.payment !== undefined) return undefined;
  const { printing, mail } = usualTimes[product.shipment(job.order).country];
  const countsFromSendDate = product.sendOn?.(job.order) !== undefined;
  return { min: printing[0] + mail[0], max: printing[1] + mail[1], unit: 'business days', countsFromSendDate };
}
