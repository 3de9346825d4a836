/** The events of a job that receivers are notified of. Each becomes true with a fact of the job, and is sent once for each time. */
import { carrierScans, type Lifecycle, paymentStatus } from './lifecycle.ts';
import { isWaiting, type ScanCode } from './progress.ts';

/** The first scan of each of these kinds is sent, so many scans cannot use up the other events. */
type ScanMilestone = `scan_${Extract<ScanCode, 'entered' | 'in_local_area' | 'out_for_delivery' | 'rerouted'>}`;

/** `left` is written as the product's own word, mailed or sent. */
type Milestone =
  | ScanMilestone
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

export type EventName = Exclude<Milestone, 'left' | ScanMilestone> | 'mailed' | 'sent' | 'scanned';
/** Begins with the product: `letter.mailed`. */
export type EventType = `${string}.${EventName}`;

const isScan = (milestone: Milestone): milestone is ScanMilestone => milestone.startsWith('scan_');

function eventNameOf(milestone: Milestone, leftAs: 'mailed' | 'sent'): EventName {
  if (isScan(milestone)) return 'scanned';
  return milestone === 'left' ? leftAs : milestone;
}

const hasScan =
  (code: ScanCode) =>
  (job: Lifecycle): boolean =>
    carrierScans(job)?.some((scan) => scan.code === code) ?? false;

/** In the order of a life. */
const truths: Readonly<Record<Milestone, (job: Lifecycle) => boolean>> = {
  // A job without a payment page is still being created, and no caller knows of it.
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
  // By its first time, like the others: an order that a partner has to make again is not reported as delivered twice.
  delivered: ({ firstSeenAt: { delivered, returned } }) =>
    delivered !== undefined && (returned === undefined || delivered < returned),
  returned: ({ firstSeenAt }) => firstSeenAt.returned !== undefined,
  failed: ({ state }) => state === 'failed',
  cancelled: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired === undefined,
  expired: ({ state, firstSeenAt }) => state === 'cancelled' && firstSeenAt.checkout_expired !== undefined,
  refund_issued: ({ refund }) => refund === 'issued',
  refund_needs_support: ({ refund }) => refund === 'contact_support',
};

/** How the job stood when the event was recorded, in the words of the job view. */
interface EventStatuses {
  readonly status: string;
  readonly payment: string;
  readonly fulfillment: string;
  readonly delivery: string;
}

export interface JobEvent {
  /** Counts the events of the job from 1; the event's id follows from it. */
  readonly number: number;
  readonly type: EventType;
  /** Unix ms. Of two events of a job, the later one has the later time. */
  readonly at: number;
  readonly statuses: EventStatuses;
}

export interface Events {
  readonly count: number;
  /** The time of the last one, Unix ms. */
  readonly lastAt: number;
  /** Those that no outbox has yet, oldest first. */
  readonly pending: readonly JobEvent[];
}

/** The most events of one job. A real life has fewer; the limit bounds what a job can make this service send. */
export const mostEvents = 20;

/** All events that there are, in the order of a life. */
export const eventNames = (leftAs: 'mailed' | 'sent'): readonly EventName[] => [
  ...new Set((Object.keys(truths) as Milestone[]).map((milestone) => eventNameOf(milestone, leftAs))),
];

const reached = (before: Lifecycle, after: Lifecycle): Milestone[] =>
  (Object.keys(truths) as Milestone[]).filter((milestone) => truths[milestone](after) && !truths[milestone](before));

interface EventFacts {
  readonly product: string;
  readonly leftAs: 'mailed' | 'sent';
  readonly statuses: EventStatuses;
}

/** The events after a change, with those that it has made true; `undefined` if it made none true. */
export function eventsAfter(
  events: Events = { count: 0, lastAt: 0, pending: [] },
  before: Lifecycle,
  after: Lifecycle,
  now: number,
  tell: () => EventFacts,
): Events | undefined {
  if (!truths.created(after)) return undefined;
  const milestones = reached(before, after).slice(0, mostEvents - events.count);
  if (milestones.length === 0) return undefined;
  const { product, leftAs, statuses } = tell();
  // Another process's clock may have been ahead of this one.
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
