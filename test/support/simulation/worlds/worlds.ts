/** Faults that are rare but real, each on top of the usual ones of a run: late indexes, pauses, other clocks. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Stored } from '../../../../shared/domain/stored.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import type { Collection } from '../../../../shared/storage/table.ts';
import { memoryJobs, memoryOutboxes } from '../../fakes/memory.ts';
import { oneOf, seeded } from '../chance.ts';
import { disputes, refusedRefunds } from './money.ts';
import { partnerEvents } from './partner-events.ts';
import { behindAnswers, behindAnswersWithoutKeys, refusedRepeats, stalls, withoutKeys } from './partners.ts';
import { calm, sometimes, together, type World, withoutMore } from './world.ts';

/** With and without keys. */
const stallsOfMinutes: World = together(sometimes(0.5, withoutKeys), stalls);

/** The workers' clocks go up to five minutes wrong, each in its own way. */
const wrongClocks: World = (made, rare) => {
  const errors = [-1, 0, 1].map((way) => way * rare() * 300_000);
  const skewed = (deps: ServiceDeps, errorMs: number): ServiceDeps => ({
    ...deps,
    clock: { now: () => made.clock.now() + errorMs, sleep: (ms) => made.clock.sleep(ms) },
  });
  return { ...withoutMore(made), worker: (deps) => skewed(deps, errors[Math.floor(rare() * 3)] ?? 0) };
};

/** A written item stands in the indexes a minute or two later. */
const lateIndexes: World = (made, rare) => {
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
        due,
        waiting,
        paidOn,
        drawingOn,
        idByPartnerId,
        idByPayCode,
        idsByOrderNumber,
      },
      outboxes: { ...indexed<Outbox, typeof deps.outboxes>(deps.outboxes, outboxes), due: byOutbox.due },
    }),
  };
};

export const rareFaults: Readonly<Record<string, World>> = {
  'processes that pause beyond their claim': stallsOfMinutes,
  'workers whose clocks are minutes wrong': wrongClocks,
};

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
const repeatedWrites: World = (made, rare, mayFail) => {
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

export const worlds: Readonly<Record<string, World>> = {
  ...rareFaults,
  'orders that are made behind any answer': behindAnswers,
  'the same without keys': behindAnswersWithoutKeys,
  'repeated calls that are refused': refusedRepeats,
  'refunds that are refused or postponed': refusedRefunds,
  'disputes, warnings and orders that die': disputes,
  'events of partners, lost and early and late': partnerEvents,
  'writes that are saved and read as lost': repeatedWrites,
  'indexes that are minutes behind': lateIndexes,
};

/** It takes away the promise of others: docs/promises.md says so of clocks that are minutes wrong while lists are late. */
const onlyAlone = 'workers whose clocks are minutes wrong';

const inPairs = Object.keys(worlds).filter((name) => name !== onlyAlone);

/** The names of the worlds of a seed: none, one or two. */
export function worldsOf(seed: number): readonly string[] {
  const random = seeded(seed ^ 0x30a1d);
  const isPlain = random() < 0.2;
  const count = isPlain ? 0 : 1 + Number(random() >= 0.6);
  const first = oneOf(Object.keys(worlds), random);
  if (count === 0) return [];
  if (count === 1 || first === onlyAlone) return [first];
  return [...new Set([first, oneOf(inPairs, random)])];
}

export function worldOf(seed: number): World {
  const chosen = worldsOf(seed).flatMap((name) => worlds[name] ?? []);
  return chosen.length === 0 ? calm : together(...chosen);
}
