/** The parts that the order forms of several products share: an address, a text, the news by email. */
import { mostWritten } from '../../domain/address.ts';
import { plainEmail } from '../../domain/job/notify.ts';
import { provinceNamed } from '../../domain/money.ts';
import type { PlainSentence } from '../reader.ts';
import type { FieldGroup, OrderField, OrderForm, Typed } from './shape.ts';

export const noSuchProvince = 'There is no such province or territory in Canada.';

/** The field for a whole address. */
export const pasted = 'pasted';

/** The fields of an address. `own`: the browser's name for the person's own address. */
export function address(side: 'to' | 'from', legend: PlainSentence): FieldGroup {
  const line = (name: string, label: PlainSentence, own: string, isRequired = true): OrderField => ({
    name: `${side}.${name}`,
    label,
    kind: 'line',
    isRequired,
    most: 100,
    autocomplete: side === 'from' ? own : undefined,
  });
  const isInCanada = (typed: Typed) => typed[`${side}.countryCode`] === 'CA';
  return {
    legend,
    fields: [
      {
        name: `${side}.${pasted}`,
        label: 'Paste the whole address (optional)',
        kind: 'paste',
        most: mostWritten,
        autocomplete: 'off',
      },
      line('name', 'Name', 'name'),
      line('companyName', 'Company (optional)', 'organization', false),
      line('addressLine1', 'Street and number, or PO box', 'address-line1'),
      line('addressLine2', 'Apartment, suite, unit (optional)', 'address-line2', false),
      line('city', 'City', 'address-level2'),
      {
        ...line('provinceOrState', 'State or province', 'address-level1'),
        isHalf: true,
        problem: (value, typed) =>
          isInCanada(typed) && provinceNamed(value) === undefined ? noSuchProvince : undefined,
      },
      { ...line('postalOrZip', 'ZIP or postal code', 'postal-code'), isHalf: true },
      { name: `${side}.countryCode`, label: 'Country', kind: 'country', isRequired: true },
    ],
  };
}

export const writtenGroup = (legend: PlainSentence, hint: PlainSentence): FieldGroup => ({
  legend,
  fields: [
    { name: 'text', label: 'Your text', hint, kind: 'text', isRequired: true },
    {
      name: 'markdown',
      label: 'My text uses Markdown',
      hint: 'Marks become headings, lists, tables and bold text. Leave this unchecked to print your text exactly as you typed it.',
      kind: 'tick',
      isFolded: true,
    },
  ],
});

/** The field for an email address, on services that send email. */
export function news(hint: PlainSentence): FieldGroup {
  const notAnEmail = 'Please enter one e-mail address, such as ada@example.com.';
  return {
    legend: 'News of your order',
    fields: [
      {
        name: 'email',
        label: 'Your e-mail address (optional)',
        hint,
        kind: 'line',
        most: 254,
        autocomplete: 'email',
        keyboard: 'email',
        problem: (value) => (value.trim() === '' || plainEmail(value.trim()) !== undefined ? undefined : notAnEmail),
        refused: notAnEmail,
      },
    ],
  };
}

export const newsOfMail = 'We write when it is paid, mailed, delivered or returned, and if it fails.';

/** The day on which mail goes to print. */
export const dayField: OrderField = {
  name: 'send_on',
  label: 'Day of printing (optional)',
  hint: 'From tomorrow to 90 days ahead. Leave blank to send it right after you pay.',
  kind: 'day',
  most: 10,
};

/** Both addresses of an order that is mailed, and its day if one was typed. */
export const mailOf = (typed: Typed) => {
  const addressOf = (side: 'to' | 'from') =>
    Object.fromEntries(
      Object.entries(typed)
        .filter(([name]) => name.startsWith(`${side}.`) && name !== `${side}.${pasted}`)
        .map(([name, value]) => [name.slice(side.length + 1), value]),
    );
  const { send_on: day = '' } = typed;
  return { to: addressOf('to'), from: addressOf('from'), send_on: day.trim() === '' ? undefined : day.trim() };
};

/** The recipient's place of an order that is mailed. */
export const placeOfMail: OrderForm['placeOf'] = ({ 'to.countryCode': country, 'to.provinceOrState': province }) => ({
  country: country === 'US' || country === 'CA' ? country : undefined,
  province_or_state: province,
});
