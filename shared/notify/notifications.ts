/** Who was notified of which event of a job, and the outcome. It names no one: a host, or a masked email address. */

import * as z from 'zod/mini';
import { eventIdOf } from '../domain/ids.ts';
import type { Job } from '../domain/job/job.ts';
import { maskedEmail } from '../domain/job/notify.ts';
import { time } from '../orders/views.ts';
import type { Outboxes } from './deps.ts';
import { pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { channels, nextDelivery, type Outbox } from './outbox.ts';

/** A job does not show where its payer reads mail, nor the owner of its account. */
const shownAs: Readonly<Record<Recipient['who'], (to: string) => string>> = {
  webhook: (to) => new URL(to).host,
  email: maskedEmail,
  payer: () => 'the payer',
  owner: () => 'the owner of the account',
};

/** Oldest event first. */
export async function notificationsOf({ outboxes }: { readonly outboxes: Outboxes }, job: Job) {
  const sent = await Promise.all(
    recipientsOf(job).map(async (recipient) => notificationsTo(job, recipient, await outboxes.get(recipient.id))),
  );
  const events = Map.groupBy(sent.flat(), ({ event }) => event.number);
  return [...events]
    .sort(([one], [other]) => one - other)
    .flatMap(([, recipients]) =>
      recipients.slice(0, 1).map(({ event }) => ({ id: eventIdOf(job.id, event), event, recipients })),
    );
}

/** `nextAt`: the next attempt, Unix ms; `undefined` if none is to come, or the first one is about to be made. */
function notificationsTo(job: Job, { who, channel, to }: Recipient, outbox: Outbox | undefined) {
  const recipient = { channel, to: shownAs[who](to) };
  const next = outbox && nextDelivery(outbox);
  const delivered = (outbox?.deliveries ?? []).map(({ event, state, attempts, nextAt }) => ({
    ...recipient,
    event,
    state,
    attempts: attempts.map(({ at, outcome, code }) => ({ at, outcome, code })),
    // One that is held back by another is not sent before that one.
    nextAt: state === 'waiting' ? Math.max(nextAt, next?.nextAt ?? 0) : undefined,
  }));
  const inOutbox = new Set(delivered.map(({ event }) => event.number));
  const pending = pendingFor(job, { channel, who }).filter(({ number }) => !inOutbox.has(number));
  return [
    ...delivered,
    ...pending.map((event) => ({ ...recipient, event, state: 'waiting' as const, attempts: [], nextAt: undefined })),
  ];
}

const recipient = z.object({
  channel: z.enum(channels).check(z.describe('How it is told.')),
  to: z.string().check(z.describe('The host of the webhook, the masked e-mail address, or `the payer`.')),
  state: z
    .enum(['waiting', 'delivered', 'given_up'])
    .check(z.describe('given_up: not told within three days, or the recipient wants no events any more.')),
  attempts: z
    .array(
      z.object({
        at: time,
        outcome: z
          .enum(['delivered', 'refused', 'unreachable', 'gone'])
          .check(
            z.describe(
              'refused: this event is not wanted now. unreachable: no answer, or one that asks to come back. gone: no events are wanted any more.',
            ),
          ),
        code: z.string().check(z.describe('What came back, in one word: `http_503`, `timeout`.')),
      }),
    )
    .check(z.describe('Oldest first, the last 30 at most.')),
  next_at: z
    .nullable(z.int())
    .check(z.describe('The next attempt, Unix time in milliseconds; null: none is to come, or it is made now.')),
});

export const notifications = z
  .array(
    z.object({
      event_id: z.string().check(z.describe('The `webhook-id` of the event, the same in every attempt.')),
      type: z.string().check(z.describe('`letter.mailed`, for one: the types are listed under webhooks.')),
      at: z.int().check(z.describe('When it became true, Unix time in milliseconds.')),
      recipients: z.array(recipient).check(z.describe('Each with what came of it.')),
    }),
  )
  .check(z.describe('The events of which `notify` asks to be told, oldest first. Empty if nobody is to be told.'));

export const showNotifications = (all: Awaited<ReturnType<typeof notificationsOf>>): z.infer<typeof notifications> =>
  all.map(({ id, event: { type, at }, recipients }) => ({
    ...{ event_id: id, type, at },
    recipients: recipients.map(({ channel, to, state, attempts, nextAt }) => ({
      ...{ channel, to, state, attempts },
      next_at: nextAt ?? null,
    })),
  }));
