/** Worlds are what may be worse in a run than lost calls. They are values: several together are a world, too. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

export interface Besides {
  /** The memory behind all processes. */
  readonly memory: MemoryDeps;
  /** How a process sees it, and how a worker does. Before a call of a `brief` port nobody stands still for long. */
  process(deps: MemoryDeps, brief: ReadonlySet<string>): MemoryDeps;
  worker(deps: ServiceDeps): ServiceDeps;
  /** Promises of this world's own that a job breaks at the end. */
  broken(job: Job): readonly string[];
  /** The payment provider does not store its refusals under their keys: a refund on its way cannot be called again. */
  readonly forgetsRefusals?: boolean;
}

export type World = (made: MemoryDeps, rare: Random, mayFail: () => boolean) => Besides;

/** Nothing else happens: the others say what differs. */
export const withoutMore = (memory: MemoryDeps): Besides => ({
  memory,
  process: (deps) => deps,
  worker: (deps) => deps,
  broken: () => [],
});

export const calm: World = (made) => withoutMore(made);

/** The later ones stand before the earlier ones, between them and the service. */
export const together =
  (...worlds: readonly World[]): World =>
  (made, rare, mayFail) => {
    const all: Besides[] = [];
    for (const world of worlds) all.push(world(all.at(-1)?.memory ?? made, rare, mayFail));
    return {
      memory: all.at(-1)?.memory ?? made,
      process: (deps, brief) => all.reduce((seen, besides) => besides.process(seen, brief), deps),
      worker: (deps) => all.reduce((seen, besides) => besides.worker(seen), deps),
      broken: (job) => all.flatMap((besides) => besides.broken(job)),
      forgetsRefusals: all.some(({ forgetsRefusals }) => forgetsRefusals),
    };
  };

/** The world in a share of all runs; nothing in the others. */
export const sometimes =
  (share: number, world: World): World =>
  (made, rare, mayFail) =>
    (rare() < share ? world : calm)(made, rare, mayFail);
