/** The form on which a person orders a fax: its number, and where the area code leaves it open, the province. */

import { provinceNamed, provinces } from '../../domain/money/money.ts';
import { type FaxNumber, toFaxNumber } from '../../products/fax/fax-number.ts';
import type { PlainSentence } from '../reader.ts';
import { news, noSuchProvince, writtenGroup } from './fields.ts';
import type { OrderForm, Typed } from './shape.ts';

/** `416 555-0123` → `+14165550123`. Text that is no number of the US or Canada stays as it is. */
function inE164(text: string): string {
  const compact = text.replace(/[\s().\u2010-\u2013-]/g, '');
  const [, number] = /^(?:\+?1)?(\d{10})$/.exec(compact) ?? [];
  return number === undefined ? compact : `+1${number}`;
}

function faxNumberIn({ to_number = '' }: Typed): FaxNumber | undefined {
  const read = toFaxNumber(inE164(to_number));
  return read.ok ? read.number : undefined;
}

/** Some area codes serve provinces with different taxes. */
function problemWithProvince(value: string, typed: Typed): PlainSentence | undefined {
  const number = faxNumberIn(typed);
  if (number?.country !== 'CA') return undefined;
  if (value.trim() !== '') return provinceNamed(value) === undefined ? noSuchProvince : undefined;
  const rates = new Set((number.provinces ?? []).map((code) => provinces[code].rate));
  return rates.size > 1
    ? 'This area code serves several provinces, whose taxes differ. Please name the one.'
    : undefined;
}

export const faxForm: OrderForm = {
  title: 'Send a fax',
  description: 'Sent to a fax number.',
  // A fax costs the same wherever it goes.
  price: 'One page costs {ca}, before tax.',
  groups: [
    {
      legend: 'Recipient',
      fields: [
        {
          name: 'to_number',
          label: 'Fax number',
          hint: 'In the US or Canada, such as 212 555 0199.',
          kind: 'line',
          isRequired: true,
          most: 40,
          keyboard: 'tel',
          problem: (_, typed) =>
            faxNumberIn(typed) === undefined ? 'This is no fax number in the US or Canada.' : undefined,
        },
        {
          name: 'province_or_state',
          label: 'Province of the recipient',
          kind: 'line',
          most: 60,
          isRare: true,
          problem: problemWithProvince,
        },
      ],
    },
    writtenGroup('The fax', 'An empty line begins a new paragraph. Say who sends it, and to whom.'),
    news('We write when it is paid and sent, and if it fails.'),
  ],
  placeOf(typed) {
    const number = faxNumberIn(typed);
    return { country: number?.country, province_or_state: typed.province_or_state || number?.province };
  },
  orderOf: ({ to_number = '' }) => ({ to_number: inE164(to_number) }),
};
