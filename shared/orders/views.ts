/** The response fields that the quotes and jobs of all products share, and a sentence that sums up an order. */
import * as z from 'zod/mini';
import { displayName } from '../domain/address.ts';
import { type Job, payUrl } from '../domain/job/job.ts';
import { type Country, formatMoney, provinces, taxRange, totalCents } from '../domain/money.ts';
import type { Product, Quote } from '../domain/product.ts';

export const textField = (description: string) => z.string().check(z.describe(description));
export const booleanField = (description: string) => z.boolean().check(z.describe(description));
export const integerField = (description: string) => z.int().check(z.describe(description));
export const optionalTime = (description: string) =>
  z.optional(integerField(`${description} Unix time in milliseconds.`));

export const priceShape = {
  amount_cents: integerField('Price in cents, without tax.'),
  amount: textField('The price for people, for example `$2.12`.'),
  tax_cents: z.optional(integerField('Canada only.')),
  tax_label: z.optional(textField('The tax and its rate, for example `HST 13%`.')),
  total_cents: integerField('What the customer pays.'),
  total: textField('The total for people.'),
  currency: z
    .enum(['USD', 'CAD'])
    .check(
      z.describe(
        'The currency of all amounts here. Letters and checks: the currency of the country. Faxes: always USD.',
      ),
    ),
};

export const summaryField = textField('For people: what is sent, to whom, when, and for how much.');
export const refundedShape = {
  refunded_cents: z.optional(
    integerField('Present only after a partial refund at the payment provider: the amount refunded so far.'),
  ),
  refunded: z.optional(textField('The same amount, formatted for people.')),
};

export const timeField = integerField('Unix time in milliseconds.');
export const warningsField = z
  .array(z.string())
  .check(z.describe('Possible problems with the order. Show them to the user.'));
export const jobIdField = textField('Anyone with this id can see and cancel the job.');
export const paymentModeField = z
  .enum(['mock', 'real'])
  .check(z.describe('mock: a test; nothing is charged, mailed or sent. real: the live payment page.'));
export const checkoutUrlField = textField('One-time hosted payment page. Give this link to the user.');

export const payPageField = textField(
  'Shows what will be sent, leads to the payment page, and then shows the status of the order. Anyone with this link can cancel the order there once it is paid.',
);

export const productField = (product: Product) => z.literal(product.name).check(z.describe('The product.'));

export const receiptUrl = (job: Job): string => `${payUrl(job)}/receipt`;

/** Shortens untrusted text, and removes its quotes and markup, so that an assistant doesn't take a name for an instruction. */
function shortened(text: string, maxLength: number): string {
  const line = text
    .replace(/["“”„«»]/gu, "'")
    .replace(/:\/\/|[\p{C}\p{Z}[\]<>{}`]+/gu, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : line;
}

function productPhrase({ name, optionsPhrase }: Product, options: unknown, country: Country, pages?: number): string {
  const size = pages === undefined ? '' : ` of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `A ${name}${size}${optionsPhrase?.(options, country) ?? ''}`;
}

/** For example `CA$57.77: CA$51.12 and CA$6.65 HST 13%, because it goes to Ontario`. */
function priceWords({ price, province }: Pick<Quote, 'price' | 'province'>, country: Country): string {
  const { amountCents, currency, tax } = price;
  const total = `${formatMoney(totalCents(price), currency)}${currency === 'USD' ? ' USD' : ''}`;
  if (country === 'US') return `${total}, with no sales tax`;
  if (tax === undefined) return `${total}, plus ${taxRange} sales tax; ask for the province`;
  const parts = `${formatMoney(amountCents, currency)} and ${formatMoney(tax.cents, currency)} ${tax.label}`;
  const [destination = 'Canada'] = province === undefined ? [] : provinces[province].names;
  return `${total}: ${parts}, because it goes to ${destination}`;
}

export function summaryOfQuote(product: Product, quote: Quote): string {
  const { options, country, content } = quote;
  const phrase = productPhrase(product, options, country, content?.pages);
  const cost = product.bankAccountField === undefined ? 'costs' : 'costs a fee of';
  return `${phrase} to ${country === 'US' ? 'the US' : 'Canada'} ${cost} ${priceWords(quote, country)}.`;
}

export function summaryOf(product: Product, job: Job): string {
  const { order, content, state } = job;
  const { country } = product.shipment(order);
  const contact = product.mailsTo?.(order);
  let recipient = product.recipient(order)[0];
  if (contact !== undefined) {
    const { addressLine1, addressLine2 = '', city, provinceOrState = '', postalOrZip = '' } = contact;
    const names = new Set([displayName(contact), contact.companyName ?? '']);
    const lines = [...names, addressLine1, addressLine2, city, `${provinceOrState} ${postalOrZip}`];
    const shortLines = lines.map((line) => shortened(line, 50)).filter(Boolean);
    recipient = `"${shortLines.join(', ')}"`;
  }
  const checkAmount = product.checkAmount?.(order);
  const amount = checkAmount === undefined ? '' : ` for ${formatMoney(checkAmount.cents, checkAmount.currency)}`;
  const account = product.checkFace?.(job).accountNickname;
  const day = product.sendOn?.(order);
  const verb = product.leftAs === 'mailed' ? 'printed' : 'sent';
  const when = day === undefined ? `${verb} once it is paid` : `which goes to print on ${day}, not before`;
  const parts = [`${productPhrase(product, order, country, content?.pages)}${amount} to ${recipient}`];
  if (account !== undefined) parts.push(`drawn on "${shortened(account, 40)}"`);
  if (state === 'awaiting_payment') parts.push(when);
  parts.push(`${checkAmount === undefined ? 'for' : 'and the fee of'} ${priceWords(job, country)}`);
  return `${parts.join(', ')}.`;
}
