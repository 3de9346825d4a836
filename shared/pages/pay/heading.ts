/** The name of an order: its product and its recipient. */
import type { Reader } from '../reader.ts';
import { amountOf } from './money.ts';
import type { PayView } from './view.ts';

/** What an order is called by. */
export type Named = Pick<PayView, 'service' | 'recipient' | 'country' | 'checkFace'>;

/** `Letter to Ada Lovelace`, `Check for $125.50 to Compilers Ltd` */
export function headingOf({ service, recipient: name, country, checkFace }: Named, reader: Reader): string {
  switch (service) {
    case 'letter':
      return reader.say('Letter to {name}', { name });
    case 'check': {
      const amount = checkFace === undefined ? '' : amountOf(checkFace.amount, country, reader);
      return reader.say('Check for {amount} to {name}', { amount, name });
    }
    case 'fax':
      // No line ends after the country code.
      return reader.say('Fax to {name}', { name: name.replace(' ', '\u00A0') });
  }
}
