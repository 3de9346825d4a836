/** Compares a payment with the approved price, and counts it. Money that its job does not need goes back at once. */
import { type Job, unreturned } from '../../domain/job/job.ts';
import {
  type ExtraPayment,
  type Fact,
  isSame,
  type Paid,
  type Payment,
  type ProviderRef,
} from '../../domain/job/lifecycle.ts';
import { formatMoney, moneyText, totalCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { refundAgainDelayMs } from '../../domain/times.ts';
import { paymentProviders } from '../../partners/catalogue.ts';
import type { PaymentProviderDescriptor } from '../../partners/descriptor.ts';
import type { Payments, RefundOutcome } from '../../partners/payments.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { nudge, type Recorded, record } from '../record.ts';

/** The provider of a checkout or a payment. Throws if this service has no keys for it any more. */
export function paymentsOf({ payments }: Deps, { provider }: Pick<ProviderRef, 'provider'>): Payments {
  const held = payments[provider];
  if (held === undefined) throw new Error(`the payment provider ${provider} is not configured`);
  return held;
}

/** Every provider that this service has the keys for. */
export const providersOf = ({ payments }: Deps): (readonly [PaymentProviderDescriptor, Payments])[] =>
  Object.values(paymentProviders).flatMap((descriptor) => {
    const plugged = payments[descriptor.name];
    return plugged === undefined ? [] : [[descriptor, plugged] as const];
  });

/** True if the job does not need the payment: it has another, or did not open the page that was paid. */
function isExtra({ payment: counted, checkout }: Job, { payment, checkoutId }: Paid): boolean {
  if (counted !== undefined) return !isSame(counted, payment);
  return !isSame(checkout, { provider: payment.provider, id: checkoutId });
}

/** True if the job is paid with test money, or its payment page takes it. The function's own key does not matter. */
export const takesTestMoney = ({ checkout, payment }: Job): boolean =>
  payment?.isTest ?? (checkout !== undefined && paymentProviders[checkout.provider].isTestCheckout(checkout.id));

/** Refunds a payment at the provider that holds it. `unknown` if that does not answer. */
export async function refundedAt(deps: Deps, jobId: string, payment: Payment): Promise<RefundOutcome> {
  try {
    return await paymentsOf(deps, payment).refund(jobId, payment);
  } catch (error) {
    deps.log.info('refund failed', { jobId, error });
    return 'unknown';
  }
}

/** A payment of any other amount or currency than the approved one fulfills nothing and is refunded. */
function paidFact(job: Job, { payment, payerEmail }: Paid, now: number): Fact {
  const { currency } = job.price;
  const expected = totalCents(job.price);
  if (payment.amountCents === expected && payment.currency === currency) {
    const { notBefore: dayOfOrder } = productNamed(job.product);
    const { waitMs = 0 } = job.drawing ?? {};
    const named = dayOfOrder?.(job.order);
    const notBefore = waitMs === 0 ? named : Math.max(named ?? 0, now + waitMs);
    return { kind: 'paid', payment, payerEmail, notBefore };
  }
  const error = `${moneyText(payment.amountCents, payment.currency)} was paid where ${formatMoney(expected, currency)} was approved: nothing is sent, the payment is refunded.`;
  return { kind: 'wrong_amount', payment, payerEmail, error };
}

export const disputedFact = {
  kind: 'disputed',
  error: 'The payment is disputed at the payer’s bank; a person is looking into it.',
} as const satisfies Fact;

/** Calls the provider while a client waits. Without a response nothing has changed, and the client may try again. */
export async function providerAnswer<T>(
  deps: Deps,
  jobId: string,
  held: Pick<ProviderRef, 'provider'>,
  call: (payments: Payments) => Promise<T>,
): Promise<T> {
  try {
    return await call(paymentsOf(deps, held));
  } catch (error) {
    deps.log.alarm('payment provider', { jobId, error });
    throw new Refusal(
      'unavailable',
      'The payment provider does not answer at this moment; nothing was charged. Send the same request again in a few seconds.',
    );
  }
}

/** `isDisputed`: by the provider's books the payment is or was disputed. `undefined`: there is no such job. */
export async function recordPayment(
  deps: Deps,
  jobId: string,
  paid: Paid & { readonly isDisputed?: boolean | undefined },
): Promise<Recorded | undefined> {
  // Before the payment, which would otherwise be sent to a partner. What events said about its disputes is more exact.
  if (paid.isDisputed) {
    const disputed = await record(deps, jobId, (job) =>
      isExtra(job, paid) || job.disputes !== undefined ? undefined : disputedFact,
    );
    if (disputed?.counted) deps.log.alarm('payment disputed', { jobId });
  }
  const recorded = await record(deps, jobId, (job) =>
    isExtra(job, paid) ? undefined : paidFact(job, paid, deps.clock.now()),
  );
  if (recorded === undefined || !isExtra(recorded.job, paid)) return recorded;
  return { job: await returnExtraPayment(deps, recorded.job, paid.payment), counted: false };
}

/** The most characters of JSON in all extra payments of a job, about a hundred of them: its item may have 400 kB. */
const mostOfExtraPayments = 20_000;

/** Stores the payment before it is refunded, so that a crash in between loses no money. */
async function returnExtraPayment(deps: Deps, { id }: Job, payment: Payment): Promise<Job> {
  const now = deps.clock.now();
  const added: ExtraPayment = { ...payment, refund: 'pending', since: now, tries: 0, dueAt: now };
  const written = await changed(deps, id, (stored) => {
    if (stored.some((other) => isSame(other, payment))) return stored;
    const hasRoom = (list: readonly ExtraPayment[]) => JSON.stringify([...list, added]).length <= mostOfExtraPayments;
    // In test mode anyone may send events. Refunded payments are forgotten first: if the event of one comes again, the
    // provider's idempotency key prevents a second refund.
    const kept = hasRoom(stored) ? stored : stored.filter(({ refund }) => refund !== 'issued');
    if (hasRoom(kept)) return [...kept, added];
    throw new Refusal(
      'unavailable',
      'The job has too many payments that are not paid back yet: send the event later.',
      { retryAfterSeconds: 60 },
    );
  });
  const owed = unreturned(written).find((extraPayment) => isSame(extraPayment, payment));
  return owed === undefined ? written : refundExtraPayment(deps, written, owed);
}

/** The provider's idempotency key names the payment, so events and the sweeper can both do this. */
export async function refundExtraPayment(deps: Deps, job: Job, extraPayment: ExtraPayment): Promise<Job> {
  deps.log.alarm('extra payment', { jobId: job.id, tries: extraPayment.tries + 1 });
  const outcome = await refundedAt(deps, job.id, extraPayment);
  const { random, clock, settings } = deps;
  const tries = extraPayment.tries + 1;
  const dueAt = clock.now() + refundAgainDelayMs(outcome, tries, settings.retryBaseMs, random.fraction());
  const isPending = outcome === 'unknown' || outcome === 'not_now';
  const refund = outcome === 'refunded' ? 'issued' : 'contact_support';
  const ending = isPending ? ({ refund: 'pending', tries, dueAt } as const) : ({ refund, dueAt: undefined } as const);
  const after = await settleExtraPayment(deps, job.id, extraPayment, ending);
  await nudge(deps, job.id, dueAt);
  return after;
}

/** Records the result of a refund of an extra payment. An older answer does not undo a refund that was issued. */
export const settleExtraPayment = (
  deps: Deps,
  jobId: string,
  payment: ProviderRef,
  ending: Pick<ExtraPayment, 'refund'> & Partial<ExtraPayment>,
): Promise<Job> =>
  changed(deps, jobId, (stored) =>
    stored.map((each) =>
      isSame(each, payment) && (each.refund === 'pending' || ending.refund !== 'pending')
        ? { ...each, ...ending }
        : each,
    ),
  );

async function changed(
  { jobs }: Deps,
  jobId: string,
  change: (extraPayments: readonly ExtraPayment[]) => readonly ExtraPayment[],
): Promise<Job> {
  const job = await update(jobs, jobId, (current) => {
    if (current === undefined) return undefined;
    const { extraPayments: stored = [] } = current;
    const extraPayments = change(stored);
    const isSameList = extraPayments.length === stored.length && extraPayments.every((each, at) => each === stored[at]);
    return isSameList ? current : { ...current, extraPayments };
  });
  if (job === undefined) throw new Error('a job that is gone has an extra payment');
  return job;
}
