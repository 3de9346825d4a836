/** The name of an order, its amounts as their reader writes them, and its bill. */
import { type Country, type Price, totalCents } from '../../domain/money.ts';
import type { Money, Product, Statement } from '../../domain/product.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { PayView } from './view.ts';

/** An amount that says US dollars wherever they may be taken for Canadian ones. `country`: of the recipient. */
export const amountOf = ({ cents, currency }: Money, country: Country, reader: Reader): string =>
  reader.money(cents, currency, country === 'CA' ? 'named' : undefined);

export const totalOf = (price: Price, country: Country, reader: Reader): string =>
  amountOf({ cents: totalCents(price), currency: price.currency }, country, reader);

/** The lines of a statement's value. `amount`: how its money is written. */
export function linesOfValue(
  { value, money, day }: Statement,
  { sayKnown, date }: Reader,
  amount: (money: Money) => string,
): string[] {
  if (money !== undefined) return [amount(money)];
  return day === undefined ? [value].flat().map(sayKnown) : [date(day)];
}

/** `Letter to Ada Lovelace`, `Check for $125.50 to Compilers Ltd`. No line breaks after the country code of a number. */
export const headingOf = (
  {
    words,
    name,
    amount = '',
  }: {
    readonly words: Product['heading'];
    readonly name: string;
    /** The face amount of a check, as the reader writes money. */
    readonly amount?: string | undefined;
  },
  { say }: Reader,
): string => say(words, { amount, name: name.replace(/^\+1 /, '+1\u00A0') });

/** The parts of an order that name it. */
export type HeadingView = Pick<PayView, 'service' | 'heading' | 'recipient' | 'country' | 'checkFace'>;

export function orderHeading({ heading, recipient: name, country, checkFace }: HeadingView, reader: Reader): string {
  const amount = checkFace && amountOf(checkFace.amount, country, reader);
  return headingOf({ words: heading, name, amount }, reader);
}

/** The lines of a bill: one for each part of the price, then the total. */
interface Billed {
  readonly price: Price;
  /** Missing on a page that names it elsewhere: a price without tax is then one line, the total. */
  readonly lineItem?: Product['lineItem'];
  /** The statements of the order: those that the price depends on are listed under the item. */
  readonly facts?: readonly Statement[];
}

export function bill({ price, lineItem, facts = [] }: Billed, reader: Reader, isNamed?: 'named'): Html {
  const { currency, amountCents, tax } = price;
  const money = (cents: number) => reader.money(cents, currency, isNamed);
  const colon = reader.language === 'fr' ? '\u00A0: ' : ': ';
  const details = facts
    .filter(({ label }) => label === 'Pages' || label === 'Mail')
    .map((fact) => [fact.label, linesOfValue(fact, reader, ({ cents }) => money(cents)).join(' ')])
    .map(([label = '', lines]) => `${reader.sayKnown(label)}${colon}${lines}`);
  return html`<dl class="bill">
    ${(lineItem || tax) && html`<div><dt>${reader.say(lineItem ?? 'Price before tax')}${details.map((line) => html`<small>${line}</small>`)}</dt><dd>${money(amountCents)}</dd></div>`}
    ${tax && html`<div><dt>${reader.sayKnown(tax.label)}</dt><dd>${money(tax.cents)}</dd></div>`}
    <div class="total"><dt>${reader.say('Total')}</dt><dd>${total(price, reader, isNamed)}</dd></div>
  </dl>`;
}

/** The bill of an order, which names the currency if it goes to Canada, and what a check takes from its account. */
export function orderBill(view: Billed & Pick<PayView, 'country' | 'checkFace'>, reader: Reader): Html {
  const { country, checkFace } = view;
  const drawn =
    checkFace &&
    html`<p>${reader.say('The check’s {amount} is not charged here. It is drawn on {account} when the check is cashed.', { amount: amountOf(checkFace.amount, country, reader), account: checkFace.accountNickname })}</p>`;
  return html`${bill(view, reader, country === 'CA' ? 'named' : undefined)}${drawn}`;
}

/** The total as the reader writes money. */
export const total = (price: Price, reader: Reader, isNamed?: 'named'): string =>
  reader.money(totalCents(price), price.currency, isNamed);
