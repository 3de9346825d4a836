/** Seeded randomness, so that the same seed repeats the same run, and the random faults of calls. */
import type { Clock } from '../../../shared/domain/times.ts';
import type { Around } from '../fakes/around.ts';

export type Random = () => number;

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const oneOf = <T>(choices: readonly T[], random: Random): T =>
  choices[Math.floor(random() * choices.length)] as T;

/** Reused, because creating a stack takes longer than the call. */
const lost = new Error('no response');

/** How long after its caller has given up a call may still take effect, in ms. */
const maxLateMs = 60_000;
/** The same for a call that can't be undone: partners list its order within the minute for which the service waits. */
const maxBriefLateMs = 9_000;

interface Circumstances {
  readonly clock: Clock;
  readonly random: Random;
  /** The share of calls that have a fault, from 0 to 1. */
  readonly rate: () => number;
  /** Ports whose calls can't be undone or repeated without harm: they are late by only a few seconds. */
  readonly irrevocable: ReadonlySet<string>;
}

/** Most calls succeed after a delay. Others fail before or after their effect, or take effect after the caller has given up. */
export function fates({ clock, random, rate, irrevocable }: Circumstances): Around {
  return async (port, call) => {
    await clock.sleep(random() * 30);
    if (random() >= rate()) return call();
    const kind = Math.floor(random() * 4);
    if (kind === 0) throw lost;
    if (kind === 1) {
      await call();
      throw lost;
    }
    if (kind === 2) {
      const maxMs = irrevocable.has(port) ? maxBriefLateMs : maxLateMs;
      const late = clock.sleep(random() ** 2 * maxMs).then(call);
      late.catch(() => {});
      throw lost;
    }
    await clock.sleep(random() * 9_000);
    // Queues may deliver a message twice.
    return port === 'queue.send' && random() < 0.5 ? call().then(call) : call();
  };
}

/** How long a process pauses, in ms: longer than any claim. */
export const stallMs = (random: Random): number => 90_000 + random() * 510_000;

/**
 * How long a call that can't be undone pauses, in ms: an order at a partner without idempotency keys, or a refund at a
 * provider that may respond differently to a repeat. It is short enough for an order to be listed within the minute for
 * which the service waits, and for a refund to end while its claim lasts.
 */
export const stallBrieflyMs = (random: Random): number => random() * 15_000;
