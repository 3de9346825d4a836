/** A day of any size whose books are made up while they are read: nothing of it is held but a number for each job. */
import { type Shard, shardOf } from '../../shared/domain/ids.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import type { ListedOrder, Partner } from '../../shared/partners/partner.ts';
import type { MoneyTaken, Payments } from '../../shared/partners/payments.ts';
import { WoundClock } from './fakes/clock.ts';
import { type MemoryDeps, memoryDeps } from './fakes/deps.ts';
import { sold } from './fakes/orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const auditedDay = '2026-11-21';
const midnight = Date.parse(`${auditedDay}T00:00:00Z`);

export interface DayOptions {
  readonly jobs: number;
  /** One job in so many has each of the four faults. */
  readonly faultEvery: number;
  readonly pageSize: number;
  /** How long a page of a list takes, and one item of the table. */
  readonly pageMs?: number;
  readonly itemMs?: number;
}

/** The fault of a job, by its number: a payment or order that is missing, one too many, money given back by hand. */
const faults = ['payment_missing', 'order_missing', 'second_order', 'refund_not_in_job'] as const;

const idAt = (at: number): string => `job_${String(at).padStart(26, '0')}`;
const numberIn = (id: string): number => Number(id.slice(id.indexOf('_') + 1));

export async function dayOf(options: DayOptions) {
  const { jobs: count, faultEvery, pageSize, pageMs = 0, itemMs = 0 } = options;
  const seed = memoryDeps({ readyMs: 40 * dayMs });
  const model = await modelJob(seed);
  seed.measured.length = 0;
  seed.alarms.length = 0;
  const clock = new WoundClock(midnight + dayMs + 3 * hourMs);
  const faultOf = (at: number) => faults[at % faultEvery];
  const paidAt = (at: number) => midnight + Math.floor((at * dayMs) / count);
  /** The first job that was paid at this time or later. */
  const firstFrom = (time: number) => Math.min(count, Math.max(0, Math.ceil(((time - midnight) * count) / dayMs)));
  const asked = { pages: 0, items: 0, lookUps: 0 };
  const taking = async (ms: number): Promise<void> => (ms > 0 ? clock.sleep(ms) : undefined);

  const jobAt = (at: number): Job => ({
    ...model,
    id: idAt(at),
    triesSince: paidAt(at),
    firstSeenAt: { ...model.firstSeenAt, paid: paidAt(at) },
    ...(model.payment && { payment: { ...model.payment, id: `pi_${at}` } }),
    ...(model.partner && { partner: { ...model.partner, id: `letter_${at}` } }),
  });
  const moneyAt = (at: number, movedAt = paidAt(at)): MoneyTaken => {
    const { amountCents = 0, currency = '' } = model.payment ?? {};
    const refundedCents = faultOf(at) === 'refund_not_in_job' ? amountCents : 0;
    return { provider: 'mock', paymentId: `pi_${at}`, jobId: idAt(at), amountCents, currency, refundedCents, movedAt };
  };
  const orderAt = (at: number, round = ''): ListedOrder => ({
    id: `letter_${at}${round}`,
    reference: `${idAt(at)}${round}`,
    isActive: true,
    createdAt: paidAt(at),
  });
  const ordersOf = (at: number) => {
    const fault = faultOf(at);
    if (fault === 'order_missing') return [];
    return fault === 'second_order' ? [orderAt(at), orderAt(at, '-2')] : [orderAt(at)];
  };

  /** Jobs from the cursor on, the last of the page before among them: lists move while they are read. */
  async function pageOf<T>(from: number, to: number, after: string | undefined, listed: (at: number) => readonly T[]) {
    asked.pages += 1;
    await taking(pageMs);
    const begins = after === undefined ? from : Number(after);
    const ends = Math.min(to, begins + pageSize);
    const items: T[] = [];
    for (let at = Math.max(from, begins - 1); at < ends; at += 1) items.push(...listed(at));
    return { items, next: ends < to ? `${ends}` : undefined };
  }

  const movedWithin: Payments['movedWithin'] = async ({ from, to }, after) => {
    const [list = 'paid', cursor] = after?.split(' ') ?? [];
    const [first, last] = [firstFrom(from), firstFrom(to)];
    if (list === 'paid') {
      const page = await pageOf(first, last, cursor, (at) => (faultOf(at) === 'payment_missing' ? [] : [moneyAt(at)]));
      return { payments: page.items, next: page.next === undefined ? 'refunded' : `paid ${page.next}` };
    }
    // Money goes back an hour after it was taken, so the payment stands in two parts.
    const isRefunded = (at: number) => faultOf(at) === 'refund_not_in_job';
    const [early, late] = [firstFrom(from - hourMs), firstFrom(to - hourMs)];
    const page = await pageOf(early, late, cursor, (at) => (isRefunded(at) ? [moneyAt(at, paidAt(at) + hourMs)] : []));
    return { payments: page.items, next: page.next === undefined ? undefined : `refunded ${page.next}` };
  };

  const idsBy = new Map<Shard, number[]>();
  for (let at = 0; at < count; at += 1) {
    const shard = shardOf(idAt(at));
    const known = idsBy.get(shard);
    if (known === undefined) idsBy.set(shard, [at]);
    else known.push(at);
  }

  const letter: Partner = {
    ...seed.partners.letter,
    async ordersOn(_day, after) {
      const { items, next } = await pageOf(0, count, after, ordersOf);
      return { orders: items, ...(next !== undefined && { next }) };
    },
    async record(id) {
      asked.lookUps += 1;
      return faultOf(numberIn(id)) === 'order_missing' ? undefined : { id };
    },
  };
  const nobody: Partner = { ...letter, ordersOn: async () => ({ orders: [] }) };
  const deps: MemoryDeps = {
    ...seed,
    clock,
    jobs: {
      ...seed.jobs,
      async get(id) {
        asked.items += 1;
        await taking(itemMs);
        return jobAt(numberIn(id));
      },
      async paidOn(_day, shard, after = '0') {
        await taking(itemMs);
        const all = idsBy.get(shard) ?? [];
        const ends = Number(after) + 10 * pageSize;
        const ids = all.slice(Number(after), ends).map(idAt);
        return { ids, ...(ends < all.length && { next: `${ends}` }) };
      },
    },
    payments: {
      ...seed.payments,
      mock: {
        ...seed.payments.mock,
        movedWithin,
        async taken(jobId) {
          asked.lookUps += 1;
          const at = numberIn(jobId);
          return faultOf(at) === 'payment_missing' ? undefined : moneyAt(at);
        },
      },
    },
    partners: { ...seed.partners, letter, check: nobody, fax: nobody },
  };
  const having = (fault: (typeof faults)[number]) =>
    Array.from({ length: count }, (_, at) => at).filter((at) => faultOf(at) === fault).length;
  return {
    deps,
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

async function modelJob(deps: MemoryDeps): Promise<Job> {
  const jobId = await sold(deps, 'letter');
  const job = await deps.jobs.get(jobId);
  if (job?.payment === undefined || job.partner === undefined) throw new Error('no model of a paid job');
  return job;
}
