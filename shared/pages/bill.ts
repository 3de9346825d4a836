/** A bill: one line for each part of the price, then the total. */
import { type Price, totalCents } from '../core/money/price.ts';
import { type Html, html } from './html.ts';
import type { Reader } from './reader.ts';

/** `label` names what costs the price before tax. A price without tax is one line: the total. */
export function bill(price: Price, label: string, reader: Reader, isNamed?: 'named'): Html {
  const { currency, amountCents, tax } = price;
  const lines = tax
    ? [
        { label, cents: amountCents },
        { label: reader.sayKnown(tax.label), cents: tax.cents },
      ]
    : [];
  return html`<dl class="bill">
    ${lines.map((line) => html`<div><dt>${line.label}</dt><dd>${reader.money(line.cents, currency, isNamed)}</dd></div>`)}
    <div class="total"><dt>${reader.say('Total')}</dt><dd>${total(price, reader, isNamed)}</dd></div>
  </dl>`;
}

/** The total as the reader writes money. */
export const total = (price: Price, reader: Reader, isNamed?: 'named'): string =>
  reader.money(totalCents(price), price.currency, isNamed);
