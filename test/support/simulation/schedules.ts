/** Which process's parked call goes next: by chance, or by priorities that change at a few points (PCT, Burckhardt et al. 2010). */
import type { Clock } from '../../../shared/domain/clock.ts';
import type { Around } from '../fakes/around.ts';
import { fates, type Random } from './chance.ts';

/** Makes what happens around the calls of one more process. */
export type Schedule = () => Around;

interface Sea {
  readonly clock: Clock;
  readonly random: Random;
  readonly rate: () => number;
  readonly brief: ReadonlySet<string>;
  readonly isSlow: boolean | undefined;
}

/** A process stands still for so long, ms: beyond any claim. */
export const stallMs = (random: Random): number => 90_000 + random() * 510_000;

/**
 * A call that nobody can take back stalls at most this long, ms: an order at a partner without keys, and a refund at a
 * provider that may answer its repetition otherwise. With the time that it takes to land and to be listed, an order stays
 * below the minute that the service waits for it; a refund stays below the time for which its claim outlasts the call.
 */
export const stallBrieflyMs = (random: Random): number => random() * 15_000;

export function byChance({ clock, random, rate, brief, isSlow }: Sea): Schedule {
  const around = fates(clock, random, rate, { brief, isSlow });
  return () => around;
}

interface Parked {
  readonly process: { priority: number };
  readonly port: string;
  readonly go: () => void;
}

/** A life takes about so many calls; most of what matters happens early. */
const longestLife = 600;

/**
 * The parked call of the process with the highest priority goes. At `depth` random points that process gets
 * the lowest priority, and stands still. Between such points nothing is left to chance.
 */
export function byPriority({ clock, random, rate, brief, isSlow }: Sea, depth = 3): Schedule {
  const points = new Set(Array.from({ length: depth }, () => Math.floor(random() ** 2 * longestLife)));
  const parked: Parked[] = [];
  let [steps, isServing] = [0, false];
  const highest = (): Parked | undefined => {
    const first = parked.reduce<Parked | undefined>(
      (best, each) => (best === undefined || each.process.priority > best.process.priority ? each : best),
      undefined,
    );
    if (first !== undefined) parked.splice(parked.indexOf(first), 1);
    return first;
  };
  const serve = async () => {
    isServing = true;
    for (;;) {
      await clock.sleep(1);
      const next = highest();
      if (next === undefined) break;
      steps += 1;
      if (points.has(steps)) {
        next.process.priority = -steps;
        const ms = (brief.has(next.port) ? stallBrieflyMs : stallMs)(random);
        void clock.sleep(ms).then(next.go);
      } else next.go();
    }
    isServing = false;
  };
  return () => {
    const process = { priority: random() };
    return (port, call) => {
      const turn = () =>
        new Promise<void>((go) => {
          parked.push({ process, port, go });
          if (!isServing) void serve();
        });
      return fates(clock, random, rate, { turn, brief, isSlow })(port, call);
    };
  };
}
