/** The sentences that products bring in both languages. */

import type { ProductName } from '../../../shared/domain/names.ts';
import type { Phrase } from '../../../shared/domain/words.ts';
import { orderForms } from '../../../shared/pages/order-form/forms.ts';
import { catalogue } from '../../../shared/products/index.ts';

const isPhrase = (value: object): value is Phrase => 'en' in value && 'fr' in value;

function phrasesIn(value: unknown): Phrase[] {
  if (typeof value !== 'object' || value === null) return [];
  return isPhrase(value) ? [value] : Object.values(value).flatMap(phrasesIn);
}

/** All of its order form, and its heading. */
export function phrasesOf(product: ProductName): Phrase[] {
  return phrasesIn([orderForms[product], catalogue[product].heading]);
}
