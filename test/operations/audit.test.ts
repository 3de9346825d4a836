/** The daily audit: every way in which money, jobs and orders can disagree is planted and found, and a clean day is clean. */

import { dayOf } from '../../shared/core/job/waiting.ts';
import type { ProductName } from '../../shared/core/product-names.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { audit } from '../../shared/operations/audit.ts';
import { type DifferenceKind, kinds, lastDay, moneyKinds } from '../../shared/operations/audit-rules.ts';
import type { Partner, PartnerRequest } from '../../shared/ports/partner.ts';
import type { Payments } from '../../shared/ports/payments.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/usecases/events/receive-payment-event.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { letterOrder } from '../support/contracts/orders.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import {
  caller,
  type MemoryDeps,
  type Mood,
  memoryDeps,
  paid,
  payingEvent,
  paymentsBut,
  placed,
  placedAs,
  received,
} from '../support/fakes/deps.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const forLong = Number.MAX_SAFE_INTEGER;
const nobody = `job_${'0'.repeat(26)}`;

const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);
const auditNow = (deps: MemoryDeps, on = dayOf(deps.clock.now())) => audit(deps, on, forLong);
const kindsOf = ({ differences }: Awaited<ReturnType<typeof audit>>) => differences.map(({ kind }) => kind);

async function sold(deps: MemoryDeps, product: ProductName = 'letter', mood: Mood = 'none'): Promise<string> {
  const jobId = await placedAs(deps, product, mood);
  await paid(deps, jobId);
  return jobId;
}

const jobOf = async (deps: MemoryDeps, jobId: string) => {
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error(`no job ${jobId}`);
  return job;
};

/** Makes an order at the partner that the service knows nothing of. */
const orderBehind = (deps: MemoryDeps, reference: string) => {
  const request: PartnerRequest = sampleRequest('letter', letterOrder('none'), reference);
  return deps.partners.letter.submit(request);
};

async function payBehind(deps: MemoryDeps, jobId: string): Promise<void> {
  const { id } = await deps.payments.mock.open(checkoutFor(jobId, deps.clock.now()));
  await deps.payments.mock.end(id, 'paid');
}

async function alterSession(deps: MemoryDeps, jobId: string, fields: object): Promise<void> {
  const session = deps.sessions.all().find(({ request }) => request.jobId === jobId);
  if (session === undefined) throw new Error(`no session of ${jobId}`);
  await deps.sessions.replace({ ...session, ...fields });
}

interface Planted {
  readonly kinds: readonly DifferenceKind[];
  /** Does the harm, and says to which job. */
  plant(deps: MemoryDeps): Promise<string>;
  /** False while no message reaches a worker. */
  readonly idle?: true;
}

const planted: readonly Planted[] = [
  {
    kinds: ['payment_without_job'],
    plant: async (deps) => {
      await payBehind(deps, nobody);
      return nobody;
    },
  },
  {
    kinds: ['payment_not_in_job'],
    plant: async (deps) => {
      const jobId = await placed(deps);
      await payingEvent(deps, jobId);
      return jobId;
    },
  },
  {
    kinds: ['payment_missing'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      await alterSession(deps, jobId, { status: 'open' });
      return jobId;
    },
  },
  {
    kinds: ['amount_differs'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      const { payment } = await jobOf(deps, jobId);
      await alterSession(deps, jobId, { payment: { ...payment, amountCents: 1 } });
      return jobId;
    },
  },
  {
    kinds: ['amount_differs'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      const { payment } = await jobOf(deps, jobId);
      await alterSession(deps, jobId, { payment: { ...payment, currency: 'CAD' } });
      return jobId;
    },
  },
  {
    kinds: ['refund_not_in_job'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      const { payment } = await jobOf(deps, jobId);
      if (payment) await deps.payments.mock.refund(jobId, payment);
      return jobId;
    },
  },
  {
    kinds: ['refund_missing'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      await cancel(deps, jobId);
      await alterSession(deps, jobId, { refundedAt: undefined });
      return jobId;
    },
  },
  {
    kinds: ['order_without_job'],
    plant: async (deps) => {
      await orderBehind(deps, nobody);
      return nobody;
    },
  },
  {
    kinds: ['order_of_unpaid_job'],
    plant: async (deps) => {
      const jobId = await placed(deps);
      await orderBehind(deps, jobId);
      return jobId;
    },
  },
  {
    kinds: ['order_of_ended_job'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      await cancel(deps, jobId);
      await orderBehind(deps, `${jobId}-2`);
      return jobId;
    },
  },
  {
    kinds: ['order_of_refunded_job'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      const { payment } = await jobOf(deps, jobId);
      if (payment) await deps.payments.mock.refund(jobId, payment);
      await receivePaymentEvent(deps, {
        ...{ id: 'evt_1', type: 'charge.refunded', provider: 'mock', kind: 'refunded', jobId },
        paymentId: payment?.id,
      });
      return jobId;
    },
  },
  {
    kinds: ['order_not_in_job'],
    idle: true,
    plant: async (deps) => {
      const jobId = await placed(deps);
      await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.wind(6_000)]);
      await orderBehind(deps, jobId);
      return jobId;
    },
  },
  {
    kinds: ['second_order'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      await orderBehind(deps, `${jobId}-2`);
      return jobId;
    },
  },
  {
    kinds: ['second_order', 'order_missing'],
    plant: async (deps) => {
      const jobId = await sold(deps);
      const job = await jobOf(deps, jobId);
      if (job.partner) await deps.jobs.replace({ ...job, partner: { ...job.partner, id: 'letter_lost' } });
      return jobId;
    },
  },
];

