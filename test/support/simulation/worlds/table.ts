/** A table whose own client repeats writes, and whose indexes are late. */
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Stored } from '../../../../shared/domain/stored.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import type { Collection } from '../../../../shared/storage/table.ts';
import { memoryJobs, memoryOutboxes } from '../../fakes/memory.ts';
import { type World, withoutMore } from './world.ts';

const collections = [
  'quotes',
  'uploads',
  'idempotencyKeys',
  'jobs',
  'bankAccounts',
  'checkCounters',
  'serialLocks',
  'requestCounters',
  'outboxes',
  'sharedAnswers',
  'silencedAddresses',
] as const;

/** A write is saved, its answer is lost, and the client's own repetition of it finds it saved: by somebody else, as it seems. */
export const repeatedWrites: World = (made, rare, mayFail) => {
  const often = rare() * 0.2;
  const isRepeated = () => mayFail() && rare() < often;
  const repeating = <T extends Stored, C extends Collection<T>>(items: C): C => ({
    ...items,
    create: async (item: T) => ((await items.create(item)) === 'saved' && !isRepeated() ? 'saved' : 'exists'),
    replace: async (item: T) => ((await items.replace(item)) === 'saved' && !isRepeated() ? 'saved' : 'stale'),
  });
  return {
    ...withoutMore(made),
    process: (deps) => ({
      ...deps,
      ...Object.fromEntries(collections.map((name) => [name, repeating(deps[name] as Collection<Stored>)])),
    }),
  };
};

/** A written item stands in the indexes a minute or two later. */
export const lateIndexes: World = (made, rare) => {
  const lagMs = () => 30_000 + rare() * 90_000;
  const jobs = new Map<string, Job>();
  const outboxes = new Map<string, Outbox>();
  const [byJob, byOutbox] = [memoryJobs(jobs), memoryOutboxes(outboxes)];
  const indexed = <T extends Stored, C extends Collection<T>>(items: C, index: Map<string, T>): C => {
    /** However the write was answered, what stands in the table then stands in the index later. */
    const show = async (id: string) => {
      await made.clock.sleep(lagMs());
      const item = await items.get(id);
      if (item !== undefined) index.set(id, item);
    };
    const showing =
      <R>(write: (item: T) => Promise<R>) =>
      (item: T) => {
        const result = write(item);
        void result.then(() => show(item.id));
        return result;
      };
    return { ...items, create: showing(items.create), replace: showing(items.replace) };
  };
  const { due, waiting, paidOn, drawingOn, idByPartnerId, idByPayCode, idsByOrderNumber } = byJob;
  return {
    ...withoutMore(made),
    process: (deps) => ({
      ...deps,
      jobs: {
        ...indexed<Job, typeof deps.jobs>(deps.jobs, jobs),
        ...{ due, waiting, paidOn, drawingOn, idByPartnerId, idByPayCode, idsByOrderNumber },
      },
      outboxes: { ...indexed<Outbox, typeof deps.outboxes>(deps.outboxes, outboxes), due: byOutbox.due },
    }),
  };
};
