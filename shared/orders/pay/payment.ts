/** Compares a payment with the approved price before it counts, and turns a silent provider into a refusal. */
import type { Fact } from '../../domain/job/fact.ts';
import type { Job } from '../../domain/job/job.ts';
import { isSame, type JobHold, type Paid, type Payment } from '../../domain/job/payment.ts';
import { checkoutLivesMs } from '../../domain/lifetimes.ts';
import { formatMoney, moneyText } from '../../domain/money/money.ts';
import { totalCents } from '../../domain/money/price.ts';
import { Refusal } from '../../domain/refusal.ts';
import { askPaymentAgainDelayMs, askPaymentDelayMs } from '../../domain/retry.ts';
import { paymentProviders } from '../../partners/catalogue.ts';
import type { PaymentProviderDescriptor } from '../../partners/descriptor.ts';
import type { Payments, RefundOutcome } from '../../partners/payments.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';

/** The provider of a checkout or a payment. Throws if this service has no keys for it any more. */
export function paymentsOf({ payments }: Deps, { provider }: Pick<JobHold, 'provider'>): Payments {
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
export function isSurplus({ payment: known, checkout }: Job, { payment, checkoutId }: Paid): boolean {
  if (known !== undefined) return !isSame(known, payment);
  return !isSame(checkout, { provider: payment.provider, id: checkoutId });
}

/** True if the job is paid with test money, or its payment page takes it, whatever key this function knows. */
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
export function paidFact(job: Job, { payment, payerEmail }: Paid, now: number): Fact {
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
  return { kind: 'mispaid', payment, payerEmail, error };
}

export const disputedFact = {
  kind: 'disputed',
  error: 'The payment is disputed at the payer’s bank; a person is looking into it.',
} as const satisfies Fact;

/** The provider's answer to our refund: whatever was heard of the dispute before, a person decides. */
export const refundDisputedFact: Fact = { kind: 'refund_disputed', error: disputedFact.error };

export const disputeLostFact: Fact = {
  kind: 'dispute_lost',
  error: 'The payer’s bank has given the payment back to the payer.',
};

/** Calls the provider while a caller waits. Without an answer nothing has changed, and the caller may ask again. */
export async function providerAnswer<T>(
  deps: Deps,
  jobId: string,
  held: Pick<JobHold, 'provider'>,
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

export function nextAsking(
  { random, clock, settings: { retryBaseMs } }: Deps,
  { createdAt }: Pick<Job, 'createdAt'>,
  asked: number,
  isUnanswered = false,
): number {
  const [now, chance] = [clock.now(), random.fraction()];
  if (isUnanswered) return now + askPaymentAgainDelayMs(asked, retryBaseMs, chance);
  return now + askPaymentDelayMs(now - createdAt, retryBaseMs, chance, createdAt + checkoutLivesMs - now);
}
