/** The documentation of every product in the catalogue. */
import type { ProductName } from '../../../domain/names.ts';
import { listOf } from '../../../domain/words.ts';
import { checkDocs } from './check.ts';
import { faxDocs } from './fax.ts';
import { letterDocs } from './letter.ts';
import type { ProductDocs } from './product-docs.ts';

export const docsOf: Readonly<Record<ProductName, ProductDocs>> = {
  letter: letterDocs,
  check: checkDocs,
  fax: faxDocs,
};

/** In the catalogue's order. */
export const productDocs: readonly ProductDocs[] = Object.values(docsOf);

/** `letters, checks and faxes` */
export const pluralsOf = (products: readonly ProductDocs[]): string => listOf(products.map(({ plural }) => plural));
