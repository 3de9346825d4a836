/** The faults of a run beside lost calls: each changes how a process sees the clock and the stores. */
import { depsAround } from '../../fakes/around.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

/** How a process sees the world; asked for every message. */
type Sky = (deps: MemoryDeps) => MemoryDeps;

export type Weather = (base: MemoryDeps, random: Random, mayFail: () => boolean) => Sky;

const fair: Weather = () => (deps) => deps;

/** The lists of what is due are often those of the round before. */
const staleIndex: Weather = (base, random) => {
  const stale = <A extends unknown[], R>(due: (...asked: A) => Promise<readonly R[]>) => {
    let before: readonly R[] = [];
    return async (...asked: A) => {
      const old = before;
      before = await due(...asked);
      return random() < 0.5 ? old : before;
    };
  };
  const due = { jobs: stale(base.jobs.due), webhook: stale(base.outboxes.due), email: stale(base.outboxes.due) };
  return (deps) => ({
    ...deps,
    jobs: { ...deps.jobs, due: due.jobs },
    outboxes: { ...deps.outboxes, due: (channel, ...asked) => due[channel](channel, ...asked) },
  });
};

/** A process stands still before a call for up to six minutes, far beyond any claim, and goes on as if nothing had been. */
const longPauses: Weather = (base, random, mayFail) => (deps) =>
  depsAround(deps, async (_port, call) => {
    if (mayFail() && random() < 0.05) await base.clock.sleep(30_000 + random() * 330_000);
    return call();
  });

/** The clocks of processes go up to five minutes wrong, each in its own way. */
const wrongClocks: Weather = (base, random) => {
  const errors = [-1, 0, 1].map((way) => Math.round(way * random() * 300_000));
  return (deps) => {
    const errorMs = errors[Math.floor(random() * 3)] ?? 0;
    const clock = { now: () => base.clock.now() + errorMs, sleep: (ms: number) => base.clock.sleep(ms) };
    return { ...deps, clock: clock as MemoryDeps['clock'] };
  };
};

export const weathers = {
  fair,
  'an index that is behind': staleIndex,
  'processes that pause': longPauses,
  'clocks that are wrong': wrongClocks,
  // It strikes once, and all processes at the same time: the run does it.
  'a table that is set back': fair,
} as const satisfies Readonly<Record<string, Weather>>;

export type WeatherName = keyof typeof weathers;
