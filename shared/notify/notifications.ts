/** Shows who was notified of a job's events, with the outcome. A recipient is a host or a masked email, never a name. */
import * as z from 'zod/mini';
import { eventIdOf } from '../domain/ids.ts';
import type { Job } from '../domain/job/job.ts';
import { maskedEmail } from '../domain/job/notify.ts';
import { findJob, type JobReference, jobReference } from '../orders/follow/find-job.ts';
import { progressOf } from '../orders/follow/progress.ts';
import { showTimeline, timeline } from '../orders/follow/state-words.ts';
import { refreshJob } from '../orders/read-progress.ts';
import type { UseCase } from '../orders/use-case.ts';
import { jobIdField, timeField } from '../orders/views.ts';
import type { NotifyDeps } from './deps.ts';
import { pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { channels, type Outbox, unblockedAt } from './outbox.ts';

/** Oldest event first. */
export async function notificationsOf({ outboxes }: Pick<NotifyDeps, 'outboxes'>, job: Job) {
  const byRecipient = await Promise.all(
    recipientsOf(job).map(async (recipient) => notificationsTo(job, recipient, await outboxes.get(recipient.id))),
  );
  const all = byRecipient.flat();
  const events = new Map(all.map(({ event }) => [event.number, event]));
  return [...events.values()]
    .sort((one, other) => one.number - other.number)
    .map((event) => ({
      id: eventIdOf(job.id, event),
      event,
      recipients: all.filter((each) => each.event.number === event.number),
    }));
}

/** `nextAt`: the time of the next attempt, Unix ms; `undefined` if there is none, or if the first is about to be made. */
function notificationsTo(job: Job, { who, channel, to }: Recipient, outbox: Outbox | undefined) {
  // We never show the address of the payer or of the account's owner.
  const nameOf: Readonly<Record<Recipient['who'], () => string>> = {
    webhook: () => new URL(to).host,
    email: () => maskedEmail(to),
    payer: () => 'the payer',
    owner: () => 'the owner of the account',
  };
  const recipient = { channel, to: nameOf[who]() };
  const inOutbox = outbox?.deliveries.map(({ event, state, attempts, nextAt }) => ({
    ...recipient,
    event,
    state,
    attempts: attempts.map(({ at, outcome, code }) => ({ at, outcome, code })),
    nextAt: state === 'waiting' ? Math.max(nextAt, unblockedAt(outbox, event)) : undefined,
  }));
  const numbers = new Set(inOutbox?.map(({ event }) => event.number));
  const pending = pendingFor(job, who).filter(({ number }) => !numbers.has(number));
  return [
    ...(inOutbox ?? []),
    ...pending.map((event) => ({ ...recipient, event, state: 'waiting' as const, attempts: [], nextAt: undefined })),
  ];
}

export const notifications = z
  .array(
    z.object({
      event_id: z.string().check(z.describe('The `webhook-id` of the event, the same in every attempt.')),
      type: z.string().check(z.describe('For example `letter.mailed`; see the list of types under webhooks.')),
      at: z.int().check(z.describe('When it happened, Unix time in milliseconds.')),
      recipients: z
        .array(
          z.object({
            channel: z.enum(channels).check(z.describe('How the recipient is notified.')),
            to: z.string().check(z.describe('A host, a masked email, `the payer` or `the owner of the account`.')),
            state: z
              .enum(['waiting', 'delivered', 'given_up'])
              .check(z.describe('given_up: undelivered for three days, a refused email, or no more events wanted.')),
            attempts: z
              .array(
                z.object({
                  at: timeField,
                  outcome: z
                    .enum(['delivered', 'refused', 'unreachable', 'gone'])
                    .check(
                      z.describe(
                        'refused: the recipient rejected this event. unreachable: no response, or one that says to try again later. gone: no more events are wanted.',
                      ),
                    ),
                  code: z.string().check(z.describe('The response in one word: `http_503`, `timeout`.')),
                }),
              )
              .check(z.describe('Oldest first, the last 30 at most.')),
            next_at: z
              .nullable(z.int())
              .check(
                z.describe('The next attempt, Unix time in milliseconds; null if there is none or it is being made.'),
              ),
          }),
        )
        .check(z.describe('Each recipient and the outcome.')),
    }),
  )
  .check(z.describe('The events that `notify` asks for, oldest first. Empty if no one is notified.'));

/** For clients that watch an order. */
export const getJobEvents: UseCase<
  JobReference,
  {
    readonly job_id: string;
    readonly timeline: z.infer<typeof timeline>;
    readonly notifications: z.infer<typeof notifications>;
  }
> = {
  name: 'get-job-events',
  summary: 'The timeline of a job: when each step happened, the steps that are still to come, and who was notified.',
  description: '`timeline` is the same as in the status of the job.',
  tag: 'jobs',
  schemas: { answer: 'JobEvents' },
  outcomes: { done: 'The steps and the events, oldest first.' },
  refusals: ['not_found'],
  limitedAs: 'reads',
  input: jobReference,
  output: z.object({ job_id: jobIdField, timeline, notifications }),
  run: async (deps: NotifyDeps, { job_id }) => {
    const job = await refreshJob(deps, await findJob(deps, job_id));
    const events = await notificationsOf(deps, job);
    return {
      outcome: 'done',
      body: {
        job_id: job.id,
        timeline: showTimeline(progressOf(job, deps.clock.now()).steps),
        notifications: events.map(({ id, event: { type, at }, recipients }) => ({
          event_id: id,
          type,
          at,
          recipients: recipients.map(({ event: _, nextAt = null, ...recipient }) => ({
            ...recipient,
            next_at: nextAt,
          })),
        })),
      },
    };
  },
};
