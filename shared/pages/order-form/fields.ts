/** The parts that the order forms of several products share: an address, a text, the news by email. */
import { maxWrittenLength } from '../../domain/address.ts';
import { stateNamed } from '../../domain/addresses/other-country.ts';
import { plainEmail } from '../../domain/job/notify.ts';
import { type Country, provinceNamed } from '../../domain/money.ts';
import type { Cover } from '../../domain/paper.ts';
import type { PlainSentence } from '../reader.ts';
import type { FieldGroup, OrderField, OrderForm, Typed } from './shape.ts';

export const noSuchProvince = 'There is no such province or territory in Canada.';

/** The field for a whole address. */
export const pasted = 'pasted';

type Side = NonNullable<FieldGroup['side']>;

/** Whether any of the separate fields is filled in. */
const isBegun = (typed: Typed, side: Side): boolean =>
  Object.entries(typed).some(
    ([name, value]) => name.startsWith(`${side}.`) && !/pasted|countryCode/.test(name) && value.trim() !== '',
  );

/** The country by state and code; the one that was chosen if they disagree or are unknown. */
function countryOf(typed: Typed, side: Side): Country | undefined {
  const { [`${side}.provinceOrState`]: region = '', [`${side}.postalOrZip`]: code = '' } = typed;
  const byCode = [/^\s*\d{5}/, /^\s*[a-z]\d[a-z]/i].map((form) => form.test(code));
  const byRegion = [stateNamed(region) !== undefined, provinceNamed(region) !== undefined];
  const [isUS, isCA] = [0, 1].map((at) => byCode[at] === true || byRegion[at] === true);
  if (isUS !== isCA) return isUS ? 'US' : 'CA';
  const chosen = typed[`${side}.countryCode`];
  return chosen === 'US' || chosen === 'CA' ? chosen : undefined;
}

/** The fields of an address: one text, and what it was read as. `own`: the browser's name for the person's own address. */
export function address(side: Side, legend: PlainSentence): FieldGroup {
  const line = (name: string, label: PlainSentence, own: string, isNeeded = true): OrderField => ({
    name: `${side}.${name}`,
    label,
    kind: 'line',
    isFolded: true,
    most: 100,
    autocomplete: side === 'from' ? own : undefined,
    problem: (value, typed) =>
      isNeeded && value.trim() === '' && isBegun(typed, side) ? 'Please fill this in.' : undefined,
  });
  return {
    legend,
    side,
    fields: [
      {
        name: `${side}.${pasted}`,
        label: 'Name and address',
        hint: 'On one line or several. We’ll show you how we read it.',
        kind: 'paste',
        most: maxWrittenLength,
        problem: (_, typed) => (isBegun(typed, side) ? undefined : 'Please fill this in.'),
      },
      line('name', 'Name', 'name'),
      line('companyName', 'Company (optional)', 'organization', false),
      line('addressLine1', 'Street and number, or PO box', 'address-line1'),
      line('addressLine2', 'Apartment, suite, unit (optional)', 'address-line2', false),
      line('city', 'City', 'address-level2'),
      {
        ...line('provinceOrState', 'State or province', 'address-level1'),
        isHalf: true,
        problem(value, typed) {
          if (value.trim() === '') return isBegun(typed, side) ? 'Please fill this in.' : undefined;
          const country = countryOf(typed, side);
          if (country === 'CA') return provinceNamed(value) === undefined ? noSuchProvince : undefined;
          return (country ?? stateNamed(value) ?? provinceNamed(value))
            ? undefined
            : 'There is no such state or province.';
        },
      },
      {
        ...line('postalOrZip', 'ZIP or postal code', 'postal-code'),
        isHalf: true,
        problem(value, typed) {
          if (value.trim() === '') return isBegun(typed, side) ? 'Please fill this in.' : undefined;
          return (countryOf(typed, side) ?? /^\s*(?:\d{5}|[a-z]\d[a-z])/i.test(value))
            ? undefined
            : 'This isn’t a ZIP or postal code.';
        },
      },
      {
        name: `${side}.countryCode`,
        label: 'Country',
        kind: 'country',
        isRare: true,
        isFolded: true,
        problem: (_, typed) =>
          isBegun(typed, side) && countryOf(typed, side) === undefined ? 'Please choose one.' : undefined,
      },
    ],
  };
}

export const writtenGroup = (
  legend: PlainSentence,
  hint: PlainSentence,
  others: readonly OrderField[] = [],
  fold?: PlainSentence,
): FieldGroup => ({
  legend,
  isContent: true,
  fold,
  fields: [{ name: 'text', label: 'Your text', hint, kind: 'text', isRequired: true }, ...others],
});

/** The cover sheet in front of a fax. It is optional. */
const coverLine = (member: keyof Cover, label: PlainSentence, most: number): OrderField => ({
  name: `cover.${member}`,
  label,
  kind: 'line',
  most,
  isFolded: true,
});
export const coverFields: readonly OrderField[] = [
  { ...coverLine('to', 'Recipient’s name', 60), hint: 'We add the fax number, the date and the number of pages.' },
  coverLine('from', 'Your name', 60),
  coverLine('subject', 'Subject', 80),
  { ...coverLine('note', 'Note', 600), kind: 'text' },
];

/** The words on the cover sheet. A cover without words is left out. */
export const coverIn = (typed: Typed): Cover =>
  Object.fromEntries(coverFields.map(({ name }) => [name.replace('cover.', ''), typed[name]]));

export const markdownField: OrderField = {
  name: 'markdown',
  label: 'My text uses Markdown',
  hint: 'Markdown marks become headings, lists, tables and bold text. Leave this unchecked to print your text exactly as you typed it.',
  kind: 'tick',
  isFolded: true,
};

/** The last step: the email address, on services that send email, and the options. */
export function sending(hint: PlainSentence, ...options: readonly OrderField[]): FieldGroup {
  const notAnEmail = 'Please enter one email address, such as ada@example.com.';
  return {
    legend: 'Send',
    fields: [
      {
        name: 'email',
        label: 'Your email address (optional)',
        hint,
        kind: 'line',
        most: 254,
        autocomplete: 'email',
        keyboard: 'email',
        problem: (value) => (value.trim() === '' || plainEmail(value.trim()) !== undefined ? undefined : notAnEmail),
        refused: notAnEmail,
      },
      ...options,
    ],
  };
}

export const newsOfMail = 'We’ll email you when it’s paid for, mailed, delivered or returned, and if it fails.';

/** The day on which mail goes to print. */
export const dayField: OrderField = {
  name: 'send_on',
  label: 'Print date (optional)',
  hint: 'Free. From tomorrow to 90 days ahead. Leave blank to send it right after you pay.',
  kind: 'day',
  most: 10,
  isFolded: true,
};

/** Both addresses of an order that is mailed, and its day if one was typed. */
export const mailOf = (typed: Typed) => {
  const addressOf = (side: 'to' | 'from') =>
    Object.fromEntries(
      Object.entries(typed)
        .filter(([name]) => name.startsWith(`${side}.`) && name !== `${side}.${pasted}`)
        .map(([name, value]) => [
          name.slice(side.length + 1),
          name.endsWith('.countryCode') ? countryOf(typed, side) : value,
        ]),
    );
  const { send_on: day = '' } = typed;
  return { to: addressOf('to'), from: addressOf('from'), send_on: day.trim() === '' ? undefined : day.trim() };
};

/** The recipient's place of an order that is mailed. */
export const placeOfMail: OrderForm['placeOf'] = (typed) => ({
  country: countryOf(typed, 'to'),
  province_or_state: typed['to.provinceOrState'],
});
