/** The catalogue: every product of the house. */
import type { Product, ProductName } from '../core/product.ts';
import { check } from './check/check.ts';
import { fax } from './fax/fax.ts';
import { letter } from './letter/letter.ts';

export const catalogue = { letter, check, fax } as const satisfies Readonly<Record<ProductName, unknown>>;

/** The product of a stored quote or job, whose order it alone understands. */
export const productNamed = (name: ProductName): Product => catalogue[name];
