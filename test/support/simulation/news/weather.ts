/** The faults of a run beside lost calls: each changes how a process sees the clock and the stores. */
import type { Job } from '../../../../shared/core/job/job.ts';
import type { Outbox } from '../../../../shared/core/notify/outbox.ts';
import type { Stored } from '../../../../shared/core/stored.ts';
import type { Collection } from '../../../../shared/ports/table.ts';
import { depsAround } from '../../fakes/around.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

interface Sky {
  /** How a process sees the world; one is made for every message. */
  process(deps: MemoryDeps): MemoryDeps;
  /** Promises of this weather's own that are broken at the end. */
  broken?(): readonly string[];
}

export type Weather = (base: MemoryDeps, random: Random, mayFail: () => boolean) => Sky;

const fair: Weather = () => ({ process: (deps) => deps });

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
  return {
    process: (deps) => ({
      ...deps,
      jobs: { ...deps.jobs, due: due.jobs },
      outboxes: { ...deps.outboxes, due: (channel, ...asked) => due[channel](channel, ...asked) },
    }),
  };
};

/** A process stands still before a call for up to six minutes, far beyond any claim, and goes on as if nothing had been. */
const longPauses: Weather = (base, random, mayFail) => ({
  process: (deps) =>
    depsAround(deps, async (_port, call) => {
      if (mayFail() && random() < 0.05) await base.clock.sleep(30_000 + random() * 330_000);
      return call();
    }),
});

/** The clocks of processes go up to five minutes wrong, each in its own way. */
const wrongClocks: Weather = (base, random) => {
  const errors = [-1, 0, 1].map((way) => Math.round(way * random() * 300_000));
  const process = (deps: MemoryDeps): MemoryDeps => {
    const errorMs = errors[Math.floor(random() * 3)] ?? 0;
    const clock = { now: () => base.clock.now() + errorMs, sleep: (ms: number) => base.clock.sleep(ms) };
    return { ...deps, clock: clock as MemoryDeps['clock'] };
  };
  return { process };
};

/** An item on which a newer release has worked: this one does not know the member, and must leave it alone. */
type Newer<T> = T & { readonly ofANewerRelease?: string };

const touchedBy = <T extends Stored>(items: Collection<T>, random: Random, touched: Set<string>) => ({
  get: async (id: string) => {
    const item = await items.get(id);
    if (item === undefined || touched.has(id) || random() >= 0.3) return item;
    const saved = await items.replace({ ...item, ofANewerRelease: 'kept' } as Newer<T>);
    if (saved === 'saved') touched.add(id);
    return items.get(id);
  },
});

/** A newer release writes in between. */
const otherReleases: Weather = (base, random) => {
  const touched = new Set<string>();
  return {
    process: (deps) => ({
      ...deps,
      jobs: { ...deps.jobs, ...touchedBy<Job>(base.jobs, random, touched) },
      outboxes: { ...deps.outboxes, ...touchedBy<Outbox>(base.outboxes, random, touched) },
    }),
    broken: () =>
      [...base.jobs.all(), ...base.outboxes.all()].some(
        (item: Newer<Stored>) => touched.has(item.id) && item.ofANewerRelease === undefined,
      )
        ? ['what another release has written is kept']
        : [],
  };
};

export const weathers = {
  fair,
  'an index that is behind': staleIndex,
  'processes that pause': longPauses,
  'clocks that are wrong': wrongClocks,
  'items of other releases': otherReleases,
  // It strikes once, and all processes at the same time: the run does it.
  'a table that is set back': fair,
} as const satisfies Readonly<Record<string, Weather>>;

export type WeatherName = keyof typeof weathers;
