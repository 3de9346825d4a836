/** Shows callers the notifications of a job: each event, its recipients, and every attempt. */
import * as z from 'zod/mini';
import { time } from '../orders/views.ts';
import type { Notification } from './notifications.ts';
import { channels } from './outbox.ts';

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
