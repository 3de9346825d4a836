/** Chance that repeats: the same seed makes the same run. And the fates of a call, drawn from it. */
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

/** One for all: a stack of each would take longer than the call. */
const lost = new Error('no answer');

/** Longest times, ms, after which a call takes effect of which nobody waits for the answer any more. */
const lateMs = 60_000;
/** The same of a call that nobody can take back: with the time until it is listed it stays below the minute that we wait. */
const lateBrieflyMs = 9_000;

interface Sea {
  readonly clock: Clock;
  readonly random: Random;
  readonly rate: () => number;
  /** Ports whose calls nobody can take back or repeat without harm: they are late by seconds only. */
  readonly brief: ReadonlySet<string>;
}

/** Most calls succeed but take their time. Others fail before or after their effect, or take effect when nobody waits. */
export function fates({ clock, random, rate, brief }: Sea): Around {
  return async (port, call) => {
    await clock.sleep(random() * 30);
    if (random() >= rate()) return call();
    const kind = Math.floor(random() * 4);
    if (kind === 0) throw lost;
    if (kind === 1) return call().then(async () => Promise.reject(lost));
    if (kind === 2) {
      const mostMs = brief.has(port) ? lateBrieflyMs : lateMs;
      const late = clock.sleep(random() ** 2 * mostMs).then(call);
      late.catch(() => {});
      throw lost;
    }
    await clock.sleep(random() * 9_000);
    return port === 'queue.send' && random() < 0.5 ? call().then(call) : call();
  };
}

/** A process stands still for so long, ms: beyond any claim. */
export const stallMs = (random: Random): number => 90_000 + random() * 510_000;

/**
 * A call that nobody can take back stalls at most this long, ms: an order at a partner without keys, and a refund at a
 * provider that may answer its repetition otherwise. With the time that it takes to land and to be listed, an order stays
 * below the minute that the service waits for it; a refund stays below the time for which its claim outlasts the call.
 */
export const stallBrieflyMs = (random: Random): number => random() * 15_000;
