/** Compares a payment with the approved price and records it. A payment that the job doesn't need is refunded at once. */
import { type Job, unrefunded } from '../../domain/job/job.ts';
import {
  type ExtraPayment,
  type Fact,
  isSameRef,
  type Paid,
  type Payment,
  type ProviderRef,
} from '../../domain/job/lifecycle.ts';
import { formatMinorUnits, formatMoney, totalCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { refundAgainDelayMs } from '../../domain/times.ts';
import { paymentProviders } from '../../partners/catalogue.ts';
import type { PaymentProviderDescriptor } from '../../partners/descriptor.ts';
import type { Payments, RefundOutcome } from '../../partners/payments.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps, Settings } from '../deps.ts';
import { nudge, type Recorded, record } from '../record.ts';

/** The provider of a checkout or a payment. Throws if this service no longer has keys for it. */
export function paymentsOf({ payments }: Deps, { provider }: Pick<ProviderRef, 'provider'>): Payments {
  const configured = payments[provider];
  if (configured === undefined) throw new Error(`the payment provider ${provider} is not configured`);
  return configured;
}

/** Every provider that this service has keys for. */
export const providersOf = ({ payments }: Deps): (readonly [PaymentProviderDescriptor, Payments])[] =>
  Object.values(paymentProviders).flatMap((descriptor) => {
    const configured = payments[descriptor.name];
    return configured === undefined ? [] : [[descriptor, configured] as const];
  });

/** True if the job doesn't need the payment, because it has another payment, or because another payment page was paid. */
function isExtra({ payment: counted, checkout }: Job, { payment, checkoutId }: Paid): boolean {
  if (counted !== undefined) return !isSameRef(counted, payment);
  return !isSameRef(checkout, { provider: payment.provider, id: checkoutId });
}

/** True if the job was paid with test money, or its payment page accepts test money. The current mode doesn't matter. */
export const takesTestMoney = ({ checkout, payment }: Job): boolean =>
  payment?.isTest ?? (checkout !== undefined && paymentProviders[checkout.provider].isTestCheckout(checkout.id));

/** The payment mode of the job's provider, because the service may have changed modes since the order. */
export function paymentModeOf({ checkout, payment }: Job, { paymentMode }: Pick<Settings, 'paymentMode'>) {
  const provider = (payment ?? checkout)?.provider;
  return provider === undefined ? paymentMode : paymentProviders[provider].paymentMode;
}

/** Refunds a payment at its provider. `unknown` if the provider doesn't respond. */
export async function refundPayment(deps: Deps, jobId: string, payment: Payment): Promise<RefundOutcome> {
  try {
    return await paymentsOf(deps, payment).refund(jobId, payment);
  } catch (error) {
    deps.log.info('refund failed', { jobId, error });
    return 'unknown';
  }
}

/** A payment whose amount or currency differs from the approved one doesn't pay for the order, and is refunded. */
function paidFact({ clock, log }: Deps, job: Job, { payment, payerEmail }: Paid): Fact {
  const { currency } = job.price;
  const expected = totalCents(job.price);
  if (payment.amountCents === expected && payment.currency === currency) {
    const scheduledFor = productNamed(job.product).notBefore?.(job.order);
    // A check on a bank account that isn't proven yet waits.
    const { waitMs = 0 } = job.drawing ?? {};
    const notBefore = waitMs === 0 ? scheduledFor : Math.max(scheduledFor ?? 0, clock.now() + waitMs);
    return { kind: 'paid', payment, payerEmail, notBefore };
  }
  const error = `${formatMinorUnits(payment.amountCents, payment.currency)} was paid, but ${formatMoney(expected, currency)} was approved: nothing is sent, and the payment is refunded.`;
  // The alarm comes before the write, because after the write a repeated event changes nothing.
  if (job.payment === undefined) log.alarm('wrong amount paid', { jobId: job.id });
  return { kind: 'wrong_amount', payment, payerEmail, error };
}

export const disputedFact = {
  kind: 'disputed',
  error: 'The payment is disputed at the payer’s bank; a person is looking into it.',
} as const satisfies Fact;

/** Calls the provider while a client waits. If it fails, throws a Refusal that asks the client to try again. */
export async function callProvider<T>(
  deps: Deps,
  jobId: string,
  ref: Pick<ProviderRef, 'provider'>,
  call: (payments: Payments) => Promise<T>,
): Promise<T> {
  try {
    return await call(paymentsOf(deps, ref));
  } catch (error) {
    deps.log.alarm('payment provider', { jobId, error });
    throw new Refusal(
      'unavailable',
      'The payment provider is not responding right now, and nothing was charged. Send the same request again in a few seconds.',
    );
  }
}

/** Records a payment, or refunds an extra one. `isDisputed`: it is or was disputed. Returns `undefined` if there is no job. */
export async function recordPayment(
  deps: Deps,
  jobId: string,
  paid: Paid & { readonly isDisputed?: boolean | undefined },
): Promise<Recorded | undefined> {
  // The dispute is recorded before the payment, so that the order isn't sent. If an event has already reported a dispute, only
  // the event counts, because it names the dispute and later ones say how it ended.
  if (paid.isDisputed) {
    const disputed = await record(deps, jobId, (job) =>
      isExtra(job, paid) || job.disputes !== undefined ? undefined : disputedFact,
    );
    if (disputed?.hasCounted) deps.log.alarm('payment disputed', { jobId });
  }
  const recorded = await record(deps, jobId, (job) => (isExtra(job, paid) ? undefined : paidFact(deps, job, paid)));
  if (recorded === undefined || !isExtra(recorded.job, paid)) return recorded;
  return { job: await storeAndRefund(deps, recorded.job, paid.payment), hasCounted: false };
}

/** Stores an extra payment, and then refunds it, so that a crash in between doesn't lose it. Refuses if the list is full. */
async function storeAndRefund(deps: Deps, { id }: Job, payment: Payment): Promise<Job> {
  const now = deps.clock.now();
  const added: ExtraPayment = { ...payment, refund: 'pending', since: now, tries: 0, dueAt: now };
  const written = await changeExtraPayments(deps, id, (stored) => {
    if (stored.some((other) => isSameRef(other, payment))) return stored;
    // 20,000 characters of JSON are about a hundred payments. The limit keeps the job's item far below DynamoDB's 400 kB,
    // because in test mode anyone may send events.
    const hasRoom = (list: readonly ExtraPayment[]) => JSON.stringify([...list, added]).length <= 20_000;
    // Refunded payments are removed first. If the event of a removed payment comes again, the provider's idempotency key
    // prevents a second refund.
    const remaining = hasRoom(stored) ? stored : stored.filter(({ refund }) => refund !== 'issued');
    if (hasRoom(remaining)) return [...remaining, added];
    throw new Refusal('unavailable', 'The job has too many payments that are not refunded yet: send the event later.', {
      retryAfterSeconds: 60,
    });
  });
  const owed = unrefunded(written).find((extraPayment) => isSameRef(extraPayment, payment));
  return owed === undefined ? written : refundExtraPayment(deps, written, owed);
}

/** Refunds an extra payment. Two processes may do so at once, because the provider's idempotency key names the payment. */
export async function refundExtraPayment(deps: Deps, job: Job, extraPayment: ExtraPayment): Promise<Job> {
  const tries = extraPayment.tries + 1;
  deps.log.alarm('extra payment', { jobId: job.id, tries });
  const outcome = await refundPayment(deps, job.id, extraPayment);
  const { random, clock, settings } = deps;
  if (outcome !== 'unknown' && outcome !== 'not_now') {
    const refund = outcome === 'refunded' ? 'issued' : 'contact_support';
    return settleExtraPayment(deps, job.id, extraPayment, { refund, dueAt: undefined });
  }
  const dueAt = clock.now() + refundAgainDelayMs(outcome, tries, settings.retryBaseMs, random.fraction());
  const after = await settleExtraPayment(deps, job.id, extraPayment, { refund: 'pending', tries, dueAt });
  await nudge(deps, job.id, dueAt);
  return after;
}

/** Records the result of an extra payment's refund. A late `pending` doesn't replace a final result. */
export const settleExtraPayment = (
  deps: Deps,
  jobId: string,
  payment: ProviderRef,
  result: Pick<ExtraPayment, 'refund'> & Partial<ExtraPayment>,
): Promise<Job> =>
  changeExtraPayments(deps, jobId, (stored) =>
    stored.map((each) =>
      isSameRef(each, payment) && (each.refund === 'pending' || result.refund !== 'pending')
        ? { ...each, ...result }
        : each,
    ),
  );

async function changeExtraPayments(
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
  if (job === undefined) throw new Error(`${jobId} has an extra payment but does not exist`);
  return job;
}