test('an order that a backup partner holds without a job is found, too', async () => {
  const deps = memoryDeps();
  await sold(deps);
  const backup: Partner = {
    ...memoryDeps().partners.letter,
    ordersOn: async () => ({
      orders: [{ id: 'ltr_1', reference: nobody, isLiving: true, createdAt: deps.clock.now() - 2 * hour }],
    }),
  };
  Object.assign(deps, { backups: { letter: { name: 'lob', partner: backup } } });
  const found = await auditNow(deps);
  expect(found.differences).toEqual([{ kind: 'order_without_job', job_id: nobody, partner_id: 'ltr_1' }]);
});

test('every kind of difference is planted below', () => {
  expect(new Set(planted.flatMap((each) => each.kinds))).toEqual(new Set(Object.keys(kinds)));
});

test.each(planted)('$kinds is found, told with its job, and is an alarm', async ({ kinds: expected, plant, idle }) => {
  const deps = memoryDeps({ readyMs: 40 * day, deliver: () => !idle });
  await sold(deps, 'check');
  const jobId = await plant(deps);
  expect(kindsOf(await auditNow(deps))).toEqual([]);
  const on = dayOf(deps.clock.now());
  await deps.clock.wind(2 * hour);
  const { alarms } = deps;
  alarms.length = 0;
  const found = await auditNow(deps, on);
  expect(found).toMatchObject({ total: expected.length, day: on });
  expect(found.differences).toEqual(expected.map((kind) => expect.objectContaining({ kind, job_id: jobId })));
  const told = alarms
    .filter(({ message }) => message === 'difference')
    .map(({ fields }) => [fields.code, fields.jobId]);
  expect(told).toEqual(expected.map((kind) => [kind, jobId]));
});

test('a day on which everything happened that may happen has no difference', async () => {
  const deps = memoryDeps({ readyMs: 10 * 60_000 });
  const on = dayOf(deps.clock.now());
  const stories = [
    ['letter', 'none'],
    ['check', 'outage'],
    ['fax', 'none'],
    ['fax', 'busy_once'],
    ['fax', 'busy'],
    ['letter', 'reject'],
    ['letter', 'lost_reply'],
  ] as const;
  for (const [product, mood] of stories) await sold(deps, product, mood);
  await cancel(deps, await sold(deps));
  await placed(deps);
  await deps.clock.wind(day);
  const found = await auditNow(deps, on);
  expect(found).toEqual({
    day: on,
    payments: 8,
    orders: 11,
    jobs: 8,
    foreign: 0,
    unasked: 0,
    changing: 0,
    total: 0,
    differences: [],
  });
});

test.each([
  [0, ['refund_missing']],
  [212, []],
] as const)('of a payment that its job did not need, %i cents went back: %p', async (refundedCents, expected) => {
  const deps = memoryDeps();
  const job = await jobOf(deps, await sold(deps));
  const common = { amountCents: 212, currency: 'USD' };
  const surplus = [
    { ...common, provider: 'mock', by: 'checkout', id: 'pi_2', refund: 'issued', since: 0, tries: 1 },
  ] as const;
  const money = { ...common, provider: 'mock' as const, paymentId: 'pi_2', jobId: job.id, refundedCents, movedAt: 0 };
  expect(moneyKinds(money, { ...job, surplus }, deps.clock.now())).toEqual(expected);
});

test('each payment that one job has too many is a difference, also of the last moment of an hour', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  const movedAt = deps.clock.now() - (deps.clock.now() % hour) - 1;
  const money = { provider: 'mock' as const, jobId, amountCents: 212, currency: 'USD', refundedCents: 0, movedAt };
  const movedWithin: Payments['movedWithin'] = async ({ from, to }) => ({
    payments: from <= movedAt && movedAt < to ? ['pi_2', 'pi_3'].map((paymentId) => ({ ...money, paymentId })) : [],
    next: undefined,
  });
  Object.assign(deps, { payments: paymentsBut(deps, { movedWithin }) });
  await deps.clock.wind(day);
  expect((await auditNow(deps, dayOf(movedAt))).differences).toEqual(
    ['pi_2', 'pi_3'].map((payment_id) => ({ kind: 'payment_not_in_job', job_id: jobId, payment_id })),
  );
});

