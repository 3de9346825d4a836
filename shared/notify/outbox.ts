/**
 * The outbox of one recipient of a job's events: which are still to be sent, when, and the outcome of each attempt. Pure.
 *
 * Events are sent in their order. A recipient that cannot be reached holds later events back until it can; one that
 * refuses a single event does not.
 */

import type { EventName, JobEvent } from '../domain/job/job.ts';
import type { Stored } from '../domain/stored.ts';
import { lifetimesMs, resendDelayMs } from '../domain/times.ts';

export const channels = ['webhook', 'email'] as const;
export type Channel = (typeof channels)[number];

export interface Attempt {
  /** Unix ms. */
  readonly at: number;
  /** `refused`: not this event. `unreachable`: no response, or try again later. `gone`: no more events at all. */
  readonly outcome: 'delivered' | 'refused' | 'unreachable' | 'gone';
  /** One word for callers: `http_503`, `timeout`. Never text from the recipient. */
  readonly code: string;
  /** The recipient wants no further attempt before then, Unix ms. */
  readonly notBefore?: number | undefined;
}

export interface Delivery {
  readonly event: JobEvent;
  readonly state: 'waiting' | 'delivered' | 'given_up';
  /** When sending it began, Unix ms: with the event, or when someone requested it again. */
  readonly since: number;
  /** Attempts since then. */
  readonly tries: number;
  /** The next attempt while it waits, Unix ms. */
  readonly nextAt: number;
  /** All attempts, oldest first; the oldest are forgotten. */
  readonly attempts: readonly Attempt[];
}

export interface Outbox extends Stored {
  readonly channel: Channel;
  readonly jobId: string;
  /** A web address or an email address. */
  readonly to: string;
  readonly deliveries: readonly Delivery[];
  /** A process is sending from it until then, Unix ms. */
  readonly claimedUntil?: number | undefined;
}

export const newOutbox = (
  { id, channel, jobId, to }: Pick<Outbox, 'id' | 'channel' | 'jobId' | 'to'>,
  now: number,
): Outbox => ({ id, version: 0, createdAt: now, keepUntil: now + lifetimesMs.job, channel, jobId, to, deliveries: [] });

/** Whether later events must wait. An untried delivery blocks them too, because its time may come from another clock. */
const isBlocking = ({ tries, attempts }: Delivery): boolean =>
  tries === 0 || attempts.at(-1)?.outcome === 'unreachable';

/** The delivery that comes next, whenever that is: never one behind a delivery that waits for the recipient. */
export function nextDelivery({ deliveries }: Outbox): Delivery | undefined {
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  const blocking = waiting.findIndex(isBlocking);
  return (blocking === -1 ? waiting : waiting.slice(0, blocking + 1)).reduce<Delivery | undefined>(
    (first, each) => (first === undefined || each.nextAt < first.nextAt ? each : first),
    undefined,
  );
}

/** When the outbox needs work next, Unix ms; `undefined` if nothing waits. */
export function outboxWakesAt(outbox: Outbox): number | undefined {
  const next = nextDelivery(outbox);
  return next && Math.max(next.nextAt, outbox.claimedUntil ?? 0);
}

const change = (outbox: Outbox, changed: (delivery: Delivery) => Delivery): Outbox => ({
  ...outbox,
  deliveries: outbox.deliveries.map(changed),
});

/**
 * How long an email waits for later events, one of which may replace it: an order that fails is one email, about its
 * payment, its end and its refund.
 */
const replaceable: Readonly<Record<string, number>> = { paid: 5_000, failed: 60_000, cancelled: 60_000 };

/** `letter.paid` → `paid` */
export const eventNameOf = ({ type }: Pick<JobEvent, 'type'>) => type.slice(type.indexOf('.') + 1) as EventName;

