/** The parts that the order forms of several products share: an address, a text, the news by e-mail. */
import { mostWritten } from '../../domain/address.ts';
import { plainEmail } from '../../domain/job/notify.ts';
import type { Country } from '../../domain/money/money.ts';
import { provinceNamed } from '../../domain/money/sales-tax.ts';
import type { Phrase } from '../../domain/words.ts';
import type { FieldGroup, OrderField, TaxPlace, Typed } from './shape.ts';

export const noSuchProvince: Phrase = {
  en: 'There is no such province or territory in Canada.',
  fr: 'Cette province ou ce territoire n’existe pas au Canada.',
};

const longestLine = 100;

/** The field that holds an address as a whole. */
export const pasted = 'pasted';

/** `own`: the address of the person who types. */
export function address(side: 'to' | 'from', legend: Phrase): FieldGroup {
  const line = (name: string, label: Phrase, own: string, isRequired = true): OrderField => ({
    name: `${side}.${name}`,
    label,
    kind: 'line',
    isRequired,
    most: longestLine,
    autocomplete: side === 'from' ? own : undefined,
  });
  const isInCanada = (typed: Typed) => typed[`${side}.countryCode`] === 'CA';
  return {
    legend,
    fields: [
      {
        name: `${side}.${pasted}`,
        label: { en: 'Paste the whole address (optional)', fr: 'Coller l’adresse entière (facultatif)' },
        kind: 'paste',
        most: mostWritten,
        autocomplete: 'off',
      },
      line('name', { en: 'Name', fr: 'Nom' }, 'name'),
      line('companyName', { en: 'Company (optional)', fr: 'Entreprise (facultatif)' }, 'organization', false),
      line(
        'addressLine1',
        { en: 'Street and number, or PO box', fr: 'Numéro et rue, ou case postale' },
        'address-line1',
      ),
      line(
        'addressLine2',
        { en: 'Apartment, suite, unit (optional)', fr: 'Appartement, bureau, unité (facultatif)' },
        'address-line2',
        false,
      ),
      line('city', { en: 'City', fr: 'Ville' }, 'address-level2'),
      {
        ...line('provinceOrState', { en: 'State or province', fr: 'État ou province' }, 'address-level1'),
        isHalf: true,
        problem: (value, typed) =>
          isInCanada(typed) && provinceNamed(value) === undefined ? noSuchProvince : undefined,
      },
      {
        ...line('postalOrZip', { en: 'ZIP or postal code', fr: 'Code ZIP ou code postal' }, 'postal-code'),
        isHalf: true,
      },
      { name: `${side}.countryCode`, label: { en: 'Country', fr: 'Pays' }, kind: 'country', isRequired: true },
    ],
  };
}

export const recipient: Phrase = { en: 'Recipient', fr: 'Destinataire' };
export const sender: Phrase = { en: 'Sender', fr: 'Expéditeur' };

export const writtenGroup = (legend: Phrase, hint: Phrase): FieldGroup => ({
  legend,
  fields: [
    { name: 'text', label: { en: 'Your text', fr: 'Votre texte' }, hint, kind: 'text', isRequired: true },
    {
      name: 'markdown',
      label: { en: 'My text uses Markdown', fr: 'Mon texte est en Markdown' },
      hint: {
        en: 'Marks become headings, lists, tables and bold text. Without the tick, your text is printed as it stands.',
        fr: 'Les marques deviennent des titres, des listes, des tableaux et du gras. Si la case n’est pas cochée, votre texte est imprimé tel quel.',
      },
      kind: 'tick',
      isFolded: true,
    },
  ],
});

const notAnEmail: Phrase = {
  en: 'Please enter one e-mail address, such as ada@example.com.',
  fr: 'Veuillez saisir une seule adresse de courriel, par exemple ada@example.com.',
};

/** Shown where the service writes e-mails. */
export const news = (hint: Phrase): FieldGroup => ({
  legend: { en: 'News of your order', fr: 'Nouvelles de votre commande' },
  fields: [
    {
      name: 'email',
      label: { en: 'Your e-mail address (optional)', fr: 'Votre adresse de courriel (facultatif)' },
      hint,
      kind: 'line',
      most: 254,
      autocomplete: 'email',
      keyboard: 'email',
      problem: (value) => (value.trim() === '' || plainEmail(value.trim()) !== undefined ? undefined : notAnEmail),
      refused: notAnEmail,
    },
  ],
});

export const newsOfMail: Phrase = {
  en: 'We write when it is paid, mailed, delivered or returned, and if it fails.',
  fr: 'Nous écrivons quand l’envoi est payé, posté, livré ou retourné, et en cas d’échec.',
};

const addressOf = (typed: Typed, side: 'to' | 'from') =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => name.startsWith(`${side}.`) && name !== `${side}.${pasted}`)
      .map(([name, value]) => [name.slice(side.length + 1), value]),
  );

/** The day on which mail goes to print. */
export const dayField: OrderField = {
  name: 'send_on',
  label: { en: 'Day of printing (optional)', fr: 'Jour de l’impression (facultatif)' },
  hint: {
    en: 'From tomorrow to 90 days ahead. Without a day it goes as soon as it is paid.',
    fr: 'De demain à dans 90 jours. Sans date, l’envoi part dès qu’il est payé.',
  },
  kind: 'day',
  most: 10,
};

/** Both addresses of an order that is mailed, and its day if one was typed. */
export const mailOf = (typed: Typed) => {
  const { send_on: day = '' } = typed;
  return {
    to: addressOf(typed, 'to'),
    from: addressOf(typed, 'from'),
    send_on: day.trim() === '' ? undefined : day.trim(),
  };
};

const countryIn = (text: string | undefined): Country | undefined =>
  text === 'US' || text === 'CA' ? text : undefined;

/** The recipient's place of an order that is mailed. */
export const placeOfMail = (typed: Typed): TaxPlace => ({
  country: countryIn(typed['to.countryCode']),
  province_or_state: typed['to.provinceOrState'],
});
