/** The sentences that products bring in both languages. */

import type { ProductName } from '../../../shared/core/product-names.ts';
import type { Phrase } from '../../../shared/core/words.ts';
import { catalogue } from '../../../shared/products/index.ts';
import { orderForms } from '../../../shared/products/order-forms.ts';

const isPhrase = (value: object): value is Phrase => 'en' in value && 'fr' in value;

function phrasesIn(value: unknown): Phrase[] {
  if (typeof value !== 'object' || value === null) return [];
  return isPhrase(value) ? [value] : Object.values(value).flatMap(phrasesIn);
}

/** All of its order form, and its heading. */
export function phrasesOf(product: ProductName): Phrase[] {
  return phrasesIn([orderForms[product], catalogue[product].heading]);
}
