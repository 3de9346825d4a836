/** The catalog of products. */
import type { Job } from '../domain/job/job.ts';
import type { ProductName } from '../domain/names.ts';
import type { Product } from '../domain/product.ts';
import { check } from './check/check.ts';
import { fax } from './fax/fax.ts';
import { letter } from './letter/letter.ts';
import type { Parties } from './mail.ts';

export const catalog = { letter, check, fax } as const satisfies Readonly<Record<ProductName, unknown>>;

/** The product of a stored quote or job; no other code understands its order. */
export const productNamed = (name: ProductName): Product => catalog[name];

/** Whether the order is mailed, and so has two addresses. */
export const isMail = (job: Job): job is Job<Parties> => productNamed(job.product).mailsTo !== undefined;
