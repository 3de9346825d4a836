/** A job's Checkout Session at Stripe: its parameters, and its status in our words. */
import type Stripe from 'stripe';
import { spokenOrderNumber } from '../../domain/ids.ts';
import { plainEmail } from '../../domain/job/notify.ts';
import type { PaymentCard } from '../../domain/job/payment.ts';
import { totalCents } from '../../domain/money.ts';
import type { Operator } from '../../domain/operator.ts';
import type { CheckoutRequest, CheckoutStatus } from '../payments.ts';
import { stripe } from './facts.ts';
import { faultOf, isSpoilt } from './fault.ts';

/**
 * Stripe accepts 30 minutes to less than 24 hours by its own clock. A minute less than our maximum tolerates a fast
 * clock of ours. The time depends on the job alone, because an idempotency key is valid for the same parameters only.
 */
function expiresAtS(expiresAt: number, now: number): number {
  const minuteS = 60;
  return Math.max(Math.floor(expiresAt / 1_000) - minuteS, Math.ceil(now / 1_000) + 31 * minuteS);
}

/** A debit can be returned by the payer's bank long after a check was mailed; a card by a thief, unless it is asked who pays. */
const strictly = {
  payment_method_options: { card: { request_three_d_secure: 'any' } },
  excluded_payment_method_types: [
    'us_bank_account',
    'acss_debit',
    'sepa_debit',
    'bacs_debit',
    'au_becs_debit',
    'nz_bank_account',
  ],
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/**
 * Everything here depends on the job and the operator's settings alone. If the settings change between two tries, Stripe
 * calls the key stale, and the next key opens a session with the new ones: nobody has the address of the first.
 * `now` in Unix ms.
 */
export function sessionParams(
  request: CheckoutRequest,
  operator: Operator,
  now: number,
): Stripe.Checkout.SessionCreateParams {
  const { title, price, expiresAt, jobId, returnUrl, paidUrl, isStrict } = request;
  const metadata = { job_id: jobId };
  const currency = price.currency.toLowerCase();
  const line = (name: string, unit_amount: number, description?: string) => ({
    price_data: { currency, unit_amount, product_data: { name: oneLine(name, 250), description } },
    quantity: 1,
  });
  return {
    mode: 'payment',
    line_items: [
      line(title, price.amountCents, lineDescription(request, operator)),
      ...(price.tax ? [line(price.tax.label, price.tax.cents)] : []),
    ],
    client_reference_id: jobId,
    metadata,
    payment_intent_data: {
      metadata,
      description: paymentDescription(request, operator),
      // This descriptor is for cards alone. One for other ways to pay would make every card payment fail.
      statement_descriptor_suffix: statementSuffix(request),
    },
    custom_text: customText(request, operator),
    expires_at: expiresAtS(expiresAt, now),
    success_url: paidUrl,
    cancel_url: returnUrl,
    ...(isStrict ? strictly : {}),
    // The charge must be the approved amount in the approved currency.
    adaptive_pricing: { enabled: false },
  };
}

/** True if Stripe asks for exactly the approved amount in the approved currency. */
export const asksFor = ({ amount_total, currency }: Stripe.Checkout.Session, { price }: CheckoutRequest): boolean =>
  amount_total === totalCents(price) && currency?.toUpperCase() === price.currency;

/**
 * The one session of a job: if several callers ask at once, Stripe makes the later ones wait. Keys are tried in
 * order, the next one only after the one before is spoilt. A spoilt key may have made a session, but nobody has its
 * address.
 */
export async function openOnce(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  keys: Iterable<string>,
  pause: () => Promise<boolean>,
): Promise<Stripe.Checkout.Session> {
  let last: unknown;
  for (const idempotencyKey of keys) {
    do
      try {
        return await stripe.checkout.sessions.create(params, { idempotencyKey });
      } catch (error) {
        last = error;
      }
    while (faultOf(last) === 'busy' && (await pause()));
    if (!isSpoilt(last)) break;
  }
  throw last;
}

/** Expands the parts of the payment that `checkoutStatus` reads. */
export const withMoney = { expand: ['payment_intent.latest_charge'] };

/**
 * A payment that is still under way counts as open. A refunded or disputed payment pays for nothing, so it counts as
 * expired. So does a payment that failed after the session was complete, because it cannot be made again.
 */
export function checkoutStatus(session: Stripe.Checkout.Session): CheckoutStatus {
  const { id, status, payment_status, amount_total, currency, livemode } = session;
  if (status === 'open') return { status: 'open' };
  if (status === 'expired') return { status: 'expired' };
  const intent = expanded(session.payment_intent);
  const isDead = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  const charge = expanded(intent?.latest_charge);
  if (status === 'complete' && payment_status === 'unpaid')
    return isDead ? { status: 'expired' } : { status: 'open', isUnderWay: true };
  const isPaid = payment_status === 'paid' || payment_status === 'no_payment_required';
  if (status !== 'complete' || !isPaid || typeof amount_total !== 'number' || !currency)
    throw new Error('Stripe: a session of a shape that is not known here');
  if (charge?.refunded || charge?.disputed) return { status: 'expired' };
  return {
    status: 'paid',
    payment: {
      provider: stripe.name,
      id: intent?.id ?? id,
      amountCents: amount_total,
      currency: currency.toUpperCase(),
      isTest: !livemode,
      card: paymentCardOf(charge),
    },
    checkoutId: id,
    payerEmail: plainEmail(session.customer_details?.email),
  };
}

/** Anything but a known form is left out. */
export function paymentCardOf(charge: Stripe.Charge | undefined): PaymentCard | undefined {
  const { brand, last4 } = charge?.payment_method_details?.card ?? {};
  return /^[a-z_]{1,30}$/.test(brand ?? '') && /^\d{4}$/.test(last4 ?? '')
    ? { brand: `${brand}`, last4: `${last4}` }
    : undefined;
}

/** The request expanded this object; an id alone would say nothing about the money. */
export function expanded<T extends { id: string }>(reference: string | T | null | undefined): T | undefined {
  if (typeof reference === 'string') throw new Error('Stripe: a reference that was to be expanded');
  return reference ?? undefined;
}

type Order = Pick<CheckoutRequest, 'orderNumber' | 'title'>;

/** Signs that draw text in another order than it is written, and those that draw nothing. */
const invisible = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** A stranger's words as one line of at most `most` characters. */
function oneLine(text: string, most: number): string {
  const line = text.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}

/** Under the name of the line on the payment page. */
const lineDescription = ({ orderNumber }: Order, { name }: Operator): string =>
  [name, `order ${spokenOrderNumber(orderNumber)}`].filter(Boolean).join(', ');

/** In the dashboard, and on the receipt that Stripe sends by e-mail. Stripe allows 1,000 characters. */
const paymentDescription = ({ orderNumber, title }: Order, { name }: Operator): string =>
  oneLine([name, `${title} (order ${spokenOrderNumber(orderNumber)})`].filter(Boolean).join(': '), 500);

/**
 * The end of the line on a card statement: `ACME* 70K2M9QX4T`. The account's prefix may have 10 characters, and all of
 * it 22, with a star and a blank between. Without a letter, as one in 35,000 is, Stripe would refuse it and so the
 * payment.
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export function statementSuffix({ orderNumber }: Pick<Order, 'orderNumber'>): string | undefined {
  const number = spokenOrderNumber(orderNumber);
  return /[A-Z]/.test(number) ? number : undefined;
}

/** Beside the Pay button, where Stripe reads Markdown: 500 characters are allowed in each of its documents. */
function customText({ orderNumber }: Order, operator: Operator): Stripe.Checkout.SessionCreateParams['custom_text'] {
  const { support, termsUrl, refundPolicyUrl, privacyUrl } = operator;
  const number = spokenOrderNumber(orderNumber);
  const parts = [
    support && `Questions about order ${number}? ${askAt(support)}`,
    termsUrl && linked('Terms', termsUrl),
    refundPolicyUrl && linked('Refund policy', refundPolicyUrl),
    privacyUrl && linked('Privacy', privacyUrl),
  ];
  // A sentence cut in two would break a link, so the last ones are left out whole.
  const message = parts.reduce<string>((said, part) => {
    const longer = [said, part].filter(Boolean).join(' · ');
    return longer.length <= 500 ? longer : said;
  }, '');
  return message === '' ? undefined : { submit: { message } };
}

const askAt = (support: string): string =>
  support.startsWith('mailto:') ? `Write to ${support.slice('mailto:'.length)}` : linked('Contact support', support);

/** Brackets would end the link. */
const linked = (text: string, address: string): string =>
  `[${text}](${new URL(address).href.replace(/[()[\]\\]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)})`;
