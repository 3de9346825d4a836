/** A job's Checkout Session at Stripe: its parameters, and its status in our words. */
import type Stripe from 'stripe';
import { spokenOrderNumber } from '../../domain/ids.ts';
import type { Operator } from '../../domain/names.ts';
import type { CheckoutRequest } from '../payments.ts';
import { faultOf, isKeySpent } from './fault.ts';

/**
 * Depends only on the job, the operator's settings and, shortly before the job expires, on `now` (Unix ms). An idempotency
 * key is only valid for the same parameters: if they change between two tries, the next key opens a session with the new
 * ones, and no one sees the URL of the earlier session.
 */
export function sessionParams(
  request: CheckoutRequest,
  operator: Operator,
  now: number,
): Stripe.Checkout.SessionCreateParams {
  const { title, price, expiresAt, jobId, returnUrl, paidUrl, isStrict } = request;
  const metadata = { job_id: jobId };
  const number = spokenOrderNumber(request.orderNumber);
  const orderLabel = `order ${number}`;
  // Stripe accepts 30 minutes to just under 24 hours. We stay a minute within both limits, because our clocks may differ.
  const minuteS = 60;
  const expires_at = Math.max(Math.floor(expiresAt / 1_000) - minuteS, Math.ceil(now / 1_000) + 31 * minuteS);
  const currency = price.currency.toLowerCase();
  const lineItem = (name: string, unit_amount: number, description?: string) => ({
    price_data: { currency, unit_amount, product_data: { name: oneLine(name, 250), description } },
    quantity: 1,
  });
  return {
    mode: 'payment',
    line_items: [
      lineItem(title, price.amountCents, [operator.name, orderLabel].filter(Boolean).join(', ')),
      ...(price.tax ? [lineItem(price.tax.label, price.tax.cents)] : []),
    ],
    client_reference_id: jobId,
    metadata,
    payment_intent_data: {
      metadata,
      // In the dashboard, and on the receipt that Stripe emails. Stripe would allow 1,000 characters.
      description: oneLine([operator.name, `${title} (${orderLabel})`].filter(Boolean).join(': '), 500),
      // For cards only. A descriptor for other payment methods would make every card payment fail.
      statement_descriptor_suffix: statementSuffix(number),
    },
    custom_text: customText(number, operator),
    expires_at,
    success_url: paidUrl,
    cancel_url: returnUrl,
    ...(isStrict && {
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      // A bank can return a debit long after a check was mailed.
      excluded_payment_method_types: [
        'us_bank_account',
        'acss_debit',
        'sepa_debit',
        'bacs_debit',
        'au_becs_debit',
        'nz_bank_account',
      ],
    }),
    // The charge must be the approved amount in the approved currency.
    adaptive_pricing: { enabled: false },
  };
}

/**
 * Opens the job's only session: under one key, Stripe gives every call the same session, and a call during the first is
 * `busy`. The next key is tried only after the previous key is spent. A spent key may have made a session, but no one ever
 * saw its URL.
 */
export async function openOnce(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  keys: Iterable<string>,
  pause: () => Promise<boolean>,
): Promise<Stripe.Checkout.Session> {
  let lastError: unknown;
  for (const idempotencyKey of keys) {
    do {
      try {
        return await stripe.checkout.sessions.create(params, { idempotencyKey });
      } catch (error) {
        lastError = error;
      }
    } while (faultOf(lastError) === 'busy' && (await pause()));
    if (!isKeySpent(lastError)) break;
  }
  throw lastError;
}

/** Throws if Stripe sends only the object's id, although the request asks for the object. */
export function requireExpanded<T extends { id: string }>(reference: string | T | null | undefined): T | undefined {
  if (typeof reference === 'string') throw new Error('Stripe: a reference is not expanded');
  return reference ?? undefined;
}

/** Untrusted text as one line of at most `max` characters. */
function oneLine(text: string, max: number): string {
  // Control characters and invisible characters. Some of the invisible ones reorder the text.
  const invisible = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
  const line = text.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/**
 * The end of the line on a card statement: `ACME* 70K2M9QX4T`. The whole line may have 22 characters: the account's prefix
 * has up to 10, and an asterisk and a space follow it. Stripe refuses the one order number in 35,000 that has no letter.
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export const statementSuffix = (number: string): string | undefined => (/[A-Z]/.test(number) ? number : undefined);

/** The text next to the Pay button: Markdown of at most 500 characters. */
function customText(number: string, { support, termsUrl, refundPolicyUrl, privacyUrl }: Operator) {
  // Brackets in the URL would end the link.
  const linkTo = (text: string, url: string | undefined) =>
    url &&
    `[${text}](${new URL(url).href.replace(/[()[\]\\]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)})`;
  const contact = support?.startsWith('mailto:')
    ? `Write to ${support.slice('mailto:'.length)}`
    : linkTo('Contact support', support);
  const parts = [
    contact && `Questions about order ${number}? ${contact}`,
    linkTo('Terms', termsUrl),
    linkTo('Refund policy', refundPolicyUrl),
    linkTo('Privacy', privacyUrl),
  ];
  let message = '';
  for (const part of parts) {
    const longer = [message, part].filter(Boolean).join(' · ');
    // A part that does not fit is left out whole, because cutting it would break its link.
    if (longer.length <= 500) message = longer;
  }
  return message === '' ? undefined : { submit: { message } };
}
