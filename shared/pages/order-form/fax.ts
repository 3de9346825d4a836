/** The form on which a person orders a fax: its number, and where the area code leaves it open, the province. */

import { provinceNamed, provinces } from '../../domain/money/sales-tax.ts';
import type { Phrase } from '../../domain/words.ts';
import { type FaxNumber, toFaxNumber } from '../../products/fax/fax-number.ts';
import { news, noSuchProvince, recipient, writtenGroup } from './fields.ts';
import type { OrderForm, Typed } from './shape.ts';

const noNumber: Phrase = {
  en: 'This is no fax number in the US or Canada.',
  fr: 'Ce n’est pas un numéro de télécopieur aux États-Unis ou au Canada.',
};

const severalProvinces: Phrase = {
  en: 'This area code serves several provinces, whose taxes differ. Please name the one.',
  fr: 'Cet indicatif régional dessert plusieurs provinces, dont les taxes diffèrent. Veuillez indiquer laquelle.',
};

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
function problemWithProvince(value: string, typed: Typed): Phrase | undefined {
  const number = faxNumberIn(typed);
  if (number?.country !== 'CA') return undefined;
  if (value.trim() !== '') return provinceNamed(value) === undefined ? noSuchProvince : undefined;
  const rates = new Set((number.provinces ?? []).map((code) => provinces[code].rate));
  return rates.size > 1 ? severalProvinces : undefined;
}

export const faxForm: OrderForm = {
  title: { en: 'Send a fax', fr: 'Envoyer une télécopie' },
  description: { en: 'Sent to a fax number.', fr: 'Envoyée à un numéro de télécopieur.' },
  // A fax costs the same wherever it goes.
  price: { en: 'One page costs {ca}, before tax.', fr: 'Une page coûte {ca}, avant taxes.' },
  groups: [
    {
      legend: recipient,
      fields: [
        {
          name: 'to_number',
          label: { en: 'Fax number', fr: 'Numéro de télécopieur' },
          hint: {
            en: 'In the US or Canada, such as 212 555 0199.',
            fr: 'Aux États-Unis ou au Canada, par exemple 514 555-0199.',
          },
          kind: 'line',
          isRequired: true,
          most: 40,
          keyboard: 'tel',
          problem: (_, typed) => (faxNumberIn(typed) === undefined ? noNumber : undefined),
        },
        {
          name: 'province_or_state',
          label: { en: 'Province of the recipient', fr: 'Province du destinataire' },
          kind: 'line',
          most: 60,
          isRare: true,
          problem: problemWithProvince,
        },
      ],
    },
    writtenGroup(
      { en: 'The fax', fr: 'La télécopie' },
      {
        en: 'An empty line begins a new paragraph. Say who sends it, and to whom.',
        fr: 'Une ligne vide commence un nouveau paragraphe. Indiquez qui l’envoie et à qui.',
      },
    ),
    news({
      en: 'We write when it is paid and sent, and if it fails.',
      fr: 'Nous écrivons quand la télécopie est payée et envoyée, et en cas d’échec.',
    }),
  ],
  placeOf(typed) {
    const number = faxNumberIn(typed);
    return { country: number?.country, province_or_state: typed.province_or_state || number?.province };
  },
  orderOf: ({ to_number = '' }) => ({ to_number: inE164(to_number) }),
};
