/** Ways to build this service wrong. The proof is worth something because it finds each of them. */
import type { Job } from '../../../shared/core/product.ts';
import type { Partner, SerialLock } from '../../../shared/ports.ts';
import { forEachProduct, type MemoryWorld, paymentsBut } from '../fakes/world.ts';
import type { Plant } from './chaos.ts';

function withPartner(world: MemoryWorld, change: (partner: Partner) => Partial<Partner>): MemoryWorld {
  const changed = (partner: Partner) => ({ ...partner, ...change(partner) });
  return { ...world, partners: forEachProduct((product) => changed(world.partners[product])) };
}

/** Writes what `change` makes of a job over whatever stands there. */
function overwriting(world: MemoryWorld, when: (job: Job) => boolean): MemoryWorld {
  const { jobs } = world;
  const replace: typeof jobs.replace = async (job) => {
    const current = await jobs.get(job.id);
    return jobs.replace(when(job) ? { ...job, version: current?.version ?? 0 } : job);
  };
  return { ...world, jobs: { ...jobs, replace } };
}

export const plantedBugs: Readonly<Record<string, Plant>> = {
  'a partner key that changes with each attempt': (world) => {
    let attempts = 0;
    return withPartner(world, (partner) => ({
      submit: (request) => {
        attempts += 1;
        return partner.submit({ ...request, reference: `${request.reference}-${attempts}` });
      },
    }));
  },
  'writes without a condition': (world) => overwriting(world, () => true),
  'a cancellation that does not ask who was first': (world) =>
    overwriting(world, ({ state }) => state === 'cancelling'),
  'a claim that does not ask who was first': (world) => overwriting(world, ({ state }) => state === 'submitting'),
  'no sweeper': (world) => ({ ...world, jobs: { ...world.jobs, due: async () => [] } }),
  'a key that is not remembered': (world) => ({
    ...world,
    idempotencyKeys: { ...world.idempotencyKeys, get: async () => undefined, create: async () => 'saved' },
  }),
  'a refund that is said but not made': (world) => ({
    ...world,
    payments: paymentsBut(world, { refund: async () => 'refunded' }),
  }),
  'a payment that is only heard of through its event': (world) => ({
    ...world,
    payments: paymentsBut(world, { status: async () => ({ status: 'open' }) }),
  }),
  'a payment that is ignored because it came after the cancellation': (world) => ({
    ...world,
    payments: paymentsBut(world, { expire: async () => ({ status: 'expired' }) }),
    jobs: { ...world.jobs, get: async (id) => deafAfterTheEnd(await world.jobs.get(id)) },
  }),
  'a recall that is believed without an answer': (world) =>
    withPartner(world, () => ({ recall: async () => ({ kind: 'cancelled' }) })),
  'a lane that is taken without asking who was first': (world) => ({
    ...world,
    serialLocks: { ...world.serialLocks, create: async () => 'saved', replace: async () => 'saved' },
  }),
  'a lane whose holder is not looked at': (world) => ({
    ...world,
    serialLocks: { ...world.serialLocks, get: async (id) => withoutHolder(await world.serialLocks.get(id)) },
  }),
  'a document that is not the approved one': (world) => {
    const { documents } = world;
    return withPartner(world, (partner) => ({
      submit: (request) => partner.submit({ ...request, pdf: new Uint8Array([documents.files.size]) }),
    }));
  },
};

const withoutHolder = (lane: SerialLock | undefined): SerialLock | undefined => lane && { ...lane, jobId: 'job_none' };

/** To a job that has a payment already, a second one is no news. */
const deafAfterTheEnd = (job: Job | undefined): Job | undefined =>
  job?.state === 'cancelled'
    ? { ...job, payment: job.payment ?? { id: 'none', amountCents: 0, currency: 'USD' } }
    : job;
