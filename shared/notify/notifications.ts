/** Who was told of which event of a job, and what came of it. It names nobody: a host, or an e-mail address without its name. */
import { eventIdOf } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import { maskedEmail } from '../domain/job/notify.ts';
import { pendingFor, type Recipient, recipientsOf } from './listener.ts';
import { type Attempt, type Channel, type Delivery, nextDelivery, type Outbox } from './outbox.ts';
import type { Outboxes } from './ways.ts';

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
