/** Chance that repeats: the same seed makes the same run. And the fates of a call, drawn from it. */
import type { Clock } from '../../../shared/ports.ts';
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

const lost = () => new Error('no answer');

/** Most calls succeed but take their time. Others fail before or after their effect, or take effect when nobody waits. */
export function fates(clock: Clock, random: Random, rate: () => number): Around {
  return async (port, call) => {
    await clock.sleep(random() * 30);
    if (random() >= rate()) return call();
    const slowly = () => clock.sleep(random() * 9_000);
    const kind = Math.floor(random() * 4);
    if (kind === 0) throw lost();
    if (kind === 1) return call().then(async () => Promise.reject(lost()));
    if (kind === 2) {
      const late = slowly().then(call);
      late.catch(() => {});
      throw lost();
    }
    await slowly();
    return port === 'queue.send' && random() < 0.5 ? call().then(call) : call();
  };
}
