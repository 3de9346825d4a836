/** The events of a job. A fact of the job makes an event true, and each time it becomes true it is sent once. */
import { carrierScans, type Lifecycle, paymentStatus } from './lifecycle.ts';
import { isWaiting, type ScanCode } from './progress.ts';

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
