/** The words that a payer reads at Stripe, on the receipt and on the card statement: who sells, which order, whom to ask. */
import type Stripe from 'stripe';
import { spokenOrderNumber } from '../../domain/ids.ts';
import type { Operator } from '../../domain/operator.ts';
import type { CheckoutRequest } from '../payments.ts';

type Params = Stripe.Checkout.SessionCreateParams;

type Order = Pick<CheckoutRequest, 'orderNumber' | 'title'>;

/** Signs that draw text in another order than it is written, and those that draw nothing. */
const invisible = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** A stranger's words as one line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}

/** Under the name of the line on the payment page. */
export const lineDescription = ({ orderNumber }: Order, { name }: Operator): string =>
  [name, `order ${spokenOrderNumber(orderNumber)}`].filter(Boolean).join(', ');

/** In the dashboard, and on the receipt that Stripe sends by e-mail. Stripe allows 1,000 characters. */
export const paymentDescription = ({ orderNumber, title }: Order, { name }: Operator): string =>
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
export function customText({ orderNumber }: Order, operator: Operator): Params['custom_text'] {
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
