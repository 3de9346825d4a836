/** The requests of a product's first order in `examples`: perhaps a bank account, then a quote and a job. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { productNamed } from '../../shared/products/index.ts';

export interface OrderStep {
  readonly title: string;
  /** The path below the base address. */
  readonly path: string;
  /** JSON; QUOTE_ID and BANK_ACCOUNT_ID stand for ids that earlier answers give, FRESH_UUID for a new key. */
  readonly body: string;
}

export function firstOrder(product: ProductName): readonly OrderStep[] {
  const folder = join(import.meta.dirname, '..', '..', 'examples', product);
  const example = (file: string) => readFileSync(join(folder, file), 'utf8');
  const quote = { title: 'Ask for the exact price', path: pathOf(`quote-${product}`), body: example('quote.json') };
  const job = {
    title: 'Create the job with that quote; nothing is charged yet',
    path: pathOf(`create-${product}-job`),
    body: example('job.json'),
  };
  if (productNamed(product).drawsOn === undefined) return [quote, job];
  const account = {
    title: 'Register a bank account, once; its numbers are not kept',
    path: pathOf('register-bank-account'),
    body: example('bank-account.json'),
  };
  return [account, quote, job];
}

function pathOf(name: string): string {
  const trigger = manifest.find((row) => row.name === name)?.trigger;
  const route = trigger !== undefined && 'http' in trigger ? trigger.http[0] : undefined;
  if (route === undefined) throw new Error(`functions/manifest.ts has no route for ${name}`);
  return route.replace('POST /v1', '');
}

/** The body with the ids from earlier answers and a new idempotency key filled in. */
export const filledExample = (body: string, known: Readonly<Record<string, unknown>>): string =>
  body
    .replaceAll('BANK_ACCOUNT_ID', String(known.bank_account_id))
    .replaceAll('QUOTE_ID', String(known.quote_id))
    .replaceAll('FRESH_UUID', randomUUID());
