/** Orders as products accept them, in every mood: what adapters are given. */
import type { Quote } from '../../../shared/core/product.ts';
import { check } from '../../../shared/products/check/check.ts';
import { fax } from '../../../shared/products/fax/fax.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { account, type Mood, samples } from '../fakes/world.ts';

const quote = { country: 'US', options: { color: false, registered: false } } as Quote;

export const letterOrder = (mood: Mood) =>
  letter.accept(letter.order.parse(samples.letter.order(mood)), { quote }).order;
export const checkOrder = (mood: Mood) =>
  check.accept(check.order.parse(samples.check.order(mood)), { quote, account }).order;
export const faxOrder = (mood: Mood) => fax.accept(fax.order.parse(samples.fax.order(mood)), { quote }).order;
