/** A day of any size in memory: copies of one paid letter, some with a fault in the books, in lists that move while they are read. */
import type { Partner } from '../../shared/partners/partner.ts';
import type { Payments } from '../../shared/partners/payments.ts';
import { WoundClock } from './fakes/clock.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from './fakes/deps.ts';
import { jobOf, sold } from './fakes/orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const auditedDay = '2026-11-21';
const midnight = Date.parse(`${auditedDay}T00:00:00Z`);

export interface DayOptions {
  readonly jobs: number;
  /** One job in so many has each of the four faults. */
  readonly faultEvery: number;
  /** How long a page of a list takes, and one item of the table. */
  readonly pageMs?: number;
  readonly itemMs?: number;
}

/** The fault of a job, by its number: a payment or order that is missing, one too many, money given back by hand. */
const faults = ['payment_missing', 'order_missing', 'second_order', 'refund_not_in_job'] as const;

/** A page begins with the last item of the one before: an item was added in front meanwhile. */
const moved = (after: string | undefined) => (after === undefined ? undefined : `${Number(after) - 1}`);

export async function dayOf({ jobs: count, faultEvery, pageMs = 0, itemMs = 0 }: DayOptions) {
  const model = memoryDeps({ readyMs: 40 * dayMs });
  const { payment, partner, ...job } = await jobOf(model, await sold(model, 'letter'));
  const [session, order] = [model.sessions.all()[0], model.orders.all()[0]];
  if (!session || !order || !payment || !partner) throw new Error('There is no model of a paid job.');

  const deps = memoryDeps({ readyMs: 40 * dayMs, clock: new WoundClock(midnight + dayMs + 3 * hourMs) });
  const { mock } = deps.payments;
  for (let at = 0; at < count; at += 1) {
    const [id, paidAt, fault] = [
      `job_${`${at}`.padStart(26, '0')}`,
      midnight + (at * dayMs) / count,
      faults[at % faultEvery],
    ];
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
    const rounds = fault === 'order_missing' ? [] : fault === 'second_order' ? ['', '-2'] : [''];
    for (const round of rounds) {
      const named = { id: `${ids.partner}${round}`, reference: `${id}${round}`, jobId: id };
      await deps.orders.create({ ...order, ...named, version: 0, createdAt: paidAt });
    }
    if (fault === 'payment_missing') continue;
    const opened = await deps.sessions.get((await mock.open({ ...session.request, jobId: id })).id);
    const refundedAt = fault === 'refund_not_in_job' ? paidAt + 60_000 : undefined;
    if (opened === undefined) throw new Error('The page is not open.');
    await deps.sessions.replace({
      ...opened,
      status: 'paid',
      paidAt,
      payment: { ...opened.payment, id: ids.payment },
      ...(refundedAt !== undefined && { refundedAt }),
    });
  }

  const asked = { pages: 0, lookUps: 0 };
  const page = async <T>(list: () => Promise<T>): Promise<T> => {
    asked.pages += 1;
    if (pageMs > 0) await deps.clock.sleep(pageMs);
    return list();
  };
  const lookUp = <T>(look: () => Promise<T>): Promise<T> => {
    asked.lookUps += 1;
    return look();
  };
  const item = async <T>(read: () => Promise<T>): Promise<T> => {
    if (itemMs > 0) await deps.clock.sleep(itemMs);
    return read();
  };
  const { letter } = deps.partners;
  const listing: Pick<Partner, 'ordersOn' | 'record'> = {
    ordersOn: (day, after) => page(() => letter.ordersOn(day, moved(after))),
    record: (id) => lookUp(() => letter.record(id)),
  };
  const paying: Pick<Payments, 'movedWithin' | 'taken'> = {
    movedWithin: (span, after) => page(() => mock.movedWithin(span, moved(after))),
    taken: (...given) => lookUp(() => mock.taken(...given)),
  };
  const { get, paidOn } = deps.jobs;
  const slow: MemoryDeps = {
    ...deps,
    jobs: { ...deps.jobs, get: (id) => item(() => get(id)), paidOn: (...given) => item(() => paidOn(...given)) },
    payments: paymentsBut(deps, paying),
    partners: { ...deps.partners, letter: { ...letter, ...listing } },
  };
  const having = (fault: (typeof faults)[number]) =>
    Array.from({ length: count }, (_, at) => faults[at % faultEvery]).filter((one) => one === fault).length;
  return {
    deps: slow,
    asked,
    expected: {
      payments: count - having('payment_missing'),
      orders: count - having('order_missing') + having('second_order'),
      jobs: count,
      total: faults.reduce((sum, fault) => sum + having(fault), 0),
      lookUps: having('payment_missing') + having('order_missing'),
    },
  };
}
