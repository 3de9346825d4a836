/**
 * The outbox of one recipient of a job's events: which events are still to be sent, when, and how each attempt ended. Pure.
 *
 * Events are sent in order. If a recipient can't be reached, later events wait until it can. If it refuses one event, they
 * don't wait.
 */
import type { EventName, JobEvent } from '../domain/job/job.ts';
import type { Stored } from '../domain/stored.ts';
import { lifetimesMs, resendDelayMs } from '../domain/times.ts';

export const channels = ['webhook', 'email'] as const;
export type Channel = (typeof channels)[number];

export interface Attempt {
  /** Unix ms. */
  readonly at: number;
  /** `refused`: this event was rejected. `unreachable`: no response, or try again later. `gone`: no more events wanted. */
  readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'gone';
  /** A short code for API clients: `http_503`, `timeout`. Never text from the recipient. */
  readonly code: string;
  /** The recipient said not to try again before this time, Unix ms. */
  readonly notBefore?: number | undefined;
}

export interface Delivery {
  readonly event: JobEvent;
  readonly state: 'waiting' | 'delivered' | 'given_up';
  /** The time of the event, or when someone last requested it again, Unix ms. */
  readonly since: number;
  /** Attempts since `since`. */
  readonly tries: number;
  /** While it waits, the time of the next attempt, Unix ms. */
  readonly nextAt: number;
  /** The latest attempts, oldest first. */
  readonly attempts: readonly Attempt[];
}

export interface Outbox extends Stored {
  readonly channel: Channel;
  readonly jobId: string;
  /** A URL or an email address. */
  readonly to: string;
  readonly deliveries: readonly Delivery[];
  /** A process may be sending from this outbox until then, Unix ms. */
  readonly claimedUntil?: number | undefined;
}

export const newOutbox = (
  { id, channel, jobId, to }: Pick<Outbox, 'id' | 'channel' | 'jobId' | 'to'>,
  now: number,
): Outbox => ({ id, version: 0, createdAt: now, keepUntil: now + lifetimesMs.job, channel, jobId, to, deliveries: [] });

/** True if later events wait for this delivery. Untried ones also block: clocks differ, so `nextAt` may be out of order. */
const isBlocking = ({ tries, attempts }: Delivery): boolean =>
  tries === 0 || attempts.at(-1)?.outcome === 'unreachable';

/** The delivery to attempt next, which might not be due yet. It never comes after a delivery that blocks. */
export function nextDelivery({ deliveries }: Outbox): Delivery | undefined {
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  const blocking = waiting.findIndex(isBlocking);
  const candidates = blocking === -1 ? waiting : waiting.slice(0, blocking + 1);
  return candidates.toSorted((one, other) => one.nextAt - other.nextAt)[0];
}

/** When the deliveries that block this event are attempted next, Unix ms; 0 if none does. */
export const unblockedAt = ({ deliveries }: Outbox, { number }: Pick<JobEvent, 'number'>): number =>
  deliveries
    .filter((each) => each.event.number < number && each.state === 'waiting' && isBlocking(each))
    .reduce((latest, { nextAt }) => Math.max(latest, nextAt), 0);

/** When the outbox needs work next, Unix ms; `undefined` if no event is waiting. */
export function outboxWakesAt(outbox: Outbox): number | undefined {
  const next = nextDelivery(outbox);
  return next && Math.max(next.nextAt, outbox.claimedUntil ?? 0);
}

const mapDeliveries = (outbox: Outbox, edit: (delivery: Delivery) => Delivery): Outbox => ({
  ...outbox,
  deliveries: outbox.deliveries.map(edit),
});

/**
 * How long an email waits for a later event that may replace it, in ms. If an order fails right away, we send one email
 * about its payment, its end and its refund.
 */
const replaceableForMs: Readonly<Record<string, number>> = { paid: 5_000, failed: 60_000, cancelled: 60_000 };

/** `letter.paid` → `paid` */
export const eventNameOf = ({ type }: Pick<JobEvent, 'type'>) => type.slice(type.indexOf('.') + 1) as EventName;

