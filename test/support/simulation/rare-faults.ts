/** Faults that are rare but real, each on top of the usual ones of a run: stale indexes, pauses, other clocks, old releases. */

import { addressTokenOf, emailsTokenOf } from '../../../shared/core/ids.ts';
import type { Progress } from '../../../shared/core/job.ts';
import type { Job } from '../../../shared/core/product.ts';
import { careful } from '../../../shared/partners/assumed.ts';
import type { Addresses, Deps, Partner } from '../../../shared/ports.ts';
import { isMail } from '../../../shared/products/index.ts';
import type { Parties } from '../../../shared/products/mail.ts';
import { chooseAddress } from '../../../shared/usecases/before-paying/choose-address.ts';
import { chooseEmails } from '../../../shared/usecases/before-paying/choose-emails.ts';
import { receivePartnerEvent } from '../../../shared/usecases/receive-partner-event.ts';
import { depsAround } from '../fakes/around.ts';
import { forEachProduct, type MemoryDeps } from '../fakes/deps.ts';
import { memoryJobs, queueBy } from '../fakes/memory.ts';

interface Besides {
  /** What stands behind all processes. */
  readonly memory: MemoryDeps;
  /** How a process sees it, and how a worker does. */
  process(deps: MemoryDeps): MemoryDeps;
  worker(deps: Deps): Deps;
  /** When payers and cancellers are done, while faults still happen. */
  afterLives(jobIds: readonly string[]): Promise<void>;
  /** When everything has come to rest. */
  muchLater(): Promise<void>;
  /** Promises of this fault's own that a job breaks at the end. */
  broken(job: Job): readonly string[];
  /** Whether a broken promise counts in runs with this fault. */
  counts(promise: string): boolean;
}

type Random = () => number;

export type RareFault = (made: MemoryDeps, rare: Random, mayFail: () => boolean) => Besides;

const nothing = (memory: MemoryDeps): Besides => ({
  memory,
  process: (deps) => deps,
  worker: (deps) => deps,
  afterLives: async () => undefined,
  muchLater: async () => undefined,
  broken: () => [],
  counts: () => true,
});

export const calm: RareFault = nothing;

