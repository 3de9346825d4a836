/** Shared by an order's pages: its heading, its amounts in the reader's format, and its bill. */
import { type Country, type Money, type Price, totalCents } from '../../domain/money.ts';
import type { Product, Statement } from '../../domain/product.ts';
import { type Html, html } from '../html.ts';
import type { ProgressView } from '../progress.ts';
import type { Reader } from '../reader.ts';
import type { showPayPage } from '../views/show-pay-page.ts';

type FullPayView = Omit<Awaited<ReturnType<typeof showPayPage>>, 'progress'>;

/** The payer's view of an order. Only the picked members are required. */
export type PayView = Partial<FullPayView> &
  Pick<FullPayView, 'service' | 'heading' | 'lineItem' | 'paper' | 'recipient' | 'country' | 'status' | 'facts'> &
  Pick<FullPayView, 'price' | 'isTest' | 'warnings' | 'orderNumber'> & { readonly progress: ProgressView };

/** An amount that says `US$` if the recipient's `country` is Canada, where `$` would be ambiguous. */
export const amountOf = ({ cents, currency }: Money, country: Country, reader: Reader): string =>
  reader.money(cents, currency, country === 'CA' ? 'named' : undefined);

export const totalOf = (price: Price, country: Country, reader: Reader): string =>
  amountOf({ cents: totalCents(price), currency: price.currency }, country, reader);

/** The value of a statement as lines, in the reader's language. `amount` writes a sum of money. */
export function linesOfValue(
  { value, money, day }: Statement,
  { translate, date }: Reader,
  amount: (money: Money) => string,
): string[] {
  if (money !== undefined) return [amount(money)];
  return day === undefined ? [value].flat().map(translate) : [date(day)];
}

/** The parts of an order's heading. */
export type HeadingView = Pick<PayView, 'service' | 'heading' | 'recipient' | 'country' | 'checkFace'>;

/** `Letter to Ada Lovelace`, `Check for $125.50 to Compilers Ltd`. A fax number has no line break after its country code. */
export function orderHeading({ heading, recipient, country, checkFace }: HeadingView, reader: Reader): string {
  const amount = checkFace === undefined ? '' : amountOf(checkFace.amount, country, reader);
  return reader.say(heading, { amount, name: recipient.replace(/^\+1 /, '+1\u00A0') });
}

/** The content of a bill: the parts of the price, the total and the refund. */
interface BillView {
  readonly price: Price;
  /** Missing on a page that names the item elsewhere: without tax, the total is then the only line. */
  readonly lineItem?: Product['lineItem'];
  readonly coverCents?: number | undefined;
  readonly refundedCents?: number | undefined;
}

/** `hasTotal`: false on a page that shows the total next to its button. */
export function bill(
  { price, lineItem, coverCents = 0, refundedCents }: BillView,
  reader: Reader,
  { style, hasTotal = true }: { readonly style?: 'named' | undefined; readonly hasTotal?: boolean } = {},
): Html {
  const { currency, amountCents, tax } = price;
  const money = (cents: number) => reader.money(cents, currency, style);
  return html`<dl class="bill">
    ${(lineItem || tax) && billLine(reader.say(lineItem ?? 'Price before tax'), money(amountCents - coverCents))}
    ${coverCents > 0 && billLine(reader.say('Cover sheet'), money(coverCents))}
    ${tax && billLine(reader.translate(tax.label), money(tax.cents))}
    ${hasTotal && billLine(reader.say('Total'), money(totalCents(price)), 'total')}
    ${refundLines(price, refundedCents, reader, money).map(({ label, lines }) => billLine(label, lines.join(' ')))}
  </dl>`;
}

const billLine = (label: string, amount: string, kind = ''): Html =>
  html`<div class="${kind}"><dt>${label}</dt><dd>${amount}</dd></div>`;

/** The lines about a refund. None if nothing was refunded. `money` writes an amount in cents. */
export const refundLines = (
  price: Price,
  refundedCents: number | undefined,
  { say }: Reader,
  money: (cents: number) => string,
): readonly { readonly label: string; readonly lines: readonly string[] }[] =>
  refundedCents === undefined
    ? []
    : [
        { label: say('Refunded'), lines: [`\u2212${money(refundedCents)}`] },
        { label: say('Total after refund'), lines: [money(totalCents(price) - refundedCents)] },
      ];

/** An order's bill, followed by a sentence about the amount of a check. */
export function orderBill(
  view: BillView & Pick<PayView, 'country' | 'checkFace'> & Partial<Pick<PayView, 'status'>>,
  reader: Reader,
  hasTotal = true,
): Html {
  const { country, checkFace, status } = view;
  const isOver = status === 'cancelled' || status === 'failed';
  const drawn =
    checkFace &&
    !isOver &&
    html`<p>${reader.say('We don’t charge the check’s {amount} here. It comes out of your bank account “{account}” when the check is cashed.', { amount: amountOf(checkFace.amount, country, reader), account: checkFace.accountNickname })}</p>`;
  return html`${bill(view, reader, { style: country === 'CA' ? 'named' : undefined, hasTotal })}${drawn}`;
}
