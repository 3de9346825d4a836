/** Faults that are rare but real, each on top of the usual ones of a run: late indexes, pauses, other clocks. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Progress } from '../../../../shared/domain/job/progress.ts';
import type { Stored } from '../../../../shared/domain/stored.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import { receivePartnerEvent } from '../../../../shared/orders/read-progress.ts';
import type { Partner } from '../../../../shared/partners/partner.ts';
import { isMail } from '../../../../shared/products/index.ts';
import type { Collection } from '../../../../shared/storage/table.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import { memoryJobs, memoryOutboxes, queueBy } from '../../fakes/memory.ts';
import { oneOf, seeded } from '../chance.ts';
import { disputes, refusedRefunds } from './money.ts';
import { partnerEvents } from './partner-events.ts';
import {
  behindAnswers,
  behindAnswersWithoutKeys,
  refusedRepeats,
  stalls,
  withoutKeys,
  withPartners,
} from './partners.ts';
import { calm, sometimes, together, type World, withoutMore } from './world.ts';

const hourMs = 3_600_000;

/** A third of all messages come once more, hours later. */
const lateMessages: World = (made, rare) => ({
  ...withoutMore(made),
  process: (deps) => ({
    ...deps,
    queue: queueBy(async (jobId, delayMs) => {
      await deps.queue.send(jobId, delayMs);
      if (rare() < 0.3) void made.clock.sleep((1 + rare() * 8) * hourMs).then(() => deps.queue.send(jobId, delayMs));
    }),
  }),
  muchLater: () => made.clock.wind(12 * hourMs),
});

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

/** The store refuses one write: the first, the second, the third… */
const refusedWrite: World = (made, rare) => {
  let left = 1 + Math.floor(rare() * 5);
  return {
    ...withoutMore(made),
    process: (deps) => ({
      ...deps,
      documents: {
        ...deps.documents,
        put: async (key, bytes) => {
          left -= 1;
          if (left === 0) throw new Error('SlowDown');
          await deps.documents.put(key, bytes);
        },
      },
    }),
  };
};

/** A table that was set back cannot know these any more: the refunds and the busy lines of the hour that is lost. */
const knownOnlyToTheLostHour = [
  'never carried out and refunded',
  'at most one order a job, and one more for each busy line',
  'the view says what is true of the order',
  'the view says what is true of the refund',
];

/** After letters went out the table is as it was at an earlier moment, up to an hour ago. */
const restoredTable: World = (made, rare, mayFail) => {
  let table = memoryJobs();
  const memory: MemoryDeps = {
    ...(rare() < 0.5 ? withoutKeys : calm)(made, rare, mayFail).memory,
    jobs: {
      all: () => table.all(),
      get: (id) => table.get(id),
      create: (job) => table.create(job),
      replace: async (job) => {
        const result = await table.replace(job);
        moments.push(table.all());
        return result;
      },
      due: (...asked) => table.due(...asked),
      waiting: (...asked) => table.waiting(...asked),
      paidOn: (...asked) => table.paidOn(...asked),
      drawingOn: (...asked) => table.drawingOn(...asked),
      idByPartnerId: (id) => table.idByPartnerId(id),
      idByPayCode: (code) => table.idByPayCode(code),
      idsByOrderNumber: (number) => table.idsByOrderNumber(number),
    },
  };
  const moments: Job[][] = [];
  return {
    ...withoutMore(memory),
    async afterLives(jobIds) {
      await made.clock.wind(20 * 60_000);
      // A moment at which every payer had a link: money for another is found by the audit alone.
      const whole = moments.filter((jobs) => jobIds.every((id) => jobs.some((job) => job.id === id && job.checkout)));
      const restored = whole[Math.floor(rare() * whole.length)] ?? table.all();
      table = memoryJobs();
      for (const job of restored) await table.create(job);
    },
    // The next reading tells of an order that was cancelled in the lost hour.
    muchLater: () => made.clock.wind(24 * 60 * 60_000),
    counts: (promise) => !knownOnlyToTheLostHour.includes(promise),
  };
};

/** The carrier brings all mail back. Older news of it comes later. */
const returnedMail: World = (made) => {
  const comesBack = (partner: Partner): Partner => ({
    ...partner,
    async read(id) {
      const view = await partner.read(id);
      return view.kind !== 'progress' ? view : { kind: 'progress', progress: returned(view.progress) };
    },
    async recall(id) {
      const outcome = await partner.recall(id);
      return outcome.kind === 'refused' ? { ...outcome, progress: returned(outcome.progress) } : outcome;
    },
    // An order with a lost answer may be far along when it is found.
    async find(reference, order) {
      const found = await partner.find(reference, order);
      return found.kind === 'found' ? { ...found, order: returned(found.order) } : found;
    },
    async submit(request) {
      const outcome = await partner.submit(request);
      return outcome.kind === 'accepted' ? { ...outcome, order: returned(outcome.order) } : outcome;
    },
  });
  const returned = <P extends Progress>(progress: P): P =>
    isLeft(progress) ? { ...progress, returned: true, final: true } : progress;
  const isLeft = ({ stage }: Progress) => stage === 'dispatched' || stage === 'completed';
  const isKnown = ({ partner }: Job) => partner?.returned === true;
  return {
    ...withoutMore(withPartners(made, comesBack)),
    async muchLater() {
      await made.clock.wind(12 * hourMs);
      for (const job of made.jobs.all().filter(isKnown)) {
        const older = { id: job.partner?.id, view: { kind: 'progress', progress: { stage: 'dispatched' } } } as const;
        await receivePartnerEvent(made, { kind: 'order', partnerId: `${older.id}`, view: older.view });
      }
    },
    broken: (job) =>
      job.state === 'fulfilled' && isMail(job) && !isKnown(job) ? ['mail that comes back is told of'] : [],
  };
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
  'messages that come again hours later': lateMessages,
  'processes that pause beyond their claim': stallsOfMinutes,
  'workers whose clocks are minutes wrong': wrongClocks,
  'a store that refuses one write': refusedWrite,
  'a table that was set back': restoredTable,
  'mail that comes back': returnedMail,
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

/**
 * One may take away the promise of another: docs/promises.md says so of a table that was set back, and of clocks that are
 * wrong by minutes while a partner's lists are late.
 */
const onlyAlone = new Set(['a table that was set back', 'workers whose clocks are minutes wrong']);

const inPairs = Object.keys(worlds).filter((name) => !onlyAlone.has(name));

/** The names of the worlds of a seed: none, one or two. */
export function worldsOf(seed: number): readonly string[] {
  const random = seeded(seed ^ 0x30a1d);
  const isPlain = random() < 0.2;
  const count = isPlain ? 0 : 1 + Number(random() >= 0.6);
  const first = oneOf(Object.keys(worlds), random);
  if (count === 0) return [];
  if (count === 1 || onlyAlone.has(first)) return [first];
  // A partner's events show what its mail does, so mail that comes back is the world below the other.
  const isReturned = (name: string) => Number(name === 'mail that comes back');
  return [...new Set([first, oneOf(inPairs, random)])].sort((one, other) => isReturned(other) - isReturned(one));
}

export function worldOf(seed: number): World {
  const chosen = worldsOf(seed).flatMap((name) => worlds[name] ?? []);
  return chosen.length === 0 ? calm : together(...chosen);
}
