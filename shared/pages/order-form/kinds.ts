/** The page on which a person chooses what to send. */
import type { OrderForm } from '../../core/fields/order-form.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { formStyle } from './style.ts';

export interface OrderChoice {
  readonly form: OrderForm;
  /** The path of its form. */
  readonly path: string;
  readonly price: PriceOfOne;
}

/** Before tax, as the reader writes money; by the recipient's country. */
export interface PriceOfOne {
  readonly us: string;
  readonly ca: string;
}

export const priceWords = ({ price: words }: OrderForm, { us, ca }: PriceOfOne, { tell }: Reader): string =>
  tell(words, { us, ca });

export function orderChoice(choices: readonly OrderChoice[], reader: Reader): Page {
  const { say, tell } = reader;
  const title = say('What would you like to send?');
  const choice = ({ form, path, price }: OrderChoice) => html`<li>
<a class="button" href="${path}">${tell(form.title)}</a>
<p>${tell(form.description)} ${priceWords(form, price, reader)}</p>
</li>`;
  const body = html`<h1>${title}</h1>
<p class="lead">${say('To the US and Canada. You write, see every page and the exact price, and pay by card. No account.')}</p>
<ul class="kinds">${choices.map(choice)}</ul>`;
  return page({ title, body, style: formStyle }, reader);
}