/** Adds the events that the outbox does not have yet. */
export function withEvents(outbox: Outbox, events: readonly JobEvent[], now: number): Outbox {
  const { deliveries } = outbox;
  const lastNumber = deliveries.at(-1)?.event.number ?? 0;
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const lastAt = Math.max(...attempts.map(({ at }) => at));
  // The recipient wants no more events, and no one has requested one again since.
  const isGone =
    !deliveries.some(({ state }) => state === 'waiting') &&
    attempts.some(({ at, outcome }) => at === lastAt && outcome === 'gone');
  const state = isGone ? 'given_up' : 'waiting';
  const added = events
    .filter(({ number }) => number > lastNumber)
    .map((event): Delivery => {
      const waitMs = outbox.channel === 'email' ? replaceable[eventNameOf(event)] : undefined;
      const nextAt = waitMs === undefined ? now : Math.max(now, event.at + waitMs);
      return { event, state, since: event.at, tries: 0, nextAt, attempts: [] };
    });
  if (added.length === 0) return outbox;
  const all = [...deliveries, ...added];
  const replacing = ['failed', 'cancelled', 'refund_issued', 'refund_needs_support'];
  const last = all.findLastIndex(({ event }) => replacing.includes(eventNameOf(event)));
  const isReplaced = ({ event, state, attempts: tried }: Delivery, at: number) =>
    outbox.channel === 'email' &&
    at < last &&
    state === 'waiting' &&
    tried.length === 0 &&
    eventNameOf(event) in replaceable;
  return { ...outbox, deliveries: all.filter((each, at) => !isReplaced(each, at)) };
}

/** Claims the outbox for one attempt, and gives up the events for which it is too late. */
export function claimed(outbox: Outbox, until: number, now: number): Outbox {
  // No attempt starts shortly before the limit: its process may be paused, and clocks differ.
  const isOver = ({ since }: Delivery) => now >= since + lifetimesMs.event - 15 * 60_000;
  const next = change(outbox, (delivery) =>
    delivery.state === 'waiting' && isOver(delivery) ? { ...delivery, state: 'given_up' } : delivery,
  );
  return { ...next, claimedUntil: until };
}

/** Records the outcome of an attempt that was made under this claim. */
export function afterAttempt(outbox: Outbox, number: number, attempt: Attempt, claim: number): Outbox {
  const next = change(outbox, (delivery) => {
    if (delivery.event.number === number) return attempted(outbox.channel, delivery, attempt);
    return attempt.outcome === 'gone' && delivery.state === 'waiting' ? { ...delivery, state: 'given_up' } : delivery;
  });
  // A process that was paused for too long does not end the claim of the next one.
  return { ...next, claimedUntil: next.claimedUntil === claim ? undefined : next.claimedUntil };
}

function attempted(channel: Channel, delivery: Delivery, attempt: Attempt): Delivery {
  const tries = delivery.tries + 1;
  const mostAttempts = 30;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt].slice(-mostAttempts) };
  if (attempt.outcome === 'delivered' || delivery.state === 'delivered') return { ...tried, state: 'delivered' };
  // Half an hour before the limit, because the sweeper or a message may be late.
  const lastAttemptAt = delivery.since + lifetimesMs.event - 30 * 60_000;
  const isLast = attempt.at >= lastAttemptAt;
  // Email providers watch a sender's share of refused messages, so a refused one is not sent again. The next may be accepted.
  const isOver = attempt.outcome === 'gone' || (attempt.outcome === 'refused' && channel === 'email') || isLast;
  if (isOver || delivery.state === 'given_up') return { ...tried, state: 'given_up' };
  const after = Math.max(attempt.at + resendDelayMs(tries), attempt.notBefore ?? 0);
  return { ...tried, nextAt: Math.min(after, lastAttemptAt) };
}

/** Starts sending the event over. Whatever blocks it is tried right away, unless the recipient wants no attempt yet. */
export const resent = (outbox: Outbox, number: number, now: number): Outbox =>
  change(outbox, (delivery) => {
    const nextAt = Math.max(now, delivery.attempts.at(-1)?.notBefore ?? 0);
    if (delivery.event.number === number) return { ...delivery, state: 'waiting', since: now, tries: 0, nextAt };
    return delivery.state === 'waiting' && isBlocking(delivery) ? { ...delivery, nextAt } : delivery;
  });
