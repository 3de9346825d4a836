/**
 * The daily audit: every kind of difference between payments, jobs and orders is planted and found, and a clean day has none.
 */
import { dayOf } from '../../shared/domain/job/job.ts';
import { audit } from '../../shared/orders/audit/audit.ts';
import { type DifferenceKind, lastDay, moneyDifferences } from '../../shared/orders/audit/audit-compare.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { cancel } from '../support/fakes/given.ts';
import { jobOf, paidOnly, payingEvent, placed, received, submitted } from '../support/fakes/orders.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noDeadline = Number.MAX_SAFE_INTEGER;
const unknownJob = `job_${'0'.repeat(26)}`;

const auditNow = (deps: MemoryDeps, on = dayOf(deps.clock.now())) => audit(deps, on, noDeadline);
const kindsOf = ({ differences }: Awaited<ReturnType<typeof audit>>) => differences.map(({ kind }) => kind);

/** Adds an order at the partner that the job doesn't have. */
async function addOrder(deps: MemoryDeps, jobId: string, round = ''): Promise<string> {
  await deps.partners.letter.submit(sampleRequest('letter', `${jobId}${round}`));
  return jobId;
}

/** Adds a payment at the provider that the job doesn't have. */
async function addPayment(deps: MemoryDeps, jobId: string): Promise<string> {
  const { id } = await deps.payments.mock.open(checkoutFor(jobId, deps.clock.now()));
  await deps.payments.mock.end(id, 'paid');
  return jobId;
}

async function alterSession(deps: MemoryDeps, jobId: string, fields: object): Promise<string> {
  const session = deps.sessions.all().find(({ request }) => request.jobId === jobId);
  if (session === undefined) throw new Error(`no session of ${jobId}`);
  await deps.sessions.replace({ ...session, ...fields });
  return jobId;
}

async function alterPayment(deps: MemoryDeps, fields: object): Promise<string> {
  const { id, payment } = await jobOf(deps, await submitted(deps));
  return alterSession(deps, id, { payment: { ...payment, ...fields } });
}

/** Refunds the payment at the provider. `hasEvent`: the job gets the provider's event. */
async function addRefund(deps: MemoryDeps, { hasEvent = false } = {}): Promise<string> {
  const { id: jobId, payment } = await jobOf(deps, await submitted(deps));
  if (payment) await deps.payments.mock.refund(jobId, payment);
  const event = { id: 'evt_1', type: 'charge.refunded', provider: 'mock', kind: 'refunded', jobId } as const;
  if (hasEvent) await receivePaymentEvent(deps, { ...event, paymentId: payment?.id });
  return jobId;
}

async function canceledJob(deps: MemoryDeps): Promise<string> {
  const jobId = await submitted(deps);
  await cancel(deps, jobId);
  return jobId;
}

interface Fault {
  readonly expected: readonly DifferenceKind[];
  /** Returns the id of the job that has the fault. */
  readonly plant: (deps: MemoryDeps) => Promise<string>;
  /** No message reaches a worker. */
  readonly isIdle?: boolean;
}

const faults: readonly Fault[] = [
  { expected: ['payment_without_job'], plant: (deps) => addPayment(deps, unknownJob) },
  {
    expected: ['payment_not_in_job'],
    plant: async (deps) => {
      const jobId = await placed(deps);
      await payingEvent(deps, jobId);
      return jobId;
    },
  },
  {
    expected: ['payment_missing'],
    plant: async (deps) => alterSession(deps, await submitted(deps), { status: 'open' }),
  },
  { expected: ['amount_differs'], plant: (deps) => alterPayment(deps, { amountCents: 1 }) },
  { expected: ['amount_differs'], plant: (deps) => alterPayment(deps, { currency: 'CAD' }) },
  { expected: ['refund_not_in_job'], plant: (deps) => addRefund(deps) },
  {
    expected: ['refund_missing'],
    plant: async (deps) => alterSession(deps, await canceledJob(deps), { refundedAt: undefined }),
  },
  { expected: ['order_without_job'], plant: (deps) => addOrder(deps, unknownJob) },
  { expected: ['order_of_unpaid_job'], plant: async (deps) => addOrder(deps, await placed(deps)) },
  { expected: ['order_of_ended_job'], plant: async (deps) => addOrder(deps, await canceledJob(deps), '-2') },
  { expected: ['order_of_refunded_job'], plant: (deps) => addRefund(deps, { hasEvent: true }) },
  { expected: ['order_not_in_job'], plant: async (deps) => addOrder(deps, await paidOnly(deps)), isIdle: true },
  { expected: ['second_order'], plant: async (deps) => addOrder(deps, await submitted(deps), '-2') },
  {
    expected: ['second_order', 'order_missing'],
    plant: async (deps) => {
      const job = await jobOf(deps, await submitted(deps));
      if (job.partner) await deps.jobs.replace({ ...job, partner: { ...job.partner, id: 'letter_lost' } });
      return job.id;
    },
  },
];

test.each(faults)('the audit reports $expected with the job and an alarm', async ({ expected, plant, isIdle }) => {
  const deps = memoryDeps({ readyMs: 40 * day, deliver: () => !isIdle });
  await submitted(deps, 'check');
  const jobId = await plant(deps);
  // The changes are too recent to compare.
  expect(kindsOf(await auditNow(deps))).toEqual([]);
  const on = dayOf(deps.clock.now());
  await deps.clock.advance(2 * hour);
  const { alarms } = deps;
  alarms.length = 0;
  const found = await auditNow(deps, on);
  expect(found).toMatchObject({ total: expected.length, day: on });
  expect(found.differences).toEqual(expected.map((kind) => expect.objectContaining({ kind, job_id: jobId })));
  const raised = alarms
    .filter(({ message }) => message === 'difference')
    .map(({ fields }) => [fields.code, fields.jobId]);
  expect(raised).toEqual(expected.map((kind) => [kind, jobId]));
});

