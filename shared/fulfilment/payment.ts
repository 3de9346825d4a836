/** Compares a payment with the approved price before it counts, and turns a silent provider into a refusal. */
import type { Checkout, Fact, Paid, Payment } from '../core/job.ts';
import { formatMoney, moneyText } from '../core/money.ts';
import { type Job, totalCents } from '../core/product.ts';
import { Refusal } from '../core/refusal.ts';
import { paymentProviders } from '../partners/catalogue.ts';
import type { Deps, Payments } from '../ports.ts';
import { productNamed } from '../products/index.ts';

/** The provider that holds a checkout or a payment. */
export const paymentsOf = ({ payments }: Pick<Deps, 'payments'>, held: Checkout | Payment): Payments =>
  payments[held.provider];

/**
 * True if the page is the one that the job opened. In test mode every page is, because developers write events by hand.
 */
export const isOwnCheckout = (
  { settings }: Pick<Deps, 'settings'>,
  { checkout }: Job,
  checkoutId: string | undefined,
): boolean => settings.paymentMode === 'mock' || checkout?.id === checkoutId;

/** True if the job does not need the payment: it has another one, or never opened the page that was paid. */
export const isSurplus = (deps: Pick<Deps, 'settings'>, job: Job, checkoutId: string, payment: Payment): boolean =>
  job.payment === undefined ? !isOwnCheckout(deps, job, checkoutId) : job.payment.id !== payment.id;

/** True if the job's payment page takes test money, whatever key this function knows. */
export const takesTestMoney = ({ checkout }: Job): boolean =>
  checkout !== undefined && paymentProviders[checkout.provider].isTestCheckout(checkout.id);

/** A payment of any other amount or currency than the approved one fulfils nothing and is refunded. */
export function paidFact(job: Job, { payment, payerEmail }: Paid): Fact {
  const { currency } = job.price;
  const expected = totalCents(job.price);
  if (payment.amountCents === expected && payment.currency === currency) {
    const notBefore = productNamed(job.product).notBefore?.(job.order);
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
export const providerAnswer = <T>({ log }: Pick<Deps, 'log'>, jobId: string, call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    log.alarm('payment provider', { jobId, error });
    throw new Refusal({
      code: 'unavailable',
      message:
        'The payment provider does not answer at this moment; nothing was charged. Send the same request again in a few seconds.',
    });
  });
