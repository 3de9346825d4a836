/**
 * The outbox of one recipient of a job's events: which are still to be sent, when, and the outcome of each attempt. Pure.
 *
 * Events are sent in their order. A recipient that cannot be reached holds later events back until it can; one that
 * refuses a single event does not.
 */

import type { JobEvent } from '../domain/job/event.ts';
import { jobKeptMs, notifyWithinMs } from '../domain/lifetimes.ts';
import { tellAgainDelayMs } from '../domain/retry.ts';
import type { Stored } from '../domain/stored.ts';

export const channels = ['webhook', 'email'] as const;
export type Channel = (typeof channels)[number];

/** `refused`: not this event, now. `unreachable`: no answer, or come back later. `gone`: no event any more. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'unreachable' | 'gone';

export interface Attempt {
  /** Unix ms. */
  readonly at: number;
  readonly outcome: DeliveryOutcome;
  /** One word for callers: `http_503`, `timeout`. Never the recipient's own words. */
  readonly code: string;
  /** The recipient asks to be left alone until then, Unix ms. */
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
  /** A web address or an e-mail address. */
  readonly to: string;
  readonly deliveries: readonly Delivery[];
  /** Somebody is at work on it until then, Unix ms. */
  readonly claimedUntil?: number | undefined;
}

const mostAttempts = 30;

export const newOutbox = (
  { id, channel, jobId, to }: Pick<Outbox, 'id' | 'channel' | 'jobId' | 'to'>,
  now: number,
): Outbox => ({ id, version: 0, createdAt: now, keepUntil: now + jobKeptMs, channel, jobId, to, deliveries: [] });

/** The last attempt is made a while before the end, because the sweeper or a message may be late. */
const lastAttemptAt = ({ since }: Delivery): number => since + notifyWithinMs - 30 * 60_000;

/** A delivery is not begun shortly before the end: its holder may stand still, and clocks differ. */
const isOver = ({ since }: Delivery, now: number): boolean => now >= since + notifyWithinMs - 15 * 60_000;

const isUnreached = ({ attempts, tries }: Delivery): boolean => tries > 0 && attempts.at(-1)?.outcome === 'unreachable';

/** One that was never tried holds later ones back too, because it may have been given by another clock. */
const isHolding = (delivery: Delivery): boolean => delivery.tries === 0 || isUnreached(delivery);

/** The waiting deliveries that may be attempted, in their order: none behind one that waits for its recipient. */
function reachable({ deliveries }: Outbox): readonly Delivery[] {
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  const holding = waiting.findIndex(isHolding);
  return holding === -1 ? waiting : waiting.slice(0, holding + 1);
}

/** The delivery that comes next, whenever that is. */
export const nextDelivery = (outbox: Outbox): Delivery | undefined =>
  reachable(outbox).reduce<Delivery | undefined>(
    (first, each) => (first === undefined || each.nextAt < first.nextAt ? each : first),
    undefined,
  );

/** When somebody must look at the outbox, Unix ms; `undefined` if nothing waits. */
export function outboxWakesAt(outbox: Outbox): number | undefined {
  const next = nextDelivery(outbox);
  return next && Math.max(next.nextAt, outbox.claimedUntil ?? 0);
}

const change = (outbox: Outbox, changed: (delivery: Delivery) => Delivery): Outbox => ({
  ...outbox,
  deliveries: outbox.deliveries.map(changed),
});

/** With the events that it does not have yet. */
export function withEvents(outbox: Outbox, events: readonly JobEvent[], now: number): Outbox {
  const last = outbox.deliveries.at(-1)?.event.number ?? 0;
  const state = isGone(outbox) ? 'given_up' : 'waiting';
  const added = events
    .filter(({ number }) => number > last)
    .map((event): Delivery => ({ event, state, since: event.at, tries: 0, nextAt: now, attempts: [] }));
  return added.length === 0 ? outbox : { ...outbox, deliveries: [...outbox.deliveries, ...added] };
}

/** The recipient wants nothing more, and nobody has asked for an event again since it said so. */
function isGone({ deliveries }: Outbox): boolean {
  if (deliveries.some(({ state }) => state === 'waiting')) return false;
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const lastAt = Math.max(...attempts.map(({ at }) => at));
  return attempts.some(({ at, outcome }) => at === lastAt && outcome === 'gone');
}

/** Claimed for one attempt, without the events for which it is too late. */
export const claimed = (outbox: Outbox, until: number, now: number): Outbox => ({
  ...change(outbox, (delivery) =>
    delivery.state === 'waiting' && isOver(delivery, now) ? { ...delivery, state: 'given_up' } : delivery,
  ),
  claimedUntil: until,
});

/** With the outcome of an attempt that was made under this claim. */
export function afterAttempt(outbox: Outbox, number: number, attempt: Attempt, claim: number): Outbox {
  const next = change(outbox, (delivery) => {
    if (delivery.event.number === number) return attempted(delivery, attempt);
    return attempt.outcome === 'gone' && delivery.state === 'waiting' ? { ...delivery, state: 'given_up' } : delivery;
  });
  // A holder that stood still for too long does not end the claim of the next one.
  return { ...next, claimedUntil: next.claimedUntil === claim ? undefined : next.claimedUntil };
}

function attempted(delivery: Delivery, attempt: Attempt): Delivery {
  const tries = delivery.tries + 1;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt].slice(-mostAttempts) };
  if (attempt.outcome === 'delivered' || delivery.state === 'delivered') return { ...tried, state: 'delivered' };
  const isLast = attempt.at >= lastAttemptAt(delivery);
  if (attempt.outcome === 'gone' || delivery.state === 'given_up' || isLast) return { ...tried, state: 'given_up' };
  const after = Math.max(attempt.at + tellAgainDelayMs(tries), attempt.notBefore ?? 0);
  return { ...tried, nextAt: Math.min(after, lastAttemptAt(delivery)) };
}

/** Unless the recipient has asked to be left alone, now. */
const soonest = ({ attempts }: Delivery, now: number): number => Math.max(now, attempts.at(-1)?.notBefore ?? 0);

/** Someone wants the event once more: it starts over. What holds it back is tried at once. */
export const resent = (outbox: Outbox, number: number, now: number): Outbox =>
  change(outbox, (delivery) => {
    const nextAt = soonest(delivery, now);
    if (delivery.event.number === number) return { ...delivery, state: 'waiting', since: now, tries: 0, nextAt };
    return delivery.state === 'waiting' && isHolding(delivery) ? { ...delivery, nextAt } : delivery;
  });
