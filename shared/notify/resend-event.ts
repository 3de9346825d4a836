/** Sends one event to its job's recipients again, for example after an outage or to test a receiver. */
import * as z from 'zod/mini';
import { eventIdOf } from '../domain/ids.ts';
import type { Job, JobEvent } from '../domain/job/job.ts';
import { invalid, notFound } from '../domain/refusal.ts';
import { update } from '../domain/stored.ts';
import { mustBe } from '../domain/text.ts';
import { countFor, tooMany } from '../orders/count-request.ts';
import { findJob, jobReference } from '../orders/follow/find-job.ts';
import type { UseCase } from '../orders/use-case.ts';
import { jobIdField } from '../orders/views.ts';
import type { NotifyDeps } from './deps.ts';
import { nudgeOutbox, pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { notificationsOf } from './notifications.ts';
import { type Channel, channels, type Outbox, withResend } from './outbox.ts';

/** Without this limit, anyone with a job's id could fill a mailbox. */
export const maxEmailsPerEvent = 3;

export const maxResendsPerHour = 10;

const input = z.extend(jobReference, {
  event_id: z.string(mustBe('a string')).check(z.describe('From `notifications`: the `webhook-id` of the event.')),
  channel: z.optional(
    z.enum(channels, 'must be webhook or email').check(z.describe('Only this channel; both if omitted.')),
  ),
});

export const resendEvent: UseCase<
  z.infer<typeof input>,
  { readonly job_id: string; readonly event_id: string; readonly channels: readonly Channel[] }
> = {
  name: 'resend-event',
  summary: 'Sends one event to its recipients again: right away, with the usual retries if that fails.',
  description: `At most ${maxResendsPerHour} times an hour for one job. A person gets at most ${maxEmailsPerEvent} emails about one event.`,
  tag: 'jobs',
  schemas: { answer: 'ResentEvent' },
  outcomes: { accepted: 'It is sent again; `notifications` shows the outcome.' },
  refusals: ['invalid_request', 'not_found', 'rate_limited'],
  limitedAs: 'jobs',
  input,
  output: z.object({
    job_id: jobIdField,
    event_id: z.string().check(z.describe('From the request.')),
    channels: z.array(z.enum(channels)).check(z.describe('Where it is sent again.')),
  }),
  run: async (deps: NotifyDeps, { job_id, event_id, channel }, caller) => {
    const job = await findJob(deps, job_id);
    const quota = await countFor(deps, { name: 'resends', max: maxResendsPerHour, windowSeconds: 3_600 }, job.id);
    if (quota !== undefined) caller.onCounted?.(quota);
    if (quota?.isFull)
      throw tooMany(`at most ${maxResendsPerHour} an hour are accepted for one job`, quota.resetSeconds);
    const outcome = await resend(deps, job, event_id, channel);
    if (outcome === 'limit_reached')
      throw invalid('event_id', `was already emailed ${maxEmailsPerEvent} times, so it is not sent again.`);
    if (outcome === 'unknown') {
      const isKnown = (await notificationsOf(deps, job)).some(({ id }) => id === event_id);
      if (channel === undefined || !isKnown) throw notFound('event');
      throw invalid('channel', `is ${channel}, but no one gets this event by ${channel}: leave channel out.`);
    }
    return { outcome: 'accepted', body: { job_id: job.id, event_id, channels: outcome } };
  },
};

/**
 * Returns the channels through which the event is sent again; `only` limits it to one. `unknown`: no recipient gets this
 * event. `limit_reached`: its recipients already got the maximum number of emails.
 */
async function resend(
  deps: NotifyDeps,
  job: Job,
  eventId: string,
  only?: Channel,
): Promise<readonly Channel[] | 'unknown' | 'limit_reached'> {
  const recipients = recipientsOf(job).filter(({ channel }) => only === undefined || channel === only);
  const outcomes = await Promise.all(
    recipients.map(async (recipient) => [recipient.channel, await resendTo(deps, job, recipient, eventId)] as const),
  );
  const resent = outcomes.flatMap(([channel, outcome]) => (outcome === 'resent' ? [channel] : []));
  if (resent.length > 0) return [...new Set(resent)];
  return outcomes.some(([, outcome]) => outcome === 'limit_reached') ? 'limit_reached' : 'unknown';
}

async function resendTo(deps: NotifyDeps, job: Job, { id, channel, who }: Recipient, eventId: string) {
  const isThisEvent = (event: JobEvent) => eventIdOf(job.id, event) === eventId;
  // The event isn't in an outbox yet, so it is about to be sent for the first time.
  if (pendingFor(job, who).some(isThisEvent)) return 'resent' as const;
  let outcome = 'unknown' as 'resent' | 'limit_reached' | 'unknown';
  const outbox = await update<Outbox>(deps.outboxes, id, (stored) => {
    const delivery = stored?.deliveries.find(({ event }) => isThisEvent(event));
    if (stored === undefined || delivery === undefined) return stored;
    const emailsSent = delivery.attempts.filter((attempt) => attempt.outcome === 'delivered').length;
    outcome = channel === 'email' && emailsSent >= maxEmailsPerEvent ? 'limit_reached' : 'resent';
    return outcome === 'resent' ? withResend(stored, delivery.event.number, deps.clock.now()) : stored;
  });
  if (outbox !== undefined && outcome === 'resent') await nudgeOutbox(deps, outbox);
  return outcome;
}
