/** The listeners of jobs: one puts a job's events into the outboxes of its recipients, and one counts for the alarms. */

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

/** The recipients of a job's events. A payer who already gets the emails under `notify.email` gets no second copy. */
export function recipientsOf({ id, notify, drawing }: Pick<Job, 'id' | 'notify' | 'drawing'>): readonly Recipient[] {
  const { webhook, email, payer } = notify ?? {};
  const isSamePerson = payer?.address?.toLowerCase() === email?.address.toLowerCase();
  const recipient = (who: Recipient['who'], to: string): Recipient => ({
    id: outboxIdOf(who, id),
    who,
    to,
    channel: who === 'webhook' ? 'webhook' : 'email',
  });
  return [
    ...(webhook ? [recipient('webhook', webhook.url)] : []),
    ...(email ? [recipient('email', email.address)] : []),
    ...(payer?.address && !isSamePerson ? [recipient('payer', payer.address)] : []),
    ...(drawing?.ownerEmail ? [recipient('owner', drawing.ownerEmail)] : []),
  ];
}

/** The events that people get an email about. */
const forPeople = [
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

/** The pending events of a recipient. The owner of an account gets one, while the paid check can still be stopped. */
export function pendingFor(
  { events }: Pick<Job, 'events'>,
  { channel, who }: Pick<Recipient, 'channel' | 'who'>,
): readonly JobEvent[] {
  const { pending = [] } = events ?? {};
  if (who === 'owner') return pending.filter(({ type }) => type === 'check.paid');
  if (channel === 'webhook') return pending;
  // People get no email about the end of an order that was never paid.
  return pending.filter(
    (event) => event.statuses.payment !== 'pending' && forPeople.some((each) => each === eventNameOf(event)),
  );
}

/** An outbox takes each event once. */
export const outboxListener: JobListener = {
  // The address of a payer who ticked the box arrives with the payment.
  wants: ({ notify, drawing }) => notify !== undefined || drawing?.ownerEmail !== undefined,
  hear: async (deps: NotifyDeps, job) => {
    const addTo = async ({ id, channel, who, to }: Recipient) => {
      const events = pendingFor(job, { channel, who });
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

/** Makes sending start sooner; the sweeper picks up the outbox in any case. */
export async function nudgeOutbox({ clock, outboxQueues, log }: NotifyDeps, outbox: Outbox): Promise<void> {
  const at = outboxWakesAt(outbox);
  if (at === undefined) return;
  await outboxQueues[outbox.channel]
    .send(outbox.id, Math.max(0, at - clock.now()))
    .catch((error: unknown) => log.info('outbox not nudged', { error }));
}

/** Throws for an event without an email: no outbox of emails takes one. */
export function emailedNameOf(event: JobEvent) {
  const name = forPeople.find((each) => each === eventNameOf(event));
  if (name === undefined) throw new Error(`there is no email about ${event.type}`);
  return name;
}

/** Counts what happens to jobs, for the alarms and the dashboard. */
export const metricsListener: JobListener = {
  changed({ log }, before, after) {
    // Each is counted once, when it becomes true for a job.
    const begins = (isSo: (job: Job) => boolean): boolean => isSo(after) && !isSo(before);
    const milestones = {
      paid: ({ payment }: Job) => payment !== undefined,
      fulfilled: (job: Job) => publicStatus(job) === 'fulfilled',
      failed: ({ state }: Job) => state === 'failed',
      refunded: ({ refund }: Job) => refund === 'issued',
      parked: ({ state }: Job) => state === 'needs_review',
    };
    for (const name of ['paid', 'fulfilled', 'failed', 'refunded', 'parked'] as const)
      if (begins(milestones[name])) log.measure(name, 1, after.product);
    // Counts without a label, because an alarm compares them.
    if (begins(milestones.paid)) log.measure('paidOrders', 1);
    if (begins(({ state, refund }) => state === 'cancelled' && refund === 'issued')) log.measure('canceledOrders', 1);
    if (after.firstSeenAt.wrong_amount !== before.firstSeenAt.wrong_amount) log.measure('amountMismatches', 1);
  },
};
