/** The name of an order: its product and its recipient. */
import type { Product } from '../../domain/product.ts';
import type { Reader } from '../reader.ts';
import { amountOf } from './money.ts';
import type { PayView } from './view.ts';

interface Heading {
  readonly words: Product['heading'];
  readonly name: string;
  /** The face amount of a check, as the reader writes money. */
  readonly amount?: string | undefined;
}

/** `Letter to Ada Lovelace`, `Check for $125.50 to Compilers Ltd`. No line ends after the country code of a number. */
export const headingOf = ({ words, name, amount = '' }: Heading, { say }: Reader): string =>
  say(words, { amount, name: name.replace(/^\+1 /, '+1\u00A0') });

/** The parts of an order that name it. */
export type HeadingView = Pick<PayView, 'service' | 'heading' | 'recipient' | 'country' | 'checkFace'>;

export function orderHeading({ heading, recipient: name, country, checkFace }: HeadingView, reader: Reader): string {
  const amount = checkFace && amountOf(checkFace.amount, country, reader);
  return headingOf({ words: heading, name, amount }, reader);
}
