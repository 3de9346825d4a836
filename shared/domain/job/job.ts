/** A job, an order and its life, and the events of which its receivers are notified. */

import type { AddressCheck } from '../addresses/likely-correction.ts';
import type { Drawing } from '../bank-account.ts';
import type { Trait } from '../fraud.ts';
import type { QuotedContent, StoredDocument } from '../input/quoted-content.ts';
import type { Limits, Price, ProvinceCode } from '../money.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';
import type { Warning } from '../warnings.ts';
import { carrierScans, type ExtraPayment, hasLeft, type Lifecycle, owedFrom, paymentStatus } from './lifecycle.ts';
import type { Notify } from './notify.ts';
import { isWaiting, type ScanCode } from './progress.ts';

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

/** `left` becomes the product's own word, mailed or sent. */
type Milestone =
  // Only the first scan of each of these kinds is sent, so that many scans can't use up the other events.
  | `scan_${Extract<ScanCode, 'entered' | 'in_local_area' | 'out_for_delivery' | 'rerouted'>}`
  | 'created'
  | 'paid'
  | 'handed_over'
  | 'in_production'
  | 'left'
  | 'pickup_available'
  | 'delivered'
  | 'returned'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refund_issued'
  | 'refund_needs_support';

export type EventName = Exclude<Milestone, 'left' | `scan_${string}`> | 'mailed' | 'sent' | 'scanned';

function eventNameOf(milestone: Milestone, leftAs: 'mailed' | 'sent'): EventName {
  if (milestone.startsWith('scan_')) return 'scanned';
  return milestone === 'left' ? leftAs : (milestone as Exclude<Milestone, 'left' | `scan_${string}`>);
}

const hasScan =
  (code: ScanCode) =>
  (job: Lifecycle): boolean =>
    carrierScans(job)?.some((scan) => scan.code === code) ?? false;

/** When each event is true, in the order of a job's life. */
const truths: Readonly<Record<Milestone, (job: Lifecycle) => boolean>> = {
  // A job without a payment page is still being created, and no caller has its id.
  created: ({ checkout }) => checkout !== undefined,
  paid: (job) => paymentStatus(job) === 'paid',
  handed_over: ({ firstSeenAt }) => firstSeenAt.accepted !== undefined,
  in_production: ({ firstSeenAt }) => firstSeenAt.begun !== undefined,
  left: ({ firstSeenAt }) => firstSeenAt.dispatched !== undefined,
  scan_entered: hasScan('entered'),
  scan_in_local_area: hasScan('in_local_area'),
  scan_rerouted: hasScan('rerouted'),
  scan_out_for_delivery: hasScan('out_for_delivery'),
  pickup_available: (job) => carrierScans(job)?.some(isWaiting) ?? false,
  // Sent for the first time only: an order that a partner makes again is not delivered twice.
  delivered: ({ firstSeenAt: { delivered, returned } }) =>
    delivered !== undefined && (returned === undefined || delivered < returned),
  returned: ({ firstSeenAt }) => firstSeenAt.returned !== undefined,
  failed: ({ state }) => state === 'failed',
  cancelled: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired === undefined,
  expired: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired !== undefined,
  refund_issued: ({ refund }) => refund === 'issued',
  refund_needs_support: ({ refund }) => refund === 'contact_support',
};

export interface JobEvent {
  /** Counts the events of the job from 1; the event's id follows from it. */
  readonly number: number;
  /** Begins with the product: `letter.mailed`. */
  readonly type: `${string}.${EventName}`;
  /** Unix ms. Later events of a job have later times. */
  readonly at: number;
  /** The statuses when the event was recorded, in the words of the job view. */
  readonly statuses: {
    readonly status: string;
    readonly payment: string;
    readonly fulfillment: string;
    readonly delivery: string;
  };
}

export interface Events {
  readonly count: number;
  /** The time of the last one, Unix ms. */
  readonly lastAt: number;
  /** Those that are not in an outbox yet, oldest first. */
  readonly pending: readonly JobEvent[];
}

/** The most events of one job. A real job has fewer; the limit bounds how much one job can make us send. */
export const maxEvents = 20;

/** All events, in the order of a job's life. */
export const eventNames = (leftAs: 'mailed' | 'sent'): readonly EventName[] => [
  ...new Set((Object.keys(truths) as Milestone[]).map((milestone) => eventNameOf(milestone, leftAs))),
];

/** The events after a change, with those that it made true; `undefined` if there are none. `facts` is called only then. */
export function eventsAfter(
  events: Events = { count: 0, lastAt: 0, pending: [] },
  before: Lifecycle,
  after: Lifecycle,
  now: number,
  facts: () => {
    readonly product: string;
    readonly leftAs: 'mailed' | 'sent';
    readonly statuses: JobEvent['statuses'];
  },
): Events | undefined {
  if (!truths.created(after)) return undefined;
  const milestones = (Object.keys(truths) as Milestone[])
    .filter((milestone) => truths[milestone](after) && !truths[milestone](before))
    .slice(0, maxEvents - events.count);
  if (milestones.length === 0) return undefined;
  const { product, leftAs, statuses } = facts();
  // Another process's clock may be ahead of this one.
  const from = Math.max(now, events.lastAt + 1);
  const born = milestones.map(
    (milestone, at): JobEvent => ({
      number: events.count + 1 + at,
      type: `${product}.${eventNameOf(milestone, leftAs)}`,
      at: from + at,
      statuses,
    }),
  );
  return { count: events.count + born.length, lastAt: from + born.length - 1, pending: [...events.pending, ...born] };
}
