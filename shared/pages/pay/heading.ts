/** The name of an order: its product and its recipient. */
import type { ProductName } from '../../core/product.ts';
import type { Reader } from '../reader.ts';
import { amountOf } from './money.ts';
import type { PayView } from './view.ts';

interface Heading {
  readonly service: ProductName;
  readonly name: string;
  /** The face amount of a check, as the reader writes money. */
  readonly amount?: string | undefined;
}

/** `Letter to Ada Lovelace`, `Check for $125.50 to Compilers Ltd` */
export function headingOf({ service, name, amount = '' }: Heading, { say }: Reader): string {
  switch (service) {
    case 'letter':
      return say('Letter to {name}', { name });
    case 'check':
      return say('Check for {amount} to {name}', { amount, name });
    case 'fax':
      // No line ends after the country code.
      return say('Fax to {name}', { name: name.replace(' ', '\u00A0') });
  }
}

/** The parts of an order that name it. */
export type Named = Pick<PayView, 'service' | 'recipient' | 'country' | 'checkFace'>;

export function orderHeading({ service, recipient: name, country, checkFace }: Named, reader: Reader): string {
  const amount = checkFace && amountOf(checkFace.amount, country, reader);
  return headingOf({ service, name, amount }, reader);
}
