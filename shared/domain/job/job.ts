/** A job: an order and its life. */

import type { AddressCheck } from '../addresses/likely-correction.ts';
import type { Drawing } from '../bank-account.ts';
import type { Trait } from '../fraud.ts';
import type { QuotedContent, StoredDocument } from '../input/quoted-content.ts';
import type { Limits, Price, ProvinceCode } from '../money.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';
import type { Warning } from '../warnings/warning.ts';
import type { Events } from './event.ts';
import { hasLeft, type Lifecycle, owedFrom } from './lifecycle.ts';
import type { Notify } from './notify.ts';
import type { ExtraPayment } from './payment.ts';

export interface Job<Order = unknown> extends Stored, Lifecycle {
  readonly product: ProductName;
  readonly quoteId: string;
  readonly order: Order;
  readonly content?: QuotedContent;
  /** The exact bytes that the partner gets. */
  readonly document?: StoredDocument;
  /** A one-page preview of the order's insert; the partner renders its own. */
  readonly insert?: StoredDocument;
  /** Its document was deleted at the sender's request, Unix ms. The hashes stay. */
  readonly documentDeletedAt?: number | undefined;
  readonly drawing?: Drawing;
  readonly price: Price;
  /** The province that taxes it, if we know it. */
  readonly province?: ProvinceCode | undefined;
  /** The caller's limits to what it may cost; the order is within them. */
  readonly limits?: Limits | undefined;
  readonly warnings: readonly Warning[];
  /** The summary from its creation. It does not change when the payer corrects the address, so a retry gets the same bytes. */
  readonly summary?: string | undefined;
  /** The check of the recipient's address, for products that are mailed. */
  readonly addressCheck?: AddressCheck | undefined;
  /** Keyed digests of its recipient, account and caller, which the stop list compares. */
  readonly traits?: readonly Trait[] | undefined;
  /** Opens the pay page. Its holder sees the order, may pay it, and may cancel it once it is paid. */
  readonly payCode: string;
  /** The base of this job's links: the address that the creating request came to. */
  readonly baseUrl: string;
  /** Equal orders that were made before it, those of the same quote first. */
  readonly twinIds?: readonly string[] | undefined;
  /** The latest order that equals this one and was made after it. */
  readonly copyId?: string | undefined;
  /** When the payer confirmed that another copy is meant, Unix ms. */
  readonly copyConfirmedAt?: number | undefined;
  /** The hash of the request that made it, by which an assistant that repeats it without a key gets the same job. */
  readonly requestHash?: string;
  /** Ordered on the order form, by the person who reads its pages. */
  readonly isByHand?: boolean | undefined;
  /** Who is notified of its events. Without it, no events are recorded. */
  readonly notify?: Notify | undefined;
  readonly events?: Events | undefined;
}

/** The page that shows the order and leads to the payment. */
export const payUrl = ({ baseUrl, payCode }: Pick<Job, 'baseUrl' | 'payCode'>): string => `${baseUrl}/pay/${payCode}`;

/** The page to which the payment provider sends the payer after the payment. */
export const paidUrl = (job: Pick<Job, 'baseUrl' | 'payCode'>): string => `${payUrl(job)}/paid`;

/** `fulfillment`: no partner has it yet. `refund`: a refund is owed. `person`: only a person can find out what happened. */
export const waits = ['fulfillment', 'refund', 'person'] as const;
export type Wait = (typeof waits)[number];

/**
 * The thing that a job waits for. `since` (Unix ms) is in the future for a scheduled job. A fax between two calls has been with its
 * partner, so it does not wait for fulfillment. A cancellation is due at once.
 */
export function waiting(job: Lifecycle): { readonly for: Wait; readonly since: number } | undefined {
  const { state, refund, partner, firstSeenAt, triesSince } = job;
  const since = state === 'cancelling' ? Math.min(owedFrom(job), triesSince) : owedFrom(job);
  if (state === 'needs_review') return { for: 'person', since: triesSince };
  if (state === 'recalling' && firstSeenAt.undecided !== undefined) return { for: 'person', since: triesSince };
  if (refund === 'pending') return { for: 'refund', since: triesSince };
  const [extraPayment] = unreturned(job);
  if (extraPayment !== undefined) return { for: 'refund', since: extraPayment.since };
  const isWithUs = state === 'paid' || state === 'submitting' || state === 'cancelling';
  return isWithUs && partner === undefined ? { for: 'fulfillment', since } : undefined;
}

/** The extra payments whose refund is still owed, oldest first. */
export const unreturned = ({ extraPayments = [] }: Lifecycle): readonly ExtraPayment[] =>
  extraPayments.filter(({ refund }) => refund === 'pending');

/** When the job, one of its extra payments or an unsent event is due next, in Unix ms. */
export function wakesAt(job: Lifecycle & Pick<Job, 'events'>): number | undefined {
  const owed = [job.dueAt, ...unreturned(job).map(({ dueAt }) => dueAt), job.events?.pending[0]?.at];
  const times = owed.filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The UTC day of the payment, `2026-11-21`; `undefined` if there is none. */
export const paidOn = ({ firstSeenAt }: Lifecycle): string | undefined => {
  const at = firstSeenAt.paid ?? firstSeenAt.wrong_amount;
  return at === undefined ? undefined : dayOf(at);
};

/** The bank account that the job's check needs, until it has left the print facility or the job has ended. */
export const needsAccount = (job: Job): string | undefined =>
  job.state === 'cancelled' || job.state === 'failed' || hasLeft(job) ? undefined : job.drawing?.accountId;

/** The span of a day in Unix ms; `to` is exclusive. */
export function spanOf(day: string): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + 24 * 60 * 60 * 1_000 };
}

/** `at`: Unix ms. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
