/** Worlds: what may go wrong in a run besides lost calls. Several worlds can be combined into one. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

export interface WorldEffects {
  /** The memory behind all processes. */
  readonly memory: MemoryDeps;
  /** The memory as every process sees it. `irrevocable`: ports before whose calls a process pauses only briefly. */
  process(deps: MemoryDeps, irrevocable: ReadonlySet<string>): MemoryDeps;
  /** The dependencies `deps` of a process, as a worker sees them. Workers are the processes that the queue starts. */
  worker(deps: ServiceDeps): ServiceDeps;
  /** The promises of this world that a job has broken at the end. */
  broken(job: Job): readonly string[];
  /** The payment provider doesn't store refusals under their keys, so repeating a refund may have another result. */
  readonly forgetsRefusals?: boolean;
}

/** `base`: the memory without this world. `random`: a separate source. `mayFail`: true while a run still has faults. */
export type World = (base: MemoryDeps, random: Random, mayFail: () => boolean) => WorldEffects;

/** No effects, for other worlds to build on. */
export const noEffects = (memory: MemoryDeps): WorldEffects => ({
  memory,
  process: (deps) => deps,
  worker: (deps) => deps,
  broken: () => [],
});

export const calm: World = (base) => noEffects(base);

/** One world with the effects of all. Later worlds wrap earlier ones. */
export const together =
  (...worlds: readonly World[]): World =>
  (base, random, mayFail) => {
    const all: WorldEffects[] = [];
    for (const world of worlds) all.push(world(all.at(-1)?.memory ?? base, random, mayFail));
    return {
      memory: all.at(-1)?.memory ?? base,
      process: (deps, irrevocable) => all.reduce((seen, effects) => effects.process(seen, irrevocable), deps),
      worker: (deps) => all.reduce((seen, effects) => effects.worker(seen), deps),
      broken: (job) => all.flatMap((effects) => effects.broken(job)),
      forgetsRefusals: all.some(({ forgetsRefusals }) => forgetsRefusals),
    };
  };

/** This world in a share of all runs, and the calm one in the others. */
export const sometimes =
  (share: number, world: World): World =>
  (base, random, mayFail) =>
    (random() < share ? world : calm)(base, random, mayFail);
