/** The comparison of one payment, order or job with the other books. What is compared twice is found once. */
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import type { JobHold } from '../../domain/job/payment.ts';
import type { PaymentProviderName, ProductName } from '../../domain/names.ts';
import type { ListedOrder, Partner } from '../../partners/partner.ts';
import type { MoneyTaken } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { partnerOf } from '../partner.ts';
import { type Difference, type DifferenceKind, isUnderWay, moneyKinds, orderKinds } from './audit-rules.ts';

/** Lists move while they are read, so an entry may come twice: all is kept by its id. */
export interface Found {
  /** The entries of the day's lists. */
  readonly payments: Set<string>;
  readonly orders: Set<string>;
  /** Those of other services on the same accounts. */
  readonly foreign: Set<string>;
  readonly jobs: Set<string>;
  /** Jobs that changed within the last hour. A later run can compare them. */
  readonly changing: Set<string>;
  /** Jobs whose partner or payment provider is no longer configured, so it could not be asked. */
  readonly unasked: Set<string>;
  readonly differences: Map<string, Difference>;
  /** The payments and orders that the day's jobs name, with the job of each. */
  readonly awaitedPayments: Map<string, string>;
  readonly awaitedOrders: Map<string, string>;
  /** The books that could not be read. What they may have is not looked up entry by entry. */
  readonly unread: Set<string>;
}

export const nothingFound = (): Found => ({
  payments: new Set(),
  orders: new Set(),
  foreign: new Set(),
  jobs: new Set(),
  changing: new Set(),
  unasked: new Set(),
  differences: new Map(),
  awaitedPayments: new Map(),
  awaitedOrders: new Map(),
  unread: new Set(),
});

export const wordsOf = ({ kind, ...where }: Difference): string => [kind, ...Object.values(where)].join(' ');

function differ({ differences }: Found, kinds: readonly DifferenceKind[], where: Omit<Difference, 'kind'>): void {
  for (const kind of kinds) differences.set(wordsOf({ kind, ...where }), { kind, ...where });
}

export const paymentsAt = (provider: PaymentProviderName): string => `the payments at ${provider}`;

export const ordersAt = ({ partnerNames }: Deps, product: ProductName): string =>
  `the ${product} orders at ${partnerNames[product]}`;

/** Two providers may use the same id. */
const paymentKey = ({ provider, id }: JobHold): string => `${provider} ${id}`;

export async function comparePayment({ jobs, clock }: Deps, found: Found, money: MoneyTaken): Promise<void> {
  const { jobId, paymentId, provider } = money;
  const key = paymentKey({ provider, id: paymentId });
  if (jobId === undefined || !isId('job', jobId)) found.foreign.add(key);
  else {
    const job = await jobs.get(jobId);
    const now = clock.now();
    if (job !== undefined && isUnderWay(job, now)) found.changing.add(jobId);
    else differ(found, moneyKinds(money, job, now), { job_id: jobId, payment_id: paymentId });
  }
  found.payments.add(key);
}

export async function compareOrder({ jobs, clock }: Deps, found: Found, order: ListedOrder): Promise<void> {
  const jobId = order.reference?.replace(/-\d+$/, '');
  if (jobId === undefined || !isId('job', jobId)) found.foreign.add(order.id);
  else {
    const job = await jobs.get(jobId);
    const now = clock.now();
    if (job !== undefined && isUnderWay(job, now)) found.changing.add(jobId);
    else differ(found, orderKinds(order, job, now), { job_id: jobId, partner_id: order.id });
  }
  found.orders.add(order.id);
}

/** Notes what the day's lists should have of a job. */
export async function awaitJob({ jobs, clock }: Deps, found: Found, id: string): Promise<void> {
  const job = await jobs.get(id);
  if (job === undefined) return;
  found.jobs.add(id);
  if (isUnderWay(job, clock.now())) {
    found.changing.add(id);
    return;
  }
  const { payment, partner } = job;
  if (payment !== undefined && payment.amountCents > 0) found.awaitedPayments.set(paymentKey(payment), id);
  if (job.state === 'fulfilled' && partner !== undefined) found.awaitedOrders.set(partner.id, id);
}

/** Asks for a payment that no list of the day has. It may have been taken on another day. */
export async function lookUpPayment(deps: Deps, found: Found, jobId: string): Promise<void> {
  const job = await deps.jobs.get(jobId);
  if (job?.payment === undefined || found.unread.has(paymentsAt(job.payment.provider))) return;
  const provider = deps.payments[job.payment.provider];
  if (provider === undefined) {
    found.unasked.add(jobId);
    return;
  }
  const money = await provider.taken(job.id, job.payment);
  const kinds = money === undefined ? (['payment_missing'] as const) : moneyKinds(money, job, deps.clock.now());
  differ(found, kinds, { job_id: jobId, payment_id: job.payment.id });
}

/** The same for an order. */
export async function lookUpOrder(deps: Deps, found: Found, jobId: string): Promise<void> {
  const job = await deps.jobs.get(jobId);
  if (job?.partner === undefined || found.unread.has(ordersAt(deps, job.product))) return;
  const partner = partnerIfAny(deps, job);
  if (partner === undefined) found.unasked.add(jobId);
  else if ((await partner.record(job.partner.id)) === undefined)
    differ(found, ['order_missing'], { job_id: jobId, partner_id: job.partner.id });
}

function partnerIfAny(deps: Deps, job: Job): Partner | undefined {
  try {
    return partnerOf(deps, job);
  } catch {
    return undefined;
  }
}