/** Adds the events that the outbox does not have yet. */
export function withEvents(outbox: Outbox, events: readonly JobEvent[], now: number): Outbox {
  const { deliveries } = outbox;
  const lastNumber = deliveries.at(-1)?.event.number ?? 0;
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const lastAt = Math.max(...attempts.map(({ at }) => at));
  // The receiver wants no more events, and no one has requested one since. Emails still wait, because a reader can resume them.
  const isGone =
    outbox.channel === 'webhook' &&
    !deliveries.some(({ state }) => state === 'waiting') &&
    attempts.some(({ at, outcome }) => at === lastAt && outcome === 'gone');
  const state = isGone ? 'given_up' : 'waiting';
  const added = events
    .filter(({ number }) => number > lastNumber)
    .map((event): Delivery => {
      const waitMs = outbox.channel === 'email' ? replaceableForMs[eventNameOf(event)] : undefined;
      const nextAt = waitMs === undefined ? now : Math.max(now, event.at + waitMs);
      return { event, state, since: event.at, tries: 0, nextAt, attempts: [] };
    });
  if (added.length === 0) return outbox;
  const all = [...deliveries, ...added];
  const replacing = ['failed', 'cancelled', 'refund_issued', 'refund_needs_support'];
  const lastReplacing = all.findLastIndex(({ event }) => replacing.includes(eventNameOf(event)));
  const isReplaced = ({ event, state, attempts: made }: Delivery, index: number) =>
    outbox.channel === 'email' &&
    index < lastReplacing &&
    state === 'waiting' &&
    made.length === 0 &&
    eventNameOf(event) in replaceableForMs;
  return { ...outbox, deliveries: all.filter((each, index) => !isReplaced(each, index)) };
}

/** Claims the outbox for one attempt, and gives up events that are too old to send. */
export function withClaim(outbox: Outbox, until: number, now: number): Outbox {
  // No attempt starts shortly before the limit, because its process may pause and clocks differ.
  const isOver = ({ since }: Delivery) => now >= since + lifetimesMs.event - 15 * 60_000;
  const next = mapDeliveries(outbox, (delivery) =>
    delivery.state === 'waiting' && isOver(delivery) ? { ...delivery, state: 'given_up' } : delivery,
  );
  return { ...next, claimedUntil: until };
}

/** Records the outcome of an attempt. `claim`: the `claimedUntil` under which the attempt was made. */
export function afterAttempt(outbox: Outbox, number: number, attempt: Attempt, claim: number): Outbox {
  const next = mapDeliveries(outbox, (delivery) => {
    if (delivery.event.number === number) return deliveryAfter(outbox.channel, delivery, attempt);
    return attempt.outcome === 'gone' && delivery.state === 'waiting' ? { ...delivery, state: 'given_up' } : delivery;
  });
  // A process that paused past its claim must not end the claim of the next one.
  return { ...next, claimedUntil: next.claimedUntil === claim ? undefined : next.claimedUntil };
}

function deliveryAfter(channel: Channel, delivery: Delivery, attempt: Attempt): Delivery {
  const tries = delivery.tries + 1;
  const keptAttempts = 30;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt].slice(-keptAttempts) };
  if (attempt.outcome === 'delivered' || delivery.state === 'delivered') return { ...tried, state: 'delivered' };
  const isLast = attempt.at >= lastAttemptAt(delivery);
  // Email providers watch a sender's share of refused messages, so a refused email is not sent again, but later ones are.
  const isOver = attempt.outcome === 'gone' || (attempt.outcome === 'refused' && channel === 'email') || isLast;
  if (isOver || delivery.state === 'given_up') return { ...tried, state: 'given_up' };
  const after = Math.max(attempt.at + resendDelayMs(tries), attempt.notBefore ?? 0);
  return { ...tried, nextAt: Math.min(after, lastAttemptAt(delivery)) };
}

/** Half an hour before the limit, because `reconcile` or a queue message may be late. */
const lastAttemptAt = ({ since }: Pick<Delivery, 'since'>): number => since + lifetimesMs.event - 30 * 60_000;

/** Starts over with one event. Deliveries that block it are also due now, unless the recipient said to wait. */
export const withResend = (outbox: Outbox, number: number, now: number): Outbox =>
  mapDeliveries(outbox, (delivery) => {
    const earliest = Math.max(now, delivery.attempts.at(-1)?.notBefore ?? 0);
    const dueAgain = (since: number) => ({ ...delivery, since, nextAt: Math.min(earliest, lastAttemptAt({ since })) });
    if (delivery.event.number === number) return { ...dueAgain(now), state: 'waiting', tries: 0 };
    return delivery.state === 'waiting' && isBlocking(delivery) ? dueAgain(delivery.since) : delivery;
  });
