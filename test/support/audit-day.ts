/** A day to audit in memory: copies of a paid letter, some with an accounting fault, in lists that grow while being read. */
import type { Partner } from '../../shared/partners/partner.ts';
import type { Payments } from '../../shared/partners/payments.ts';
import { TestClock } from './fakes/clock.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from './fakes/deps.ts';
import { jobOf, submitted } from './fakes/orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const auditedDay = '2026-11-21';
const midnight = Date.parse(`${auditedDay}T00:00:00Z`);

export interface DayOptions {
  readonly jobs: number;
  /** The first four of every `faultEvery` jobs have one fault each, all different. */
  readonly faultEvery: number;
  /** How long it takes to read a page of a list. */
  readonly pageMs?: number;
  /** How long it takes to read an item of the table. */
  readonly itemMs?: number;
}

const faults = ['payment_missing', 'order_missing', 'second_order', 'refund_not_in_job'] as const;

/** The cursor of a page that repeats the previous page's last item, as if an item had been added before it. */
const repeating = (after: string | undefined) => (after === undefined ? undefined : `${Number(after) - 1}`);

/** A service three hours after the audited day, with all jobs of that day. */
async function depsWithJobs({ jobs: count, faultEvery }: DayOptions): Promise<MemoryDeps> {
  const model = memoryDeps({ readyMs: 40 * dayMs });
  const { payment, partner, ...job } = await jobOf(model, await submitted(model, 'letter'));
  const [session] = model.sessions.all();
  const [order] = model.orders.all();
  if (!session || !order || !payment || !partner) throw new Error('the model job is not paid');

  const deps = memoryDeps({ readyMs: 40 * dayMs, clock: new TestClock(midnight + dayMs + 3 * hourMs) });
  for (let at = 0; at < count; at += 1) {
    const id = `job_${`${at}`.padStart(26, '0')}`;
    const paidAt = midnight + (at * dayMs) / count;
    const fault = faults[at % faultEvery];
    const ids = { payment: `pi_${at}`, partner: `letter_${at}` };
    await deps.jobs.create({
      ...job,
      id,
      version: 0,
      triesSince: paidAt,
      firstSeenAt: { ...job.firstSeenAt, paid: paidAt },
      payment: { ...payment, id: ids.payment },
      partner: { ...partner, id: ids.partner },
    });
    const suffixes = fault === 'second_order' ? ['', '-2'] : [''];
    for (const suffix of fault === 'order_missing' ? [] : suffixes) {
      const named = { id: `${ids.partner}${suffix}`, reference: `${id}${suffix}`, jobId: id };
      await deps.orders.create({ ...order, ...named, version: 0, createdAt: paidAt });
    }
    if (fault === 'payment_missing') continue;
    const opened = await deps.sessions.get((await deps.payments.mock.open({ ...session.request, jobId: id })).id);
    const refundedAt = fault === 'refund_not_in_job' ? paidAt + 60_000 : undefined;
    if (opened === undefined) throw new Error('the payment page is not open');
    await deps.sessions.replace({
      ...opened,
      status: 'paid',
      paidAt,
      payment: { ...opened.payment, id: ids.payment },
      ...(refundedAt !== undefined && { refundedAt }),
    });
  }
  return deps;
}

/** `calls` counts the pages that were read, and the payments and orders that were looked up. */
export async function dayToAudit(options: DayOptions) {
  const { jobs: count, faultEvery, pageMs = 0, itemMs = 0 } = options;
  const deps = await depsWithJobs(options);
  const { mock } = deps.payments;
  const calls = { pages: 0, lookUps: 0 };
  const page = async <T>(list: () => Promise<T>): Promise<T> => {
    calls.pages += 1;
    if (pageMs > 0) await deps.clock.sleep(pageMs);
    return list();
  };
  const lookUp = <T>(find: () => Promise<T>): Promise<T> => {
    calls.lookUps += 1;
    return find();
  };
  const item = async <T>(read: () => Promise<T>): Promise<T> => {
    if (itemMs > 0) await deps.clock.sleep(itemMs);
    return read();
  };
  const { letter } = deps.partners;
  const partner: Pick<Partner, 'ordersOn' | 'record'> = {
    ordersOn: (day, after) => page(() => letter.ordersOn(day, repeating(after))),
    record: (id) => lookUp(() => letter.record(id)),
  };
  const payments: Pick<Payments, 'paymentsMovedWithin' | 'findPayment'> = {
    paymentsMovedWithin: (span, after) => page(() => mock.paymentsMovedWithin(span, repeating(after))),
    findPayment: (...args) => lookUp(() => mock.findPayment(...args)),
  };
  const { get, paidOn } = deps.jobs;
  const slow: MemoryDeps = {
    ...deps,
    jobs: { ...deps.jobs, get: (id) => item(() => get(id)), paidOn: (...args) => item(() => paidOn(...args)) },
    payments: paymentsBut(deps, payments),
    partners: { ...deps.partners, letter: { ...letter, ...partner } },
  };
  const countOf = (fault: (typeof faults)[number]) =>
    Array.from({ length: count }, (_, at) => faults[at % faultEvery]).filter((one) => one === fault).length;
  return {
    deps: slow,
    calls,
    expected: {
      payments: count - countOf('payment_missing'),
      orders: count - countOf('order_missing') + countOf('second_order'),
      jobs: count,
      total: faults.reduce((sum, fault) => sum + countOf(fault), 0),
      lookUps: countOf('payment_missing') + countOf('order_missing'),
    },
  };
}
