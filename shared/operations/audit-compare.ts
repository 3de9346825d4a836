/** The three books of an audit in parts, and the comparison of one entry with the other books. */
import { isId, type Shard, shards } from '../core/ids.ts';
import type { Job } from '../core/job/job.ts';
import type { JobHold } from '../core/job/payment.ts';
import { spanOf } from '../core/job/waiting.ts';
import { productNames } from '../core/product-names.ts';
import { type PartnerDeps, partnerOf } from '../fulfilment/partner.ts';
import { providersOf } from '../fulfilment/payment.ts';
import type { Deps } from '../ports/deps.ts';
import type { ListedOrder, Partner } from '../ports/partner.ts';
import type { MoneyTaken, Payments } from '../ports/payments.ts';
import { type List, lists, type Met } from './audit-met.ts';
import { type Difference, type DifferenceKind, isUnderWay, moneyKinds, orderKinds } from './audit-rules.ts';

/** The dependencies that an audit reads, and where it notes how far it has come. */
export type AuditDeps = PartnerDeps &
  Pick<Deps, 'clock' | 'jobs' | 'log' | 'payments' | 'settings' | 'audits' | 'auditNotes'>;

export interface Counts {
  /** The number of entries compared. */
  readonly payments: number;
  readonly orders: number;
  readonly jobs: number;
  /** Payments and orders of other services on the same accounts. */
  readonly foreign: number;
  /** Jobs whose partner or payment provider is no longer configured, so it could not be asked. */
  readonly unasked: number;
  /** Jobs that changed within the last hour. A later run can compare them. */
  readonly changing: number;
}

/** The result of comparing one entry of a book. */
export interface AuditFinding {
  readonly counted: readonly Exclude<keyof Counts, 'changing'>[];
  /** The job that cannot be compared yet. */
  readonly changing?: Job | undefined;
  readonly differences?: readonly Difference[] | undefined;
  /** The entry of a list that was met, and the job that it names. */
  readonly met?: { readonly id: string; readonly jobId: string | undefined };
}

export interface BookPage {
  readonly entries: readonly (() => Promise<AuditFinding>)[];
  readonly next: string | undefined;
  /** The items that were counted twice, because two parts have them, or one list has them twice. */
  readonly repeated?: Readonly<Record<List, number>>;
}

/** A part of a book: it has a cursor of its own, and is read page by page. */
export interface ComparedPart {
  readonly name: string;
  page(after?: string): Promise<BookPage>;
}

export interface Book {
  readonly name: string;
  /** How many of its parts are read at the same time. */
  readonly atOnce: number;
  readonly parts: readonly ComparedPart[];
}

const pageOf = <T>(
  items: readonly T[],
  next: string | undefined,
  compare: (item: T) => Promise<AuditFinding>,
): BookPage => ({ entries: items.map((item) => () => compare(item)), next });

const differencesOf = (found: readonly DifferenceKind[], where: Omit<Difference, 'kind'>): Difference[] =>
  found.map((kind) => ({ kind, ...where }));

const hourMs = 60 * 60 * 1_000;

/** One book for each payment provider, by the hour. Four at a time ask ten times a second; Stripe takes 25. */
export const paymentBooks = (deps: AuditDeps, day: string): Book[] =>
  providersOf(deps).map(([{ name }, provider]) => ({
    name: `the payments at ${name}`,
    atOnce: 4,
    parts: Array.from({ length: 24 }, (_, hour) => ({
      name: `the payments at ${name} from ${String(hour).padStart(2, '0')}:00`,
      page: (after?: string) => pageOfPayments(deps, provider, spanOf(day).from + hour * hourMs, after),
    })),
  }));

async function pageOfPayments(deps: AuditDeps, provider: Payments, from: number, after?: string): Promise<BookPage> {
  const { payments, next } = await provider.movedWithin({ from, to: from + hourMs }, after);
  return pageOf(payments, next, (money) => comparedPayment(deps, money));
}

/** The mark of a payment: two providers may use the same id. */
const markOf = ({ provider, id }: JobHold): string => `${provider} ${id}`;

async function comparedPayment({ jobs, clock }: AuditDeps, money: MoneyTaken): Promise<AuditFinding> {
  const { jobId, paymentId, provider } = money;
  const met = { id: markOf({ provider, id: paymentId }), jobId };
  if (jobId === undefined || !isId('job', jobId)) return { counted: ['payments', 'foreign'], met };
  const job = await jobs.get(jobId);
  const now = clock.now();
  if (job !== undefined && isUnderWay(job, now)) return { counted: ['payments'], changing: job, met };
  const where = { job_id: jobId, payment_id: paymentId };
  return { counted: ['payments'], differences: differencesOf(moneyKinds(money, job, now), where), met };
}

