/**
 * Compares our jobs with the payments at the payment provider and the orders at the partners. A difference that is found
 * twice is reported once.
 */
import { isId } from '../../domain/ids.ts';
import { dayOf, type Job } from '../../domain/job/job.ts';
import { hasEnded, isSameRef, type ProviderRef } from '../../domain/job/lifecycle.ts';
import { totalCents } from '../../domain/money.ts';
import type { PaymentProviderName, ProductName } from '../../domain/names.ts';
import type { ListedOrder, Partner } from '../../partners/partner.ts';
import type { ProviderPayment } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { partnerOf } from '../partner.ts';

/** All kinds of differences, each explained for people. */
export const differenceMeanings = {
  payment_without_job: 'Money was taken for a job that this service does not have.',
  payment_not_in_job:
    'Money was taken for a job that does not have this payment: an event was lost, or it was paid twice.',
  payment_missing: 'The job says that it is paid, but the payment provider has no such payment.',
  amount_differs: 'The amount that was taken differs from the approved one or from the one in the job.',
  refund_not_in_job: 'Money was refunded, but the job does not say so.',
  refund_missing: 'The job says that everything was refunded, but the payment provider has refunded less.',
  order_without_job: 'The partner has an order for a job that this service does not have.',
  order_of_unpaid_job: 'The partner has an order for a job that was never paid.',
  order_of_ended_job: 'The partner has an order for a job that was canceled or has failed.',
  order_of_refunded_job: 'The partner has the order although it was refunded, perhaps on purpose.',
  order_not_in_job: 'The partner has an order that its job does not have.',
  second_order: 'The partner has a second order for one job.',
  order_missing: 'The job says that the partner has its order, but the partner does not have it.',
} as const;

export type DifferenceKind = keyof typeof differenceMeanings;

export interface Difference {
  readonly kind: DifferenceKind;
  readonly job_id: string;
  readonly payment_id?: string;
  readonly partner_id?: string;
}

/** Entries that changed more recently aren't compared, because the change may not have reached every book yet. */
const graceMs = 60 * 60 * 1_000;

/** The latest day that ended before the grace period, so its books should agree: `2026-11-21`, in UTC. */
export const lastDay = (now: number): string => dayOf(now - graceMs - 24 * 60 * 60 * 1_000);

const isRecent = (at: number, now: number): boolean => now - at < graceMs;

/** `job` is missing if the payment's job id is unknown here. */
export function moneyDifferences(money: ProviderPayment, job: Job | undefined, now: number): DifferenceKind[] {
  if (isRecent(money.movedAt, now)) return [];
  if (job === undefined) return ['payment_without_job'];
  const listed = { provider: money.provider, id: money.paymentId };
  const extraPayment = job.extraPayments?.find((each) => isSameRef(each, listed));
  if (extraPayment !== undefined) {
    // A refund that is pending or left to a person isn't a difference, because it has its own alarm.
    const isRefundMissing = extraPayment.refund === 'issued' && money.refundedCents < money.amountCents;
    return isRefundMissing ? ['refund_missing'] : [];
  }
  if (!isSameRef(job.payment, listed)) return ['payment_not_in_job'];
  const { amountCents, currency } = money;
  const { payment, price } = job;
  // In a job with the fact `wrong_amount`, the payment differs from the approved amount.
  const isApproved = amountCents === totalCents(price) && currency === price.currency;
  const isAmountRight =
    payment?.amountCents === amountCents &&
    payment.currency === currency &&
    (isApproved || job.firstSeenAt.wrong_amount !== undefined);
  const kinds: DifferenceKind[] = isAmountRight ? [] : ['amount_differs'];
  const { refundedCents } = money;
  const { refund, refundedCents: stored = 0 } = job;
  if (refund === 'issued' && refundedCents < amountCents) kinds.push('refund_missing');
  if (refund !== 'issued' && refund !== 'pending' && refundedCents > 0 && refundedCents !== stored)
    kinds.push('refund_not_in_job');
  return kinds;
}

/** Orders that were canceled or have failed are skipped, because they cost nothing. */
function orderDifferences(order: ListedOrder, job: Job | undefined, now: number): DifferenceKind[] {
  if (!order.isActive || isRecent(order.createdAt, now)) return [];
  if (job === undefined) return ['order_without_job'];
  if (job.payment === undefined) return ['order_of_unpaid_job'];
  if (hasEnded(job)) return ['order_of_ended_job'];
  if (job.partner === undefined) return ['order_not_in_job'];
  if (job.partner.id !== order.id) return ['second_order'];
  return job.refund === 'issued' ? ['order_of_refunded_job'] : [];
}

export const labelOf = ({ kind, ...where }: Difference): string => [kind, ...Object.values(where)].join(' ');

/** Includes the provider, because two providers may use the same id. */
const paymentKey = ({ provider, id }: ProviderRef): string => `${provider} ${id}`;

