/** Orders of every kind as products accept them, for tests of adapters. */
import type { ProductName } from '../../../shared/domain/names.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { check } from '../../../shared/products/check/check.ts';
import { fax } from '../../../shared/products/fax/fax.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { account } from '../fakes/deps.ts';
import { type Mood, samples } from '../fakes/orders.ts';

const options = { color: false, registered: false };
const quoteOf = (product: ProductName) => ({ ...samples[product].quote, options }) as unknown as Quote;

const now = Date.UTC(2026, 10, 21, 12);

/** An order of any product. */
export function acceptedOrder(product: ProductName, mood: Mood): unknown {
  const { order, accept } = productNamed(product);
  return accept(order().parse(samples[product].order(mood)), { quote: quoteOf(product), account, now }).order;
}

export const letterOrder = (mood: Mood) =>
  letter.accept(letter.order().parse(samples.letter.order(mood)), { quote: quoteOf('letter'), now }).order;
export const checkOrder = (mood: Mood) =>
  check.accept(check.order().parse(samples.check.order(mood)), { quote: quoteOf('check'), account, now }).order;
export const faxOrder = (mood: Mood) =>
  fax.accept(fax.order().parse(samples.fax.order(mood)), { quote: quoteOf('fax'), now }).order;
