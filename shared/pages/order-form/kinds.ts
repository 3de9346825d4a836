/** The page on which a person chooses what to send, and the names of the forms. */
import type { ProductName } from '../../core/product.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import { formStyle } from './style.ts';

export type OrderKind = ProductName;

export const titles = {
  letter: 'Write a letter',
  check: 'Send a check',
  fax: 'Send a fax',
} as const satisfies Record<OrderKind, PlainSentence>;

const descriptions = {
  letter: 'Printed on paper and mailed in an envelope.',
  check: 'Drawn on your bank account, printed and mailed.',
  fax: 'Sent to a fax number.',
} as const satisfies Record<OrderKind, PlainSentence>;

export interface OrderChoice {
  readonly product: OrderKind;
  /** The path of its form. */
  readonly path: string;
  readonly price: PriceOfOne;
}

/** Before tax, as the reader writes money; by the recipient's country. */
export interface PriceOfOne {
  readonly us: string;
  readonly ca: string;
}

export function priceWords(product: OrderKind, { us, ca }: PriceOfOne, { say }: Reader): string {
  // A fax costs the same wherever it goes.
  if (product === 'fax') return say('One page costs {price}, before tax.', { price: ca });
  return product === 'check'
    ? say('It costs {us} to the US and {ca} to Canada, before tax, whatever the amount.', { us, ca })
    : say('One page costs {us} to the US and {ca} to Canada, before tax.', { us, ca });
}

export function orderChoice(choices: readonly OrderChoice[], reader: Reader): Page {
  const { say } = reader;
  const title = say('What would you like to send?');
  const choice = ({ product, path, price }: OrderChoice) => html`<li>
<a class="button" href="${path}">${say(titles[product])}</a>
<p>${say(descriptions[product])} ${priceWords(product, price, reader)}</p>
</li>`;
  const body = html`<h1>${title}</h1>
<p class="lead">${say('To the US and Canada. You write, see every page and the exact price, and pay by card. No account.')}</p>
<ul class="kinds">${choices.map(choice)}</ul>`;
  return page({ title, body, style: formStyle }, reader);
}
