/** The job listeners: one puts a job's events into the outboxes of its recipients, the other counts metrics. */
import { outboxIdOf } from '../domain/ids.ts';
import type { EventName, Job, JobEvent } from '../domain/job/job.ts';
import { publicStatus } from '../domain/job/lifecycle.ts';
import { update } from '../domain/stored.ts';
import type { JobListener } from '../orders/deps.ts';
import type { NotifyDeps } from './deps.ts';
import { type Channel, eventNameOf, newOutbox, type Outbox, outboxWakesAt, withEvents } from './outbox.ts';

export interface Recipient {
  /** The id of its outbox. */
  readonly id: string;
  readonly who: 'webhook' | 'email' | 'payer' | 'owner';
  readonly channel: Channel;
  readonly to: string;
}

/** The recipients of a job's events. A payer whose address is also `notify.email` gets each email once. */
export function recipientsOf({ id, notify, drawing }: Pick<Job, 'id' | 'notify' | 'drawing'>): readonly Recipient[] {
  const { webhook, email, payer } = notify ?? {};
  const isSamePerson = payer?.address?.toLowerCase() === email?.address.toLowerCase();
  const recipients: Recipient[] = [];
  const add = (who: Recipient['who'], to: string | undefined) => {
    if (to) recipients.push({ id: outboxIdOf(who, id), who, to, channel: who === 'webhook' ? 'webhook' : 'email' });
  };
  add('webhook', webhook?.url);
  add('email', email?.address);
  if (!isSamePerson) add('payer', payer?.address);
  add('owner', drawing?.ownerEmail);
  return recipients;
}

/** The events that we email people about. */
const emailedEvents = [
  'paid',
  'mailed',
  'sent',
  'pickup_available',
  'delivered',
  'returned',
  'failed',
  'cancelled',
  'refund_issued',
  'refund_needs_support',
] as const satisfies readonly EventName[];

/** The pending events of a recipient. A bank account's owner gets only `check.paid`, while the check can still be stopped. */
export function pendingFor({ events }: Pick<Job, 'events'>, who: Recipient['who']): readonly JobEvent[] {
  const { pending = [] } = events ?? {};
  if (who === 'owner') return pending.filter(({ type }) => type === 'check.paid');
  if (who === 'webhook') return pending;
  // We don't email people about an order that was never paid.
  return pending.filter(
    (event) => event.statuses.payment !== 'pending' && emailedEvents.some((each) => each === eventNameOf(event)),
  );
}

/** May get an event twice, but an outbox takes it only once. */
const outboxListener: JobListener = {
  // `notify` is set even before it has an address: that of a payer who checked the box arrives with the payment.
  wantsEvents: ({ notify, drawing }) => notify !== undefined || drawing?.ownerEmail !== undefined,
  onEvents: async (deps: NotifyDeps, job) => {
    const addTo = async ({ id, channel, who, to }: Recipient) => {
      const events = pendingFor(job, who);
      if (events.length === 0) return;
      const now = deps.clock.now();
      const outbox = await update<Outbox>(deps.outboxes, id, (stored) =>
        withEvents(stored ?? newOutbox({ id, channel, jobId: job.id, to }, now), events, now),
      );
      if (outbox !== undefined) await nudgeOutbox(deps, outbox);
    };
    await Promise.all(recipientsOf(job).map(addTo));
  },
};

/** Sends a queue message, so that sending starts sooner. Without it, `reconcile` finds the outbox. */
export async function nudgeOutbox({ clock, outboxQueues, log }: NotifyDeps, outbox: Outbox): Promise<void> {
  const at = outboxWakesAt(outbox);
  if (at === undefined) return;
  await outboxQueues[outbox.channel]
    .send(outbox.id, Math.max(0, at - clock.now()))
    .catch((error: unknown) => log.info('outbox not nudged', { error }));
}

/** Throws for an event that we don't email people about, because no email outbox has such an event. */
export function emailedNameOf(event: JobEvent) {
  const name = emailedEvents.find((each) => each === eventNameOf(event));
  if (name === undefined) throw new Error(`there is no email about ${event.type}`);
  return name;
}

/** Counts what happens to jobs, for alarms and the dashboard. */
const metricsListener: JobListener = {
  onChange({ log }, before, after) {
    // Each milestone is counted once, when it becomes true for a job.
    const became = (isTrueOf: (job: Job) => boolean): boolean => isTrueOf(after) && !isTrueOf(before);
    const isPaid = ({ payment }: Job) => payment !== undefined;
    const milestones = [
      ['paid', isPaid],
      ['fulfilled', (job: Job) => publicStatus(job) === 'fulfilled'],
      ['failed', ({ state }: Job) => state === 'failed'],
      ['refunded', ({ refund }: Job) => refund === 'issued'],
      ['parked', ({ state }: Job) => state === 'needs_review'],
    ] as const;
    for (const [name, isTrueOf] of milestones) if (became(isTrueOf)) log.measure(name, 1, after.product);
    // `paidOrders` and `canceledOrders` have no labels, because an alarm compares the two.
    if (became(isPaid)) log.measure('paidOrders', 1);
    if (became(({ state, refund }) => state === 'cancelled' && refund === 'issued')) log.measure('canceledOrders', 1);
    if (after.firstSeenAt.wrong_amount !== before.firstSeenAt.wrong_amount) log.measure('amountMismatches', 1);
  },
};

export const jobListeners: readonly JobListener[] = [metricsListener, outboxListener];
