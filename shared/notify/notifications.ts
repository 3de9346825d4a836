/** Who was told of which event of a job, and what came of it. It names nobody: a host, or an e-mail address without its name. */

import * as z from 'zod/mini';
import { eventIdOf } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { maskedEmail } from '../domain/job/notify.ts';
import { time } from '../orders/views.ts';
import type { Outboxes } from './deps.ts';
import { pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { type Attempt, type Channel, channels, type Delivery, nextDelivery, type Outbox } from './outbox.ts';

interface ToldTo extends Pick<Delivery, 'state'> {
  readonly channel: Channel;
  readonly to: string;
  readonly attempts: readonly Pick<Attempt, 'at' | 'outcome' | 'code'>[];
  /** The next attempt, Unix ms; `undefined` if none is to come, or the first one is about to be made. */
  readonly nextAt: number | undefined;
}

export interface Notification {
  readonly id: string;
  readonly event: JobEvent;
  readonly recipients: readonly ToldTo[];
}

/** Oldest event first. */
export async function notificationsOf(
  { outboxes }: { readonly outboxes: Outboxes },
  job: Job,
): Promise<readonly Notification[]> {
  const told = await Promise.all(
    recipientsOf(job).map(async (recipient) => toldTo(job, recipient, await outboxes.get(recipient.id))),
  );
  const byNumber = Map.groupBy(told.flat(), ({ event }) => event.number);
  return [...byNumber]
    .sort(([one], [other]) => one - other)
    .flatMap(([, [first, ...others]]) =>
      first === undefined
        ? []
        : [
            {
              id: eventIdOf(job.id, first.event),
              event: first.event,
              recipients: [first, ...others].map(({ event: _, ...recipient }) => recipient),
            },
          ],
    );
}

/** A job does not tell where its payer reads mail, nor the owner of its account. */
const shownAs: Readonly<Record<Recipient['who'], (to: string) => string>> = {
  webhook: (to) => new URL(to).host,
  email: maskedEmail,
  payer: () => 'the payer',
  owner: () => 'the owner of the account',
};

function toldTo(job: Job, { who, channel, to }: Recipient, outbox: Outbox | undefined) {
  const shown = { channel, to: shownAs[who](to) };
  const next = outbox && nextDelivery(outbox);
  const told = (outbox?.deliveries ?? []).map(({ event, state, attempts, nextAt }) => ({
    ...shown,
    event,
    state,
    attempts: attempts.map(({ at, outcome, code }) => ({ at, outcome, code })),
    // One that is held back by another is not told before that one.
    nextAt: state === 'waiting' ? Math.max(nextAt, next?.nextAt ?? 0) : undefined,
  }));
  const known = new Set(told.map(({ event }) => event.number));
  const pending = pendingFor(job, { channel, who }).filter(({ number }) => !known.has(number));
  return [
    ...told,
    ...pending.map((event) => ({ ...shown, event, state: 'waiting' as const, attempts: [], nextAt: undefined })),
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

export const showNotifications = (told: readonly Notification[]): z.infer<typeof notifications> =>
  told.map(({ id, event, recipients }) => ({
    event_id: id,
    type: event.type,
    at: event.at,
    recipients: recipients.map(({ nextAt, attempts, ...shown }) => ({
      ...shown,
      attempts: [...attempts],
      next_at: nextAt ?? null,
    })),
  }));
