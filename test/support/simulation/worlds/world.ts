/** Worlds: what may go wrong in a run besides lost calls. Several worlds can be combined into one. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

export interface WorldEffects {
  /** The memory behind all processes. */
  readonly memory: MemoryDeps;
  /** The memory as processes see it. Before calls of `brief` ports, processes pause only briefly. */
  process(deps: MemoryDeps, brief: ReadonlySet<string>): MemoryDeps;
  /** The memory as workers see it. */
  worker(deps: ServiceDeps): ServiceDeps;
  /** The promises of this world that a job has broken at the end. */
  broken(job: Job): readonly string[];
  /** The payment provider doesn't store refusals under their keys, so repeating a refund may have another result. */
  readonly forgetsRefusals?: boolean;
}

export type World = (made: MemoryDeps, rare: Random, mayFail: () => boolean) => WorldEffects;

/** No effects, for other worlds to build on. */
export const withoutMore = (memory: MemoryDeps): WorldEffects => ({
  memory,
  process: (deps) => deps,
  worker: (deps) => deps,
  broken: () => [],
});

export const calm: World = (made) => withoutMore(made);

/** One world with the effects of all. Later worlds wrap earlier ones. */
export const together =
  (...worlds: readonly World[]): World =>
  (made, rare, mayFail) => {
    const all: WorldEffects[] = [];
    for (const world of worlds) all.push(world(all.at(-1)?.memory ?? made, rare, mayFail));
    return {
      memory: all.at(-1)?.memory ?? made,
      process: (deps, brief) => all.reduce((seen, effects) => effects.process(seen, brief), deps),
      worker: (deps) => all.reduce((seen, effects) => effects.worker(seen), deps),
      broken: (job) => all.flatMap((effects) => effects.broken(job)),
      forgetsRefusals: all.some(({ forgetsRefusals }) => forgetsRefusals),
    };
  };

/** This world in a share of all runs, and the calm one in the others. */
export const sometimes =
  (share: number, world: World): World =>
  (made, rare, mayFail) =>
    (rare() < share ? world : calm)(made, rare, mayFail);