test('a day with successful, failed and canceled orders has no differences', async () => {
  const deps = memoryDeps({ readyMs: 10 * 60_000 });
  const on = dayOf(deps.clock.now());
  const orders = [
    ['letter', 'none'],
    ['check', 'outage'],
    ['fax', 'none'],
    ['fax', 'busy_once'],
    ['fax', 'busy'],
    ['letter', 'reject'],
    ['letter', 'lost_reply'],
  ] as const;
  for (const [product, behavior] of orders) await submitted(deps, product, behavior);
  await cancel(deps, await submitted(deps));
  await placed(deps);
  await deps.clock.advance(day);
  const found = await auditNow(deps, on);
  // Each call to a busy line is an order.
  const counted = { payments: 8, orders: 11, jobs: 8, foreign: 0, unconfigured: 0, changing: 0, total: 0 };
  expect(found).toEqual({ day: on, ...counted, differences: [] });
});

test.each([
  ['issued', 0, ['refund_missing']],
  ['issued', 212, []],
  ['pending', 0, []],
  ['contact_support', 0, []],
] as const)(
  'an extra payment with refund %s, of which %i cents were refunded, is reported as %p',
  async (refund, refundedCents, expected) => {
    const deps = memoryDeps();
    const job = await jobOf(deps, await submitted(deps));
    const common = { amountCents: 212, currency: 'USD', provider: 'mock' } as const;
    const extraPayments = [{ ...common, id: 'pi_2', refund, since: 0, tries: 1 }] as const;
    const money = { ...common, paymentId: 'pi_2', jobId: job.id, refundedCents, movedAt: 0 };
    expect(moneyDifferences(money, { ...job, extraPayments }, deps.clock.now())).toEqual(expected);
  },
);

test('a payment whose event arrives after midnight is not a difference on either day', async () => {
  const deps = memoryDeps();
  await deps.clock.advance(12 * hour - 3_000);
  const eve = dayOf(deps.clock.now());
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  await deps.clock.advance(5_000);
  const morning = dayOf(deps.clock.now());
  expect(morning).not.toBe(eve);
  await received(deps, event);
  await deps.clock.advance(day);
  expect([await auditNow(deps, eve), await auditNow(deps, morning)]).toMatchObject([
    { payments: 1, jobs: 0, total: 0 },
    { payments: 0, orders: 1, jobs: 1, total: 0 },
  ]);
});

test('the last day to audit has been over for at least an hour', () => {
  const midnight = Date.UTC(2026, 10, 22);
  expect([midnight + hour - 1, midnight + hour].map(lastDay)).toEqual(['2026-11-20', '2026-11-21']);
});

test('a job that has just changed is counted as changing, and not compared yet', async () => {
  const deps = memoryDeps({ readyMs: 40 * day });
  const jobId = await submitted(deps);
  const on = dayOf(deps.clock.now());
  await deps.clock.advance(2 * hour);
  await cancel(deps, jobId);
  expect(await auditNow(deps, on)).toMatchObject({ jobs: 1, changing: 1, total: 0 });
});

test('payments and orders of other services on the same accounts are counted, but not reported', async () => {
  const deps = memoryDeps();
  await addPayment(deps, 'order_77');
  await addOrder(deps, 'invoice-12');
  const on = dayOf(deps.clock.now());
  await deps.clock.advance(2 * hour);
  expect(await auditNow(deps, on)).toMatchObject({ payments: 1, orders: 1, foreign: 2, total: 0 });
});

test('if some partners cannot be read, the audit compares everything else and names them', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  await alterSession(deps, jobId, { status: 'open' });
  const on = dayOf(deps.clock.now());
  await deps.clock.advance(2 * hour);
  const ordersOn = () => Promise.reject(new Error('503'));
  const { letter, fax } = deps.partners;
  const partners = { ...deps.partners, letter: { ...letter, ordersOn }, fax: { ...fax, ordersOn } };
  expect(await auditNow({ ...deps, partners }, on)).toMatchObject({
    jobs: 1,
    unfinishedBecause: expect.stringMatching(/^the letter orders .* not be read; the fax orders .* not be read$/),
    differences: [{ kind: 'payment_missing', job_id: jobId }],
  });
});

test('an audit counts the jobs whose partner is no longer configured', async () => {
  const deps = memoryDeps();
  const job = await jobOf(deps, await submitted(deps));
  await deps.jobs.replace({ ...job, routedTo: 'postgrid', partner: { id: 'ltr_1', stage: 'accepted', readAt: 0 } });
  const on = dayOf(deps.clock.now());
  await deps.clock.advance(2 * hour);
  expect(await auditNow(deps, on)).toMatchObject({ unconfigured: 1 });
});

test('a partial refund is a difference until the job has its amount', async () => {
  const deps = memoryDeps();
  const job = await jobOf(deps, await submitted(deps));
  if (job.payment === undefined) throw new Error('not paid');
  const { id: paymentId, provider, amountCents, currency } = job.payment;
  const money = { jobId: job.id, paymentId, provider, amountCents, currency, refundedCents: 100, movedAt: 0 };
  const now = deps.clock.now();
  expect(moneyDifferences(money, { ...job, refundedCents: 50 }, now)).toEqual(['refund_not_in_job']);
  expect(moneyDifferences(money, { ...job, refundedCents: 100 }, now)).toEqual([]);
});