/** Compares the books of one day. Lists change while they are read, so an entry may come twice. Everything is stored by id. */
export class Comparison {
  /** The keys of the entries in the day's lists. */
  readonly payments = new Set<string>();
  readonly orders = new Set<string>();
  /** Entries of other services that use the same accounts. */
  readonly foreign = new Set<string>();
  readonly jobs = new Set<string>();
  /** Jobs that changed within the last hour. A later run can compare them. */
  readonly changing = new Set<string>();
  /** Jobs that could not be compared, because their partner or payment provider is no longer configured. */
  readonly unconfigured = new Set<string>();
  readonly differences = new Map<string, Difference>();
  /** The books that could not be read. Their missing entries aren't looked up one by one. */
  readonly unread = new Set<string>();
  /** The payments and orders that the day's jobs have, each with its job's id. */
  readonly #expectedPayments = new Map<string, string>();
  readonly #expectedOrders = new Map<string, string>();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  paymentBookName = (provider: PaymentProviderName): string => `the payments at ${provider}`;

  orderBookName = (product: ProductName): string => `the ${product} orders at ${this.#deps.partnerNames[product]}`;

  async addPayment(money: ProviderPayment): Promise<void> {
    const { jobId, paymentId, provider } = money;
    const key = paymentKey({ provider, id: paymentId });
    if (jobId === undefined || !isId('job', jobId)) this.foreign.add(key);
    else await this.#compare(jobId, { payment_id: paymentId }, (job, now) => moneyDifferences(money, job, now));
    this.payments.add(key);
  }

  async addOrder(order: ListedOrder): Promise<void> {
    // A reference is the job's id and, after the first round, the round.
    const jobId = order.reference?.replace(/-\d+$/, '');
    if (jobId === undefined || !isId('job', jobId)) this.foreign.add(order.id);
    else await this.#compare(jobId, { partner_id: order.id }, (job, now) => orderDifferences(order, job, now));
    this.orders.add(order.id);
  }

  /** Notes the payment and the order that the day's lists should have for a job. */
  async addJob(id: string): Promise<void> {
    const job = await this.#deps.jobs.get(id);
    if (job === undefined) return;
    this.jobs.add(id);
    if (isRecent(job.triesSince, this.#deps.clock.now())) {
      this.changing.add(id);
      return;
    }
    const { payment, partner } = job;
    if (payment !== undefined && payment.amountCents > 0) this.#expectedPayments.set(paymentKey(payment), id);
    if (job.state === 'fulfilled' && partner !== undefined) this.#expectedOrders.set(partner.id, id);
  }

  /** The jobs whose payment or order isn't in the day's lists, so that it has to be looked up. */
  missing(): { readonly payments: readonly string[]; readonly orders: readonly string[] } {
    const notIn = (listed: ReadonlySet<string>, expected: ReadonlyMap<string, string>) =>
      [...expected].flatMap(([key, jobId]) => (listed.has(key) ? [] : [jobId]));
    return { payments: notIn(this.payments, this.#expectedPayments), orders: notIn(this.orders, this.#expectedOrders) };
  }

  /** A payment that isn't in the day's lists may have been made on another day. */
  async lookUpPayment(jobId: string): Promise<void> {
    const { jobs, payments, clock } = this.#deps;
    const job = await jobs.get(jobId);
    if (job?.payment === undefined || this.unread.has(this.paymentBookName(job.payment.provider))) return;
    const provider = payments[job.payment.provider];
    if (provider === undefined) {
      this.unconfigured.add(jobId);
      return;
    }
    const money = await provider.findPayment(job.id, job.payment);
    const kinds = money === undefined ? (['payment_missing'] as const) : moneyDifferences(money, job, clock.now());
    this.#addDifferences(kinds, { job_id: jobId, payment_id: job.payment.id });
  }

  async lookUpOrder(jobId: string): Promise<void> {
    const job = await this.#deps.jobs.get(jobId);
    if (job?.partner === undefined || this.unread.has(this.orderBookName(job.product))) return;
    let partner: Partner;
    try {
      partner = partnerOf(this.#deps, job);
    } catch {
      this.unconfigured.add(jobId);
      return;
    }
    // The partner deleted its record with the document.
    if (partner.erase !== undefined && job.documentDeletedAt !== undefined) return;
    if ((await partner.record(job.partner.id)) === undefined)
      this.#addDifferences(['order_missing'], { job_id: jobId, partner_id: job.partner.id });
  }

  async #compare(
    jobId: string,
    entry: Omit<Difference, 'kind' | 'job_id'>,
    kindsOf: (job: Job | undefined, now: number) => readonly DifferenceKind[],
  ): Promise<void> {
    const job = await this.#deps.jobs.get(jobId);
    const now = this.#deps.clock.now();
    if (job !== undefined && isRecent(job.triesSince, now)) this.changing.add(jobId);
    else this.#addDifferences(kindsOf(job, now), { job_id: jobId, ...entry });
  }

  #addDifferences(kinds: readonly DifferenceKind[], where: Omit<Difference, 'kind'>): void {
    for (const kind of kinds) this.differences.set(labelOf({ kind, ...where }), { kind, ...where });
  }
}
