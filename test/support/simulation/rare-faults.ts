/** Faults that are rare but real, each on top of the usual ones of a run: stale indexes, pauses, other clocks, old releases. */

import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Progress } from '../../../shared/domain/job/progress.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { isMail } from '../../../shared/products/index.ts';
import type { MemoryDeps } from '../fakes/deps.ts';
import { memoryJobs, queueBy } from '../fakes/memory.ts';
import { withoutKeys, withPartners } from './worlds/partners.ts';
import { stalls } from './worlds/processes.ts';
import { calm, sometimes, together, type World, withoutMore } from './worlds/world.ts';

/** The list of due jobs is often that of the round before. */
const staleIndex: World = (made, rare) => ({
  ...withoutMore(made),
  process(deps) {
    let before: Awaited<ReturnType<typeof deps.jobs.due>> = [];
    const due: typeof deps.jobs.due = async (...asked) => {
      const old = before;
      before = await deps.jobs.due(...asked);
      return rare() < 0.5 ? old : before;
    };
    return { ...deps, jobs: { ...deps.jobs, due } };
  },
});

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

export const rareFaults: Readonly<Record<string, World>> = {
  'an index that is a minute behind': staleIndex,
  'messages that come again hours later': lateMessages,
  'processes that pause beyond their claim': stallsOfMinutes,
  'workers whose clocks are minutes wrong': wrongClocks,
  'a store that refuses one write': refusedWrite,
  'a table that was set back': restoredTable,
  'mail that comes back': returnedMail,
};
