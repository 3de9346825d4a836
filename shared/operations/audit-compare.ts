/** The three books of an audit, and the comparison of one entry with the other books. */
import { isId } from '../core/ids.ts';
import type { Job } from '../core/product.ts';
import { type PartnerDeps, partnerOf } from '../fulfilment/partner.ts';
import { paymentsOf } from '../fulfilment/payment.ts';
import type { Deps, ListedOrder, MoneyTaken, Partner } from '../ports.ts';
import { type Difference, type DifferenceKind, isUnderWay, moneyKinds, orderKinds } from './audit-rules.ts';

/** The dependencies that an audit reads. */
export type AuditDeps = PartnerDeps & Pick<Deps, 'clock' | 'jobs' | 'log' | 'payments' | 'settings'>;

export interface Counts {
  /** The number of entries compared. */
  readonly payments: number;
  readonly orders: number;
  readonly jobs: number;
  /** Payments and orders of other services on the same accounts. */
  readonly foreign: number;
  /** Jobs whose partner is no longer configured, so their orders could not be looked up. */
  readonly unasked: number;
  /** Jobs that changed within the last hour. A later run can compare them. */
  readonly changing: number;
}

/** The result of comparing one entry of a book. */
export interface Finding {
  readonly counted: readonly Exclude<keyof Counts, 'changing'>[];
  /** The job that cannot be compared yet. It is counted once, even if several lists have it. */
  readonly changing?: Job | undefined;
  readonly differences?: readonly Difference[] | undefined;
}

/** One of the books, read page by page. */
export interface Book<T> {
  page(after?: string): Promise<{ readonly items: readonly T[]; readonly next?: string | undefined }>;
  idOf(item: T): string;
  /** `isMet` says whether an id has occurred in this book or an earlier one. */
  compare(item: T, isMet: (id: string) => boolean): Promise<Finding>;
}

const differencesOf = (found: readonly DifferenceKind[], where: Omit<Difference, 'kind'>): Difference[] =>
  found.map((kind) => ({ kind, ...where }));

export const paymentsOn = ({ payments, settings, jobs, clock }: AuditDeps, day: string): Book<MoneyTaken> => ({
  async page(after) {
    const { payments: items, next } = await payments[settings.paymentProvider].movedOn(day, after);
    return { items, next };
  },
  idOf: ({ paymentId }) => paymentId,
  async compare(money) {
    const { jobId, paymentId } = money;
    if (jobId === undefined || !isId('job', jobId)) return { counted: ['payments', 'foreign'] };
    const job = await jobs.get(jobId);
    const now = clock.now();
    if (job !== undefined && isUnderWay(job, now)) return { counted: ['payments'], changing: job };
    const where = { job_id: jobId, payment_id: paymentId };
    return { counted: ['payments'], differences: differencesOf(moneyKinds(money, job, now), where) };
  },
});

export const ordersOn = ({ jobs, clock }: AuditDeps, partner: Partner, day: string): Book<ListedOrder> => ({
  async page(after) {
    const { orders: items, next } = await partner.ordersOn(day, after);
    return { items, next };
  },
  idOf: ({ id }) => id,
  async compare(order) {
    const jobId = order.reference?.replace(/-\d+$/, '');
    if (jobId === undefined || !isId('job', jobId)) return { counted: ['orders', 'foreign'] };
    const job = await jobs.get(jobId);
    const now = clock.now();
    if (job !== undefined && isUnderWay(job, now)) return { counted: ['orders'], changing: job };
    const where = { job_id: jobId, partner_id: order.id };
    return { counted: ['orders'], differences: differencesOf(orderKinds(order, job, now), where) };
  },
});

/** Looks up payments and orders that the day's lists do not have: another book may date them differently. */
export const jobsPaidOn = (deps: AuditDeps, day: string): Book<string> => ({
  async page(after) {
    const { ids: items, next } = await deps.jobs.paidOn(day, after);
    return { items, next };
  },
  idOf: (id) => id,
  async compare(id, isMet) {
    const job = await deps.jobs.get(id);
    if (job === undefined) return { counted: [] };
    if (isUnderWay(job, deps.clock.now())) return { counted: ['jobs'], changing: job };
    const differences = await paymentDifferences(deps, job, isMet);
    const order = await orderFinding(deps, job, isMet);
    return { counted: ['jobs', ...order.counted], differences: [...differences, ...(order.differences ?? [])] };
  },
});

async function paymentDifferences(deps: AuditDeps, job: Job, isMet: (id: string) => boolean): Promise<Difference[]> {
  const { payment } = job;
  if (payment === undefined || payment.amountCents === 0 || isMet(payment.id)) return [];
  const money = await paymentsOf(deps, payment).taken(job.id, payment);
  const found = money === undefined ? (['payment_missing'] as const) : moneyKinds(money, job, deps.clock.now());
  return differencesOf(found, { job_id: job.id, payment_id: payment.id });
}

async function orderFinding(deps: PartnerDeps, job: Job, isMet: (id: string) => boolean): Promise<Finding> {
  const { partner } = job;
  if (job.state !== 'fulfilled' || partner === undefined || isMet(partner.id)) return { counted: [] };
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