test('events around midnight are a difference on neither day', async () => {
  const deps = memoryDeps();
  await deps.clock.wind(12 * hour - 3_000);
  const eve = dayOf(deps.clock.now());
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  await deps.clock.wind(5_000);
  const morning = dayOf(deps.clock.now());
  expect(morning).not.toBe(eve);
  await received(deps, event);
  await deps.clock.wind(day);
  expect([await auditNow(deps, eve), await auditNow(deps, morning)]).toMatchObject([
    { payments: 1, jobs: 0, total: 0 },
    { payments: 0, orders: 1, jobs: 1, total: 0 },
  ]);
});

test('the day that is audited by itself has been over for an hour, so that its last hour is judged as well', () => {
  const midnight = Date.UTC(2026, 10, 22);
  expect([midnight + hour - 1, midnight + hour].map(lastDay)).toEqual(['2026-11-20', '2026-11-21']);
});

test('a job that has changed a moment ago is left to another run, and counted', async () => {
  const deps = memoryDeps({ readyMs: 40 * day });
  const jobId = await sold(deps);
  const on = dayOf(deps.clock.now());
  await deps.clock.wind(2 * hour);
  await cancel(deps, jobId);
  expect(await auditNow(deps, on)).toMatchObject({ jobs: 1, changing: 1, total: 0 });
});

test('a changing job that was paid on the day before is counted on the day of its order', async () => {
  const deps = memoryDeps({ readyMs: 40 * day, deliver: () => false });
  await deps.clock.wind(12 * hour - 30_000);
  const jobId = await placed(deps);
  await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.wind(6_000)]);
  await deps.clock.wind(minute);
  await advance(deps, jobId);
  const on = dayOf(deps.clock.now());
  await deps.clock.wind(2 * hour);
  await cancel(deps, jobId);
  expect(await auditNow(deps, on)).toMatchObject({ payments: 1, orders: 1, jobs: 0, changing: 1, total: 0 });
});

test('payments and orders of other services on the same accounts are counted, and are no differences', async () => {
  const deps = memoryDeps();
  await payBehind(deps, 'order_77');
  await orderBehind(deps, 'invoice-12');
  const on = dayOf(deps.clock.now());
  await deps.clock.wind(2 * hour);
  expect(await auditNow(deps, on)).toMatchObject({ payments: 1, orders: 1, foreign: 2, total: 0 });
});

describe('an audit that cannot come to its end', () => {
  test('says how far it has come when it runs out of time, and wakes nobody', async () => {
    const deps = memoryDeps();
    const found = await audit(deps, dayOf(deps.clock.now()), deps.clock.now());
    expect(found).toMatchObject({ goesOn: '0 of 91 parts are done', total: 0 });
    expect(deps.alarms).toEqual([]);
  });

  test('says whom it could not read, and keeps what it has found before', async () => {
    const deps = memoryDeps();
    await payBehind(deps, nobody);
    const on = dayOf(deps.clock.now());
    await deps.clock.wind(2 * hour);
    const { partners } = deps;
    const deaf = { ...partners.check, ordersOn: () => Promise.reject(new Error('503')) };
    expect(await auditNow({ ...deps, partners: { ...partners, check: deaf } }, on)).toMatchObject({
      stoppedAt: 'the check orders at simulated, which could not be read',
      differences: [{ kind: 'payment_without_job', job_id: nobody }],
    });
  });

  test('looks at all the others, whoever could not be read', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps);
    await alterSession(deps, jobId, { status: 'open' });
    const on = dayOf(deps.clock.now());
    await deps.clock.wind(2 * hour);
    const ordersOn = () => Promise.reject(new Error('503'));
    const { letter, fax } = deps.partners;
    const partners = { ...deps.partners, letter: { ...letter, ordersOn }, fax: { ...fax, ordersOn } };
    expect(await auditNow({ ...deps, partners }, on)).toMatchObject({
      jobs: 1,
      stoppedAt: expect.stringMatching(/^the letter orders .* not be read; the fax orders .* not be read$/),
      differences: [{ kind: 'payment_missing', job_id: jobId }],
    });
  });

  test('counts the jobs whose partner is no longer configured', async () => {
    const deps = memoryDeps();
    const job = await jobOf(deps, await sold(deps));
    await deps.jobs.replace({ ...job, routedTo: 'lob', partner: { id: 'ltr_1', stage: 'accepted', readAt: 0 } });
    const on = dayOf(deps.clock.now());
    await deps.clock.wind(2 * hour);
    expect(await auditNow(deps, on)).toMatchObject({ unasked: 1 });
  });
});
