/** Worlds are what may be worse in a run than lost calls. They are values: several together are a world, too. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { ProductName } from '../../../../shared/domain/names.ts';
import { advance as thisVersion } from '../../../../shared/orders/advance.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';

export interface Besides {
  /** The memory behind all processes. */
  readonly memory: MemoryDeps;
  /** How a process sees it, and how a worker does. Before a call of a `brief` port nobody stands still for long. */
  process(deps: MemoryDeps, brief: ReadonlySet<string>): MemoryDeps;
  worker(deps: ServiceDeps): ServiceDeps;
  /** The worker's code. */
  advances(): typeof thisVersion;
  /** Others who act from the start of the run on. `process`: a new process of this service. */
  meanwhile(process: () => ServiceDeps): Promise<void>;
  /** Others who act beside the life of a job, while faults still happen. */
  beside(jobId: string, process: () => ServiceDeps): Promise<void>;
  /** When payers and cancellers are done, while faults still happen. */
  afterLives(jobIds: readonly string[]): Promise<void>;
  /** When everything has come to rest. */
  muchLater(): Promise<void>;
  /** Promises of this world's own that a job breaks at the end. */
  broken(job: Job): readonly string[];
  /** Whether a broken promise counts in this world. */
  counts(promise: string): boolean;
  /** Its runs last for minutes, so no order names its day. */
  readonly isBrief?: boolean;
  /** The service may refuse an order; then there is no job. */
  readonly mayRefuse?: boolean;
  /** The payment provider does not store its refusals under their keys: a refund on its way cannot be called again. */
  readonly forgetsRefusals?: boolean;
  /** Calls to the partner take their time in its house: none lands later besides. */
  readonly isSlow?: boolean;
  /** Further members of a quote's request. */
  options?(product: ProductName): object;
  /** The products that it is about; any if missing. */
  readonly products?: readonly ProductName[] | undefined;
}

export type World = (made: MemoryDeps, rare: Random, mayFail: () => boolean) => Besides;

/** Nothing else happens: the others say what differs. */
export const withoutMore = (memory: MemoryDeps): Besides => ({
  memory,
  process: (deps) => deps,
  worker: (deps) => deps,
  advances: () => thisVersion,
  meanwhile: async () => undefined,
  beside: async () => undefined,
  afterLives: async () => undefined,
  muchLater: async () => undefined,
  broken: () => [],
  counts: () => true,
});

export const calm: World = (made) => withoutMore(made);

/** The later ones stand before the earlier ones, between them and the service. */
export const together =
  (...worlds: readonly World[]): World =>
  (made, rare, mayFail) => {
    const all: Besides[] = [];
    for (const world of worlds) all.push(world(all.at(-1)?.memory ?? made, rare, mayFail));
    const inTurn = async (act: (besides: Besides) => Promise<void>) => {
      for (const besides of all) await act(besides);
    };
    const lists = all.flatMap(({ products }) => (products === undefined ? [] : [products]));
    return {
      memory: all.at(-1)?.memory ?? made,
      process: (deps, brief) => all.reduce((seen, besides) => besides.process(seen, brief), deps),
      worker: (deps) => all.reduce((seen, besides) => besides.worker(seen), deps),
      advances: () => all.map((besides) => besides.advances()).find((one) => one !== thisVersion) ?? thisVersion,
      meanwhile: async (process) => void (await Promise.all(all.map((besides) => besides.meanwhile(process)))),
      beside: async (...asked) => void (await Promise.all(all.map((besides) => besides.beside(...asked)))),
      afterLives: (jobIds) => inTurn((besides) => besides.afterLives(jobIds)),
      muchLater: () => inTurn((besides) => besides.muchLater()),
      broken: (job) => all.flatMap((besides) => besides.broken(job)),
      counts: (promise) => all.every((besides) => besides.counts(promise)),
      mayRefuse: all.some(({ mayRefuse }) => mayRefuse),
      isSlow: all.some(({ isSlow }) => isSlow),
      options: (product) => Object.assign({}, ...all.map((besides) => besides.options?.(product))),
      forgetsRefusals: all.some(({ forgetsRefusals }) => forgetsRefusals),
      products:
        lists.length === 0 ? undefined : lists.reduce((some, more) => some.filter((name) => more.includes(name))),
    };
  };

/** The world in a share of all runs; nothing in the others. */
export const sometimes =
  (share: number, world: World): World =>
  (made, rare, mayFail) =>
    (rare() < share ? world : calm)(made, rare, mayFail);
