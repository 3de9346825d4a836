/** A job: an order, its lifecycle, what it waits for, and the events that we send about it. */
import type { AddressCheck } from '../addresses/likely-correction.ts';
import type { CheckDraw } from '../bank-account.ts';
import type { Trait } from '../fraud.ts';
import type { QuotedContent, StoredDocument } from '../input/quoted-content.ts';
import type { Limits, Price, ProvinceCode } from '../money.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';
import type { Warning } from '../warnings.ts';
import {
  carrierScans,
  type ExtraPayment,
  hasLeft,
  isDisputeLost,
  type Lifecycle,
  paymentStatus,
  workStartsAt,
} from './lifecycle.ts';
import type { Notify } from './notify.ts';
import { mayBePickedUp, type ScanCode } from './progress.ts';

export interface Job<Order = unknown> extends Stored, Lifecycle {
  readonly product: ProductName;
  readonly quoteId: string;
  readonly order: Order;
  readonly content?: QuotedContent;
  /** The PDF that the partner gets, byte for byte. */
  readonly document?: StoredDocument;
  /** A one-page preview of the order's insert; the partner renders its own. */
  readonly insert?: StoredDocument;
  /** When the sender deleted the document, Unix ms. Its hashes are still stored. */
  readonly documentDeletedAt?: number | undefined;
  /** The account and the number of a check. */
  readonly drawing?: CheckDraw;
  readonly price: Price;
  /** The province whose tax applies, if known. */
  readonly province?: ProvinceCode | undefined;
  /** The caller's limits on what it may cost; the order is within them. */
  readonly limits?: Limits | undefined;
  readonly warnings: readonly Warning[];
  /** As of its creation: not updated when the payer corrects the address, so a retry gets the same bytes. */
  readonly summary?: string | undefined;
  /** The check of the recipient's address, for products that are mailed. */
  readonly addressCheck?: AddressCheck | undefined;
  /** Keyed digests of its recipient, account and caller, which are looked up in the stop list. */
  readonly traits?: readonly Trait[] | undefined;
  /** The code in the pay page's URL. Anyone who has it can see and pay the order, and cancel it once it is paid. */
  readonly payCode: string;
  /** The URL that this job's links start with, from the request that created it. */
  readonly baseUrl: string;
  /** The jobs of equal orders created before it, those of the same quote first. */
  readonly twinIds?: readonly string[] | undefined;
  /** The job of the latest equal order created after it. */
  readonly copyId?: string | undefined;
  /** When the payer confirmed that they want another copy, Unix ms. */
  readonly copyConfirmedAt?: number | undefined;
  /** Identifies the request that created it, so an assistant that repeats the request without a key gets the same job. */
  readonly requestHash?: string;
  /** Ordered on the web form, by a person who sees the pages. */
  readonly isByHand?: boolean | undefined;
  /** The recipients of its events. Without recipients, no events are recorded. */
  readonly notify?: Notify | undefined;
  readonly events?: Events | undefined;
}

/** The page that shows the order and leads to the payment. */
export const payUrl = ({ baseUrl, payCode }: Pick<Job, 'baseUrl' | 'payCode'>): string => `${baseUrl}/pay/${payCode}`;

/** Where the payment provider sends the payer after the payment. */
export const paidUrl = (job: Pick<Job, 'baseUrl' | 'payCode'>): string => `${payUrl(job)}/paid`;

/** A job may wait for a partner to accept it, for its refund, or for a person to find out what happened. */
export const waits = ['fulfillment', 'refund', 'person'] as const;
export type Wait = (typeof waits)[number];

/**
 * The reason why the job is waiting, and since when (Unix ms); in the future for a scheduled job. A fax between two calls
 * has been with its partner, so it isn't waiting for fulfillment.
 */
export function waitOf(job: Lifecycle): { readonly for: Wait; readonly since: number } | undefined {
  const { state, refund, partner, firstSeenAt, triesSince } = job;
  if (state === 'needs_review') return { for: 'person', since: triesSince };
  if (state === 'recalling' && firstSeenAt.undecided !== undefined) return { for: 'person', since: triesSince };
  if (refund === 'pending') return { for: 'refund', since: triesSince };
  const [extraPayment] = unrefunded(job);
  if (extraPayment !== undefined) return { for: 'refund', since: extraPayment.since };
  if (partner !== undefined) return undefined;
  if (state === 'paid' || state === 'submitting') return { for: 'fulfillment', since: workStartsAt(job) };
  // A cancellation is due at once, even before the send date.
  return state === 'cancelling' ? { for: 'fulfillment', since: Math.min(workStartsAt(job), triesSince) } : undefined;
}

/** The extra payments whose refund is still owed, oldest first. */
export const unrefunded = ({ extraPayments = [] }: Lifecycle): readonly ExtraPayment[] =>
  extraPayments.filter(({ refund }) => refund === 'pending');

/** When the job, the refund of an extra payment or an unsent event is due next, Unix ms. */
export function wakesAt(job: Lifecycle & Pick<Job, 'events'>): number | undefined {
  const times = [job.dueAt, job.events?.pending[0]?.at, ...unrefunded(job).map(({ dueAt }) => dueAt)];
  const dueTimes = times.filter((at) => at !== undefined);
  return dueTimes.length === 0 ? undefined : Math.min(...dueTimes);
}

