/** The catalogue of products. */
import type { Product, ProductName } from '../core/product.ts';
import { check } from './check/check.ts';
import { fax } from './fax/fax.ts';
import { letter } from './letter/letter.ts';

export const catalogue = { letter, check, fax } as const satisfies Readonly<Record<ProductName, unknown>>;

/** The product of a stored quote or job; no other code understands its order. */
export const productNamed = (name: ProductName): Product => catalogue[name];
