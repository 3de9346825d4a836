/** Tells the recipients of a job of one of its events once more, because somebody has asked for it. */

import { eventIdOf } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { update } from '../domain/stored.ts';
import type { NotifyDeps } from './deps.ts';
import { nudgeOutbox, pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { type Channel, type Outbox, resent } from './outbox.ts';

/** People are written to so often about one event: whoever holds a job's id could fill a mailbox otherwise. */
export const mostEmailsOfEvent = 3;

/** `unknown`: nobody is told of such an event. `enough`: people were written to so often that they are left alone. */
type Resent = readonly Channel[] | 'unknown' | 'enough';

/** The channels in which it is told again; `only` leaves out the other one. */
export async function resend(
  deps: NotifyDeps,
  job: Job,
  eventId: string,
  only?: Channel | undefined | null,
): Promise<Resent> {
  const recipients = recipientsOf(job).filter(({ channel }) => channel === (only ?? channel));
  const outcomes = await Promise.all(
    recipients.map(async (recipient) => [recipient.channel, await again(deps, job, recipient, eventId)] as const),
  );
  const told = outcomes.flatMap(([channel, outcome]) => (outcome === 'resent' ? [channel] : []));
  if (told.length > 0) return [...new Set(told)];
  return outcomes.some(([, outcome]) => outcome === 'enough') ? 'enough' : 'unknown';
}

type Again = 'resent' | 'enough' | 'unknown';

async function again(deps: NotifyDeps, job: Job, { id, channel, who }: Recipient, eventId: string): Promise<Again> {
  const isIt = (event: JobEvent) => eventIdOf(job.id, event) === eventId;
  // It is in no outbox yet, and about to be told.
  if (pendingFor(job, { channel, who }).some(isIt)) return 'resent';
  let outcome = 'unknown' as Again;
  const outbox = await update<Outbox>(deps.outboxes, id, (known) => {
    const delivery = known?.deliveries.find(({ event }) => isIt(event));
    if (known === undefined || delivery === undefined) return known;
    const written = delivery.attempts.filter((attempt) => attempt.outcome === 'delivered').length;
    outcome = channel === 'email' && written >= mostEmailsOfEvent ? 'enough' : 'resent';
    return outcome === 'resent' ? resent(known, delivery.event.number, deps.clock.now()) : known;
  });
  if (outbox !== undefined && outcome === 'resent') await nudgeOutbox(deps, outbox);
  return outcome;
}
