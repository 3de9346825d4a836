/** The products as cards, each with its picture, its price and its time to arrive; and the page on which a person chooses one. */
import type { ProductName } from '../domain/names.ts';
import { drawingOf, drawnStyle } from './drawings.ts';
import { type Html, html } from './html.ts';
import type { OrderForm } from './order-form/shape.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface ProductCard {
  readonly product: ProductName;
  readonly form: OrderForm;
  /** The path of its form. */
  readonly path: string;
  readonly price: PriceOfOne;
  /** Business days until it arrives; without them it takes minutes. */
  readonly days?: { readonly least: number; readonly most: number } | undefined;
}

/** Before tax, as the reader writes money; by the recipient's country. */
export interface PriceOfOne {
  readonly us: string;
  readonly ca: string;
}

export const priceWords = ({ price: words }: OrderForm, { us, ca }: PriceOfOne, { say }: Reader): string =>
  say(words, { us, ca });

export const productCards = (cards: readonly ProductCard[], reader: Reader): Html =>
  html`<ul class="cards">${cards.map((card) => one(card, reader))}</ul>`;

function one({ product, form, path, price, days }: ProductCard, reader: Reader): Html {
  const { say } = reader;
  return html`<li>${drawingOf(product)}
<h2><a href="${path}">${say(form.title)}</a></h2>
<p class="cost">${price.us}</p>
<p>${say(form.description)} ${priceWords(form, price, reader)}</p>
<p class="days">${days === undefined ? say('Usually there within minutes') : say('Usually there in {least} to {most} business days', days)}</p></li>`;
}

export const productCardStyle = html`${drawnStyle}
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1.25rem; margin-top: 2rem; padding: 0; list-style: none; }
.cards li { position: relative; margin: 0; padding: 1.5rem; background: var(--paper); box-shadow: var(--shade); transition: translate .15s; }
.cards li:hover { translate: 0 -3px; }
.cards .drawn { width: 9rem; margin: 0 0 1rem -1rem; }
.cards a { color: inherit; }
.cards a::after { content: ''; position: absolute; inset: 0; }
.cards h2 { margin: 0; }
.cards .cost { margin: .25rem 0 .5rem; color: var(--blue); font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.cards .days { margin-top: .75rem; color: var(--green); font-weight: 600; }
@media print { .cards li { border: 1px solid #bbb; box-shadow: none; } }
`;

export function orderChoice(cards: readonly ProductCard[], reader: Reader): Page {
  const { say } = reader;
  const title = say('What would you like to send?');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('To the US and Canada. You write, see every page and the exact price, and pay by card. No account.')}</p>
${productCards(cards, reader)}`;
  return page({ title, body, layout: 'table', style: productCardStyle }, reader);
}
