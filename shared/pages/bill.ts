/** A bill: one line for each part of the price, then the total. */
import { type Price, totalCents } from '../domain/money/price.ts';
import type { CheckFace, Product, Statement } from '../domain/product.ts';
import { type Html, html } from './html.ts';
import { amountOf, linesOfValue } from './pay/money.ts';
import type { PayView } from './pay/view.ts';
import type { Reader } from './reader.ts';

interface Billed {
  readonly price: Price;
  /** Missing on a page that names it elsewhere: a price without tax is then one line, the total. */
  readonly lineItem?: Product['lineItem'];
  /** The statements of the order: those that the price depends on stand under the item. */
  readonly facts?: readonly Statement[];
}

const priced: readonly string[] = ['Pages', 'Mail'];

export function bill({ price, lineItem, facts = [] }: Billed, reader: Reader, isNamed?: 'named'): Html {
  const { currency, amountCents, tax } = price;
  const money = (cents: number) => reader.money(cents, currency, isNamed);
  const colon = reader.language === 'fr' ? '\u00A0: ' : ': ';
  const details = facts
    .filter(({ label }) => priced.includes(label))
    .map((fact) => [fact.label, linesOfValue(fact, reader, ({ cents }) => money(cents)).join(' ')])
    .map(([label = '', lines]) => `${reader.sayKnown(label)}${colon}${lines}`);
  return html`<dl class="bill">
    ${(lineItem || tax) && html`<div><dt>${reader.say(lineItem ?? 'Price before tax')}${details.map((line) => html`<small>${line}</small>`)}</dt><dd>${money(amountCents)}</dd></div>`}
    ${tax && html`<div><dt>${reader.sayKnown(tax.label)}</dt><dd>${money(tax.cents)}</dd></div>`}
    <div class="total"><dt>${reader.say('Total')}</dt><dd>${total(price, reader, isNamed)}</dd></div>
  </dl>`;
}

/** The bill of an order, in the currency's own name for a reader in Canada, and what a check leaves to its account. */
export function orderBill(view: Billed & Pick<PayView, 'country' | 'checkFace'>, reader: Reader): Html {
  const { country, checkFace } = view;
  return html`${bill(view, reader, country === 'CA' ? 'named' : undefined)}${checkFace && drawn(checkFace, country, reader)}`;
}

const drawn = ({ amount, accountNickname }: CheckFace, country: PayView['country'], reader: Reader): Html =>
  html`<p>${reader.say('The check’s {amount} is not charged here. It is drawn on {account} when the check is cashed.', { amount: amountOf(amount, country, reader), account: accountNickname })}</p>`;

/** The total as the reader writes money. */
export const total = (price: Price, reader: Reader, isNamed?: 'named'): string =>
  reader.money(totalCents(price), price.currency, isNamed);