/** One book for each partner. Partners list by the day at best, so each has one part. */
export function orderBooks(deps: AuditDeps, day: string): Book[] {
  return partnersOf(deps).map(([name, partner]) => {
    const page = async (after?: string) => {
      const { orders: items, next } = await partner.ordersOn(day, after);
      return pageOf(items, next, (order) => comparedOrder(deps, order));
    };
    return { name, atOnce: 1, parts: [{ name, page }] };
  });
}

/** Every partner, with a name for people. */
const partnersOf = ({ partners, partnerNames }: PartnerDeps): (readonly [name: string, partner: Partner])[] =>
  productNames.flatMap((product) => {
    const partner = partners[product];
    return partner ? [[`the ${product} orders at ${partnerNames[product]}`, partner] as const] : [];
  });

async function comparedOrder({ jobs, clock }: AuditDeps, order: ListedOrder): Promise<AuditFinding> {
  const jobId = order.reference?.replace(/-\d+$/, '');
  const met = { id: order.id, jobId };
  if (jobId === undefined || !isId('job', jobId)) return { counted: ['orders', 'foreign'], met };
  const job = await jobs.get(jobId);
  const now = clock.now();
  if (job !== undefined && isUnderWay(job, now)) return { counted: ['orders'], changing: job, met };
  const where = { job_id: jobId, partner_id: order.id };
  return { counted: ['orders'], differences: differencesOf(orderKinds(order, job, now), where), met };
}

/** Looks up what the day's lists do not have, one shard at a time. `metIn`: what was met of a shard. */
export function jobsBook(deps: AuditDeps, day: string, metIn: (shard: Shard) => Promise<Met>): Book {
  let held: { readonly shard: Shard; readonly met: Promise<Met> } | undefined;
  const metBy = (shard: Shard) => {
    if (held?.shard !== shard) held = { shard, met: metIn(shard) };
    return held.met;
  };
  const parts = shards.map((shard) => ({
    name: `the jobs of shard ${shard}`,
    async page(after?: string) {
      const { ids, next } = await deps.jobs.paidOn(day, shard, after);
      return pageOf(ids, next, async (id) => comparedJob(deps, id, await metBy(shard)));
    },
  }));
  return { name: 'the jobs', atOnce: 1, parts };
}

/** Read last, when all lists are: what was met twice was counted twice. */
export function repeatedBook(metIn: (shard: Shard) => Promise<Met>): Book {
  const parts = shards.map((shard) => ({
    name: `what was met twice in shard ${shard}`,
    async page() {
      const met = await metIn(shard);
      const repeated = Object.fromEntries(lists.map((list) => [list, met.repeated(list)])) as Record<List, number>;
      return { entries: [], next: undefined, repeated };
    },
  }));
  return { name: 'what was met', atOnce: 1, parts };
}

async function comparedJob(deps: AuditDeps, id: string, met: Met): Promise<AuditFinding> {
  const job = await deps.jobs.get(id);
  if (job === undefined) return { counted: [] };
  if (isUnderWay(job, deps.clock.now()))
    return { counted: ['jobs'], changing: met.has('changing', id) ? undefined : job };
  const [payment, order] = [await paymentFinding(deps, job, met), await orderFinding(deps, job, met)];
  return {
    counted: [...new Set(['jobs' as const, ...payment.counted, ...order.counted])],
    differences: [...(payment.differences ?? []), ...(order.differences ?? [])],
  };
}

async function paymentFinding(deps: AuditDeps, job: Job, met: Met): Promise<AuditFinding> {
  const { payment } = job;
  if (payment === undefined || payment.amountCents === 0 || met.has('payments', markOf(payment)))
    return { counted: [] };
  const provider = deps.payments[payment.provider];
  if (provider === undefined) return { counted: ['unasked'] };
  const money = await provider.taken(job.id, payment);
  const found = money === undefined ? (['payment_missing'] as const) : moneyKinds(money, job, deps.clock.now());
  return { counted: [], differences: differencesOf(found, { job_id: job.id, payment_id: payment.id }) };
}

async function orderFinding(deps: PartnerDeps, job: Job, met: Met): Promise<AuditFinding> {
  const { partner } = job;
  if (job.state !== 'fulfilled' || partner === undefined || met.has('orders', partner.id)) return { counted: [] };
  const configured = partnerIfAny(deps, job);
  if (configured === undefined) return { counted: ['unasked'] };
  if ((await configured.record(partner.id)) !== undefined) return { counted: [] };
  return { counted: [], differences: differencesOf(['order_missing'], { job_id: job.id, partner_id: partner.id }) };
}

function partnerIfAny(deps: PartnerDeps, job: Job): Partner | undefined {
  try {
    return partnerOf(deps, job);
  } catch {
    return undefined;
  }
}
