/** A day to audit, in memory: copies of one paid letter, some with an accounting fault, in lists that change while they are read. */
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
  /** How long a page of a list takes, and an item of the table. */
  readonly pageMs?: number;
  readonly itemMs?: number;
}

const faults = ['payment_missing', 'order_missing', 'second_order', 'refund_not_in_job'] as const;

/** The cursor of a page that repeats the previous page's last item, as if an item had been added before it. */
const repeating = (after: string | undefined) => (after === undefined ? undefined : `${Number(after) - 1}`);

export async function dayToAudit({ jobs: count, faultEvery, pageMs = 0, itemMs = 0 }: DayOptions) {
  const model = memoryDeps({ readyMs: 40 * dayMs });
  const { payment, partner, ...job } = await jobOf(model, await submitted(model, 'letter'));
  const [session] = model.sessions.all();
  const [order] = model.orders.all();
  if (!session || !order || !payment || !partner) throw new Error('the model job is not paid');

  const deps = memoryDeps({ readyMs: 40 * dayMs, clock: new TestClock(midnight + dayMs + 3 * hourMs) });
  const { mock } = deps.payments;
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
    const opened = await deps.sessions.get((await mock.open({ ...session.request, jobId: id })).id);
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

  const calls = { pages: 0, lookUps: 0 };
  const page = async <T>(list: () => Promise<T>): Promise<T> => {
    calls.pages += 1;
    if (pageMs > 0) await deps.clock.sleep(pageMs);
    return list();
  };
  const lookUp = <T>(look: () => Promise<T>): Promise<T> => {
    calls.lookUps += 1;
    return look();
  };
  const item = async <T>(read: () => Promise<T>): Promise<T> => {
    if (itemMs > 0) await deps.clock.sleep(itemMs);
    return read();
  };
  const { letter } = deps.partners;
  const listing: Pick<Partner, 'ordersOn' | 'record'> = {
    ordersOn: (day, after) => page(() => letter.ordersOn(day, repeating(after))),
    record: (id) => lookUp(() => letter.record(id)),
  };
  const paying: Pick<Payments, 'paymentsMovedWithin' | 'findPayment'> = {
    paymentsMovedWithin: (span, after) => page(() => mock.paymentsMovedWithin(span, repeating(after))),
    findPayment: (...args) => lookUp(() => mock.findPayment(...args)),
  };
  const { get, paidOn } = deps.jobs;
  const slow: MemoryDeps = {
    ...deps,
    jobs: { ...deps.jobs, get: (id) => item(() => get(id)), paidOn: (...args) => item(() => paidOn(...args)) },
    payments: paymentsBut(deps, paying),
    partners: { ...deps.partners, letter: { ...letter, ...listing } },
  };
  const countOf = (fault: (typeof faults)[number]) =>
    Array.from({ length: count }, (_, at) => faults[at % faultEvery]).filter((one) => one === fault).length;
  return {
    deps: slow,
    asked: calls,
    expected: {
      payments: count - countOf('payment_missing'),
      orders: count - countOf('order_missing') + countOf('second_order'),
      jobs: count,
      total: faults.reduce((sum, fault) => sum + countOf(fault), 0),
      lookUps: countOf('payment_missing') + countOf('order_missing'),
    },
  };
}