/** The list of due jobs is often that of the round before. */
const staleIndex: RareFault = (made, rare) => ({
  ...nothing(made),
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
const lateMessages: RareFault = (made, rare) => ({
  ...nothing(made),
  process: (deps) => ({
    ...deps,
    queue: queueBy(async (jobId, delayMs) => {
      await deps.queue.send(jobId, delayMs);
      if (rare() < 0.3) void made.clock.sleep((1 + rare() * 8) * hourMs).then(() => deps.queue.send(jobId, delayMs));
    }),
  }),
  muchLater: () => made.clock.wind(12 * hourMs),
});

/**
 * A process stands still before a call for up to six minutes, far beyond any claim, and goes on as if nothing had been.
 * Before a call to a partner without keys it does not: nobody can take such a call back.
 */
const longPauses: RareFault = (made, rare, mayFail) => {
  const memory = rare() < 0.5 ? withoutKeys(made) : made;
  return {
    ...nothing(memory),
    process: (deps) =>
      depsAround(deps, async (port, call) => {
        const isOnItsWay = port === 'partner.submit' && memory !== made;
        if (mayFail() && !isOnItsWay && rare() < 0.03) await made.clock.sleep(30_000 + rare() * 330_000);
        return call();
      }),
  };
};

/** The workers' clocks go up to five minutes wrong, each in its own way. */
const wrongClocks: RareFault = (made, rare) => {
  const errors = [-1, 0, 1].map((way) => way * rare() * 300_000);
  const skewed = (deps: Deps, errorMs: number): Deps => ({
    ...deps,
    clock: { now: () => made.clock.now() + errorMs, sleep: (ms) => made.clock.sleep(ms) },
  });
  return { ...nothing(made), worker: (deps) => skewed(deps, errors[Math.floor(rare() * 3)] ?? 0) };
};

/** The store refuses one write: the first, the second, the third… */
const refusedWrite: RareFault = (made, rare) => {
  let left = 1 + Math.floor(rare() * 5);
  return {
    ...nothing(made),
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

/** A job on which a newer release has worked: this one does not know the member, and must leave it alone. */
type Newer = Job & { readonly ofANewerRelease?: string };

/** A newer release writes in between. */
const otherReleases: RareFault = (made, rare) => {
  const { jobs } = made;
  const touched = new Set<string>();
  const get: typeof jobs.get = async (id) => {
    const job = await jobs.get(id);
    if (job !== undefined && !touched.has(id) && rare() < 0.2) {
      touched.add(id);
      await jobs.replace({ ...job, ofANewerRelease: 'kept' } as Newer);
      return jobs.get(id);
    }
    return job;
  };
  return {
    ...nothing({ ...made, jobs: { ...jobs, get } }),
    broken: (job: Newer) =>
      touched.has(job.id) && job.ofANewerRelease === undefined
        ? ['what another release has written of a job is kept']
        : [],
  };
};

/** What a table that was set back cannot know any more: the refunds and the busy lines of the hour that is lost. */
const knownOnlyToTheLostHour = [
  'never carried out and refunded',
  'at most one order a job, and one more for each busy line',
  'the view says what is true of the order',
  'the view says what is true of the refund',
];

/** After letters went out the table is as it was at an earlier moment, up to an hour ago. */
const restoredTable: RareFault = (made, rare) => {
  let table = memoryJobs();
  const memory: MemoryDeps = {
    ...(rare() < 0.5 ? withoutKeys(made) : made),
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
      idByOrderNumber: (number) => table.idByOrderNumber(number),
    },
  };
  const moments: Job[][] = [];
  return {
    ...nothing(memory),
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
const returnedMail: RareFault = (made) => {
  const comesBack = (partner: Partner): Partner => ({
    ...partner,
    async read(id) {
      const view = await partner.read(id);
      return view === 'unknown' || 'stopped' in view ? view : { progress: returned(view.progress) };
    },
    // An order with a lost answer may be far along when it is found.
    async find(reference, order) {
      const found = await partner.find(reference, order);
      return typeof found === 'string' ? found : returned(found);
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
    ...nothing({
      ...made,
      partners: forEachProduct((product) =>
        product === 'fax' ? made.partners[product] : comesBack(made.partners[product]),
      ),
    }),
    async muchLater() {
      await made.clock.wind(12 * hourMs);
      for (const job of made.jobs.all().filter(isKnown)) {
        const older = { id: job.partner?.id, view: { progress: { stage: 'dispatched' } } } as const;
        await receivePartnerEvent(made, { kind: 'order', partnerId: `${older.id}`, view: older.view });
      }
    },
    broken: (job) =>
      job.state === 'fulfilled' && isMail(job) && !isKnown(job) ? ['mail that comes back is told of'] : [],
  };
};

/** Each address has a correction, and a payer takes it in another tab: before the payment, beside it, or after it. */
const chosenAddress: RareFault = (made, rare) => {
  const addresses: Addresses = {
    asksNobody: true,
    verify: async (address) => ({
      status: 'corrected',
      what: ['addressLine2'],
      suggestion: { ...address, addressLine2: 'Unit 5' },
    }),
  };
  const secondLine = (order: unknown) => (order as Parties).to.addressLine2;
  return {
    ...nothing({ ...made, addresses }),
    process(deps) {
      const choose = async ({ id, payCode }: Job) => {
        await made.clock.sleep(rare() * 30_000);
        const get: typeof deps.jobs.get = async (wanted) => {
          const job = await deps.jobs.get(wanted);
          await made.clock.sleep(rare() * 6_000);
          return job;
        };
        const tab = { ...deps, jobs: { ...deps.jobs, get } };
        await chooseAddress(tab, payCode, { token: addressTokenOf(id), choice: 'suggested' });
      };
      const replace: typeof deps.jobs.replace = async (job) => {
        const result = await deps.jobs.replace(job);
        if (job.state === 'awaiting_payment' && rare() < 0.5) void choose(job).catch(() => {});
        return result;
      };
      return { ...deps, jobs: { ...deps.jobs, replace } };
    },
    broken(job) {
      if (!isMail(job)) return [];
      const takenAt = job.addressCheck?.takenAt;
      const promises = {
        'the address that the page shows is printed': made.orders
          .all()
          .every(({ jobId, order }) => jobId !== job.id || secondLine(order) === secondLine(job.order)),
        'an address that was paid for does not change': (takenAt ?? 0) <= (job.firsts.paid ?? Number.MAX_SAFE_INTEGER),
        'a corrected address is the taken one': (takenAt !== undefined) === (secondLine(job.order) === 'Unit 5'),
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
  };
};

/** A payer presses Pay with the tick and without it, in several tabs: before the payment, beside it, or after it. */
const tickedEmails: RareFault = (made, rare) => {
  const lastTick = new Map<string, boolean>();
  const addressed = new Map<string, boolean>();
  const replace: typeof made.jobs.replace = async (job) => {
    const result = await made.jobs.replace(job);
    const { id, payment, notify } = job;
    if (result === 'saved' && payment === undefined) lastTick.set(id, notify?.payer !== undefined);
    if (result === 'saved' && payment !== undefined && !addressed.has(id))
      addressed.set(id, notify?.payer?.address !== undefined);
    return result;
  };
  return {
    ...nothing({ ...made, jobs: { ...made.jobs, replace } }),
    process(deps) {
      const press = async ({ id, payCode }: Job) => {
        await made.clock.sleep(rare() * 30_000);
        const get: typeof deps.jobs.get = async (wanted) => {
          const job = await deps.jobs.get(wanted);
          await made.clock.sleep(rare() * 6_000);
          return job;
        };
        const tab = { ...deps, jobs: { ...deps.jobs, get } };
        const form = { token: emailsTokenOf(id), step: 'pay', emails: rare() < 0.6 ? 'yes' : 'no' };
        await chooseEmails(tab, payCode, form, 'fr');
      };
      const pressing: typeof deps.jobs.replace = async (job) => {
        const result = await deps.jobs.replace(job);
        if (job.state === 'awaiting_payment' && rare() < 0.5) void press(job).catch(() => {});
        return result;
      };
      return { ...deps, jobs: { ...deps.jobs, replace: pressing } };
    },
    broken({ id, payment }) {
      const isTicked = payment !== undefined && (lastTick.get(id) ?? false);
      const isWritten = made.outboxes.all().some(({ jobId, channel }) => jobId === id && channel === 'email');
      const promises = {
        'the payer’s address is written with the payment, if the last press was with the tick':
          (addressed.get(id) ?? false) === isTicked,
        'without the tick no e-mail is due': isTicked || !isWritten,
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
  };
};

/** A partner's list may lack an order for this long; the service waits for a minute. */
const unlistedMs = 30_000;

/** The same partners without idempotency keys: every call makes an order, and only a look at the list shows it. */
function withoutKeys(made: MemoryDeps): MemoryDeps {
  const { clock, orders } = made;
  let calls = 0;
  const keyless = (partner: Partner): Partner => ({
    ...partner,
    assumed: careful,
    submit(request) {
      calls += 1;
      // The simulated partner remembers its keys, so each call has its own: the reference stands before it.
      return partner.submit({ ...request, reference: `${request.reference}/${calls}` });
    },
    async find(reference) {
      const listed = orders
        .all()
        .filter((order) => order.reference.split('/')[0] === reference && clock.now() - order.createdAt > unlistedMs);
      const [found] = listed;
      return found === undefined ? 'none' : partner.find(found.reference, found.order);
    },
  });
  return { ...made, partners: forEachProduct((product) => keyless(made.partners[product])) };
}

export const rareFaults: Readonly<Record<string, RareFault>> = {
  'an index that is a minute behind': staleIndex,
  'messages that come again hours later': lateMessages,
  'processes that pause beyond their claim': longPauses,
  'workers whose clocks are minutes wrong': wrongClocks,
  'a store that refuses one write': refusedWrite,
  'items of other releases': otherReleases,
  'a table that was set back': restoredTable,
  'mail that comes back': returnedMail,
  'a payer who corrects the address in another tab': chosenAddress,
  'a payer who presses Pay with and without the tick': tickedEmails,
};