/** The UTC day of the payment, `2026-11-21`; `undefined` if there is none. */
export const paidOn = ({ firstSeenAt }: Lifecycle): string | undefined => {
  const at = firstSeenAt.paid ?? firstSeenAt.wrong_amount;
  return at === undefined ? undefined : dayOf(at);
};

/** The bank account that the job's check still needs; `undefined` once the check is mailed or the job has ended. */
export const neededAccountId = (job: Job): string | undefined =>
  job.state === 'cancelled' || job.state === 'failed' || hasLeft(job) ? undefined : job.drawing?.accountId;

/** The start and the end (exclusive) of a UTC day, Unix ms. */
export function spanOf(day: string): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + 24 * 60 * 60 * 1_000 };
}

/** The UTC day of a moment in Unix ms: `2026-12-24`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const hasScan =
  (code: ScanCode) =>
  (job: Lifecycle): boolean =>
    carrierScans(job)?.some((scan) => scan.code === code) ?? false;

/** Whether a job has reached each state that an event reports, in the order of its life. */
const milestoneTests = {
  // A job without a payment page is still being created, and no one has its id yet.
  created: ({ checkout }) => checkout !== undefined,
  paid: (job) => paymentStatus(job) === 'paid',
  handed_over: ({ firstSeenAt }) => firstSeenAt.accepted !== undefined,
  in_production: ({ firstSeenAt }) => firstSeenAt.begun !== undefined,
  left: ({ firstSeenAt }) => firstSeenAt.dispatched !== undefined,
  // Only the first scan of each kind has an event, because a job has at most `maxEvents`.
  scan_entered: hasScan('entered'),
  scan_in_local_area: hasScan('in_local_area'),
  scan_rerouted: hasScan('rerouted'),
  scan_out_for_delivery: hasScan('out_for_delivery'),
  pickup_available: (job) => carrierScans(job)?.some(mayBePickedUp) ?? false,
  // A delivery after a return is the delivery back to the sender.
  delivered: ({ firstSeenAt: { delivered, returned } }) =>
    delivered !== undefined && (returned === undefined || delivered < returned),
  returned: ({ firstSeenAt }) => firstSeenAt.returned !== undefined,
  failed: ({ state }) => state === 'failed',
  cancelled: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired === undefined,
  expired: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired !== undefined,
  refund_issued: ({ refund }) => refund === 'issued',
  refund_needs_support: (job) => job.refund === 'contact_support' && !isDisputeLost(job),
} as const satisfies Readonly<Record<string, (job: Lifecycle) => boolean>>;

type Milestone = keyof typeof milestoneTests;
type PlainMilestone = Exclude<Milestone, 'left' | `scan_${string}`>;

export type EventName = PlainMilestone | 'mailed' | 'sent' | 'scanned';

/** `left` is called mailed or sent, depending on the product. */
function eventNameOf(milestone: Milestone, leftAs: 'mailed' | 'sent'): EventName {
  if (milestone.startsWith('scan_')) return 'scanned';
  return milestone === 'left' ? leftAs : (milestone as PlainMilestone);
}

export interface JobEvent {
  /** Counted from 1 in each job; the event's id is derived from it. */
  readonly number: number;
  /** The product and the event: `letter.mailed`. */
  readonly type: `${string}.${EventName}`;
  /** Unix ms. Later events of a job have later times. */
  readonly at: number;
  /** The job's statuses in the API at the time of the event. */
  readonly statuses: {
    readonly status: string;
    readonly payment: string;
    readonly fulfillment: string;
    readonly delivery: string;
  };
}

export interface Events {
  readonly count: number;
  /** The time of the latest event, Unix ms. */
  readonly lastAt: number;
  /** Events that are not in an outbox yet, oldest first. */
  readonly pending: readonly JobEvent[];
}

/** A real job has fewer. This limits how much one job can make us send. */
export const maxEvents = 20;

/** All events, in the order of a job's life. */
export const eventNames = (leftAs: 'mailed' | 'sent'): readonly EventName[] => [
  ...new Set((Object.keys(milestoneTests) as Milestone[]).map((milestone) => eventNameOf(milestone, leftAs))),
];

/** A job's events with those of a change to it; `undefined` if the change has none, and then `facts` isn't called. */
export function eventsAfter(
  events: Events = { count: 0, lastAt: 0, pending: [] },
  { before, after }: { readonly before: Lifecycle; readonly after: Lifecycle },
  now: number,
  facts: () => {
    readonly product: string;
    readonly leftAs: 'mailed' | 'sent';
    readonly statuses: JobEvent['statuses'];
  },
): Events | undefined {
  if (!milestoneTests.created(after)) return undefined;
  const milestones = (Object.keys(milestoneTests) as Milestone[])
    .filter((milestone) => milestoneTests[milestone](after) && !milestoneTests[milestone](before))
    .slice(0, maxEvents - events.count);
  if (milestones.length === 0) return undefined;
  const { product, leftAs, statuses } = facts();
  // Another process's clock may be ahead of this one.
  const from = Math.max(now, events.lastAt + 1);
  const added = milestones.map(
    (milestone, index): JobEvent => ({
      number: events.count + 1 + index,
      type: `${product}.${eventNameOf(milestone, leftAs)}`,
      at: from + index,
      statuses,
    }),
  );
  return {
    count: events.count + added.length,
    lastAt: from + added.length - 1,
    pending: [...events.pending, ...added],
  };
}
