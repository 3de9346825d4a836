/** The page on which a person chooses what to send. */

import { type ProductCard, productCardStyle, productCards } from '../home/product-cards.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';

export function orderChoice(cards: readonly ProductCard[], reader: Reader): Page {
  const { say } = reader;
  const title = say('What would you like to send?');
  const body = html`<h1>${title}</h1>
<p class="lead">${say('To the US and Canada. You write, see every page and the exact price, and pay by card. No account.')}</p>
${productCards(cards, reader)}`;
  return page({ title, body, layout: 'table', style: productCardStyle }, reader);
}
