/** Bugs that tests plant in the service, and that the simulation must find. */
import type { Job, JobEvent } from '../../../shared/domain/job/job.ts';
import type { Outbox } from '../../../shared/notify/outbox.ts';
import { notifyListeners } from '../../../shared/orders/advance.ts';
import type { SerialLock } from '../../../shared/storage/table.ts';
import { type MemoryDeps, paymentsBut } from '../fakes/deps.ts';
import type { Plant } from './chaos.ts';
import { withPartners } from './worlds/partners.ts';

/** If `when` is true for a job, writes it without checking its version. */
function overwriting(deps: MemoryDeps, when: (job: Job) => boolean): MemoryDeps {
  const { jobs } = deps;
  const replace: typeof jobs.replace = async (job) => {
    const current = await jobs.get(job.id);
    return jobs.replace(when(job) ? { ...job, version: current?.version ?? 0 } : job);
  };
  return { ...deps, jobs: { ...jobs, replace } };
}

export const plantedBugs: Readonly<Record<string, Plant>> = {
  'a partner key that changes with each attempt': (deps) => {
    let attempts = 0;
    return withPartners(deps, (partner) => ({
      submit: (request) => {
        attempts += 1;
        return partner.submit({ ...request, reference: `${request.reference}-${attempts}` });
      },
    }));
  },
  'writes without a condition': (deps) => overwriting(deps, () => true),
  'a cancellation that overwrites another process': (deps) => overwriting(deps, ({ state }) => state === 'cancelling'),
  'a claim that overwrites another process': (deps) => overwriting(deps, ({ state }) => state === 'submitting'),
  'no reconcile': (deps) => ({ ...deps, jobs: { ...deps.jobs, due: async () => [] } }),
  'an idempotency key that is not stored': (deps) => ({
    ...deps,
    idempotencyKeys: { ...deps.idempotencyKeys, get: async () => undefined, create: async () => 'saved' },
  }),
  'a refund that is reported but not made': (deps) => ({
    ...deps,
    payments: paymentsBut(deps, { refund: async () => 'refunded' }),
  }),
  'a payment that is only noticed through its event': (deps) => ({
    ...deps,
    payments: paymentsBut(deps, { status: async () => ({ status: 'open' }) }),
  }),
  'a payment that is ignored because it came after the cancellation': (deps) => ({
    ...deps,
    payments: paymentsBut(deps, { expire: async () => ({ status: 'expired' }) }),
    jobs: { ...deps.jobs, get: async (id) => ignoringLatePayments(await deps.jobs.get(id)) },
  }),
  'a recall that counts as done without asking the partner': (deps) =>
    withPartners(deps, () => ({ recall: async () => ({ kind: 'cancelled' }) })),
  'a serial lock taken although another process has it': (deps) => ({
    ...deps,
    serialLocks: { ...deps.serialLocks, create: async () => 'saved', replace: async () => 'saved' },
  }),
  'a serial lock whose holder is not checked': (deps) => ({
    ...deps,
    serialLocks: { ...deps.serialLocks, get: async (id) => withoutHolder(await deps.serialLocks.get(id)) },
  }),
  'an outbox that loses one event in four': (deps) => {
    let writes = 0;
    const { create, replace } = deps.outboxes;
    const losing =
      <R extends string>(write: (outbox: Outbox) => Promise<R>) =>
      async (outbox: Outbox) => {
        const isNews = outbox.deliveries.length > ((await deps.outboxes.get(outbox.id))?.deliveries.length ?? 0);
        if (isNews) writes += 1;
        return isNews && writes % 4 === 0 ? ('saved' as const) : write(outbox);
      };
    return { ...deps, outboxes: { ...deps.outboxes, create: losing(create), replace: losing(replace) } };
  },
  'no reconcile of outboxes': (deps) => ({ ...deps, outboxes: { ...deps.outboxes, due: async () => [] } }),
  'one id for all events of a job': (deps) => ({
    ...deps,
    eventSigner: {
      ...deps.eventSigner,
      headersOf: (message, secret) => deps.eventSigner.headersOf({ ...message, id: 'evt_1' }, secret),
    },
  }),
  'an event that is sent before the change it reports is saved': (deps) => ({
    ...deps,
    jobs: {
      ...deps.jobs,
      replace: async (job) => {
        if (job.events?.pending.length)
          await notifyListeners({ ...deps, jobs: { ...deps.jobs, replace: async () => 'saved' } }, job);
        await deps.clock.sleep(2_000);
        return deps.jobs.replace(job);
      },
    },
  }),
  'a delivery that is inferred from mailing': (deps) => ({
    ...deps,
    jobs: {
      ...deps.jobs,
      replace: (job) => {
        const pending = (job.events?.pending ?? []).map((event) => ({
          ...event,
          type: event.type.replace('mailed', 'delivered') as JobEvent['type'],
        }));
        return deps.jobs.replace(job.events === undefined ? job : { ...job, events: { ...job.events, pending } });
      },
    },
  }),
  'a document that is not the approved one': (deps) => {
    const { documents } = deps;
    return withPartners(deps, (partner) => ({
      submit: (request) => partner.submit({ ...request, pdf: new Uint8Array([documents.files.size]) }),
    }));
  },
};

/** A bug for each rare fault. Some of these bugs are also found without the fault. */
export const bugsByRareFault: Readonly<Record<string, readonly [bug: string, plant: Plant]>> = {
  'processes that pause beyond their claim': [
    'a job that always seems to be in its first round of attempts',
    forgettingRounds,
  ],
  'workers whose clocks are off by minutes': [
    'a partner key that changes every minute',
    (deps) =>
      withPartners(deps, (partner) => ({
        submit: (request) =>
          partner.submit({ ...request, reference: `${request.reference}-${Math.floor(deps.clock.now() / 60_000)}` }),
      })),
  ],
};

/** Makes every round of attempts look like the first. */
function forgettingRounds(deps: MemoryDeps): MemoryDeps {
  const get: typeof deps.jobs.get = async (id) => {
    const job = await deps.jobs.get(id);
    return job && { ...job, failedRounds: 0 };
  };
  return { ...deps, jobs: { ...deps.jobs, get } };
}

const withoutHolder = (lock: SerialLock | undefined): SerialLock | undefined => lock && { ...lock, jobId: 'job_none' };

/** Makes a canceled job look paid, so that a late payment is ignored. */
const ignoringLatePayments = (job: Job | undefined): Job | undefined =>
  job?.state === 'cancelled'
    ? { ...job, payment: job.payment ?? { provider: 'mock', id: 'none', amountCents: 0, currency: 'USD' } }
    : job;
