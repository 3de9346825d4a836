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

/** A product's title, which is English, in the reader's language. The products begin every title in one of these ways. */
export function titleIn(title: string, reader: Reader): string {
  const [, letterTo] = /^Letter to (.*)$/s.exec(title) ?? [];
  if (letterTo !== undefined) return reader.say('Letter to {name}', { name: letterTo });
  const [, canadian, figures = '', payee = ''] = /^Check for (CA)?\$([\d,]+\.\d\d) to (.*)$/s.exec(title) ?? [];
  if (payee !== '') {
    const cents = Number(figures.replace(/\D/g, ''));
    const amount = reader.money(cents, canadian === undefined ? 'USD' : 'CAD');
    return reader.say('Check for {amount} to {name}', { amount, name: payee });
  }
  const [, number] = /^Fax to (.*)$/s.exec(title) ?? [];
  return number === undefined ? title : reader.say('Fax to {name}', { name: number });
}
