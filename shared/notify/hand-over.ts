/** Hands a job's events to the outboxes and then forgets them in the job: an outbox takes each once. */

import { outboxIdOf } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { update } from '../domain/update.ts';
import type { Deps } from '../orders/deps.ts';
import { eventsForPeople } from './emailed.ts';
import { type Channel, newOutbox, type Outbox, outboxWakesAt, withEvents } from './outbox.ts';

export type HandOverDeps = Pick<Deps, 'clock' | 'jobs' | 'outboxes' | 'outboxQueues' | 'log'>;

export interface Recipient {
  /** The id of its outbox. */
  readonly id: string;
  readonly who: 'webhook' | 'email' | 'payer' | 'owner';
  readonly channel: Channel;
  readonly to: string;
}

/** The outboxes of a job. A payer who is written to anyway is not written to twice. */
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

/** The owner of an account is told once, when a check on it is paid: then it can still be stopped. */
export function pendingFor(
  { events }: Pick<Job, 'events'>,
  { channel, who }: Pick<Recipient, 'channel' | 'who'>,
): readonly JobEvent[] {
  const { pending = [] } = events ?? {};
  if (who === 'owner') return pending.filter(({ type }) => type === 'check.paid');
  return channel === 'webhook' ? pending : eventsForPeople(pending);
}

/** If somebody else writes the job meanwhile, its events are handed over once more. */
export async function handOver(deps: HandOverDeps, job: Job): Promise<void> {
  const { events } = job;
  if (events === undefined) return;
  await Promise.all(recipientsOf(job).map((recipient) => give(deps, job, recipient)));
  await deps.jobs.replace({ ...job, events: { ...events, pending: [] } });
}

async function give(deps: HandOverDeps, job: Job, { id, channel, who, to }: Recipient): Promise<void> {
  const events = pendingFor(job, { channel, who });
  if (events.length === 0) return;
  const now = deps.clock.now();
  const outbox = await update<Outbox>(deps.outboxes, id, (known) =>
    withEvents(known ?? newOutbox({ id, channel, jobId: job.id, to }, now), events, now),
  );
  if (outbox !== undefined) await nudgeOutbox(deps, outbox);
}

/** A hint to hurry: the sweeper finds the outbox in any case. */
export async function nudgeOutbox(
  { clock, outboxQueues, log }: Pick<Deps, 'clock' | 'outboxQueues' | 'log'>,
  outbox: Outbox,
): Promise<void> {
  const at = outboxWakesAt(outbox);
  if (at === undefined) return;
  await outboxQueues[outbox.channel]
    .send(outbox.id, Math.max(0, at - clock.now()))
    .catch((error: unknown) => log.info('outbox not nudged', { error }));
}
