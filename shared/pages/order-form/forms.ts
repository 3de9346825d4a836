/** The order form of each product. A separate file, so that only functions with a form include it in their bundle. */
import { isId } from '../../domain/ids.ts';
import { validEmail } from '../../domain/job/notify.ts';
import { provinceNamed, provinces } from '../../domain/money.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Cover } from '../../domain/paper.ts';
import { type FaxNumber, toFaxNumber } from '../../products/fax/fax-number.ts';
import type { PlainSentence } from '../reader.ts';
import { address, mailDestinationOf, mailOrderOf, noSuchProvince } from './address.ts';
import { addressPage, type FieldGroup, type Inputs, type OrderField, type OrderForm } from './shape.ts';

const invalidAmount = 'Please enter an amount between 1 and 25,000.';

const unknownAccount = 'There is no account with this code. Copy the whole code and enter it again.';

/** `$1,250.00`, `1 250,00`, `125.5` → whole cents; undefined if it isn't an amount of money. */
export function parseCents(text: string): number | undefined {
  const figures = text.replace(/[\s$]/g, '');
  // Digits, with or without a comma before each group of three, then one or two digits after a point or comma.
  const [, dollars = '', cents = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/.exec(figures) ?? [];
  return dollars === '' ? undefined : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

const hasAccountFormat = (value: string): boolean => isId('bank', value.trim());

/** `416 555-0123` → `+14165550123`. Text that isn't a US or Canadian number is only compacted. */
function inE164(text: string): string {
  const compact = text.replace(/[\s().\u2010-\u2013-]/g, '');
  const [, number] = /^(?:\+?1)?(\d{10})$/.exec(compact) ?? [];
  return number === undefined ? compact : `+1${number}`;
}

function parseFaxNumber({ to_number = '' }: Inputs): FaxNumber | undefined {
  const result = toFaxNumber(inE164(to_number));
  return result.ok ? result.number : undefined;
}

const contentGroup = (legend: PlainSentence, hint: PlainSentence, others: readonly OrderField[] = []): FieldGroup => ({
  legend,
  isContent: true,
  fields: [
    { name: 'text', label: 'Your text', hint, kind: 'text', isRequired: true },
    {
      name: 'markdown',
      label: 'My text uses Markdown',
      hint: 'Markdown marks become headings, lists, tables and bold text.',
      kind: 'checkbox',
    },
    ...others,
  ],
});

const coverLine = (member: keyof Cover, label: PlainSentence, maxLength: number): OrderField => ({
  name: `cover.${member}`,
  label,
  kind: 'line',
  maxLength,
  isFolded: true,
  addsFrontPage: true,
});

/** The optional cover sheet of a fax. */
const coverFields: readonly OrderField[] = [
  coverLine('to', 'Recipient’s name', 60),
  coverLine('from', 'Your name', 60),
  coverLine('subject', 'Subject', 80),
  { ...coverLine('note', 'Note', 600), kind: 'text' },
];

/** The last group: the email address, if the service sends email, and the options under `fold`. */
function sendGroup(
  hint: PlainSentence,
  fold?: NonNullable<FieldGroup['fold']>,
  ...options: readonly OrderField[]
): FieldGroup {
  const notAnEmail = 'Please enter one email address, such as ada@example.com.';
  return {
    legend: 'Send',
    ...(fold && { fold }),
    fields: [
      {
        name: 'email',
        label: 'Your email address (optional)',
        hint,
        kind: 'line',
        maxLength: 254,
        autocomplete: 'email',
        keyboard: 'email',
        problem: (value) => (value.trim() === '' || validEmail(value.trim()) !== undefined ? undefined : notAnEmail),
        refusalMessage: notAnEmail,
      },
      ...options,
    ],
  };
}

const mailEmailsHint = 'We’ll email you when it’s paid for, mailed, delivered or returned, and if it fails.';

const printDateField: OrderField = {
  name: 'send_on',
  label: 'Print date (optional)',
  hint: 'Free. From tomorrow to 90 days ahead; on a weekend or holiday, usually the next business day. You can cancel until the day before. Leave blank to send it right after you pay.',
  kind: 'day',
  maxLength: 10,
  isFolded: true,
};

export const orderForms: Readonly<Record<ProductName, OrderForm>> = {
  letter: {
    title: 'Write a letter',
    description: 'Printed on paper and mailed in an envelope.',
    groups: [
      contentGroup(
        'The letter',
        'Leave a blank line to start a new paragraph. Both addresses are added to the first page.',
      ),
      address('to', 'To'),
      address('from', 'From'),
      sendGroup(
        mailEmailsHint,
        { label: 'Color, certified or registered mail, print date' },
        { name: 'color', label: 'Print in color', kind: 'checkbox', isFolded: true },
        {
          name: 'registered',
          label: 'Certified Mail (US) or Registered Mail (Canada)',
          hint: 'Proof of mailing, and tracking until it’s delivered; in Canada also a signature.',
          kind: 'checkbox',
          isFolded: true,
        },
        printDateField,
        // Shown only if something is printed where the envelope's windows are.
        {
          name: addressPage,
          label: 'Addresses on a separate page',
          kind: 'checkbox',
          isFolded: true,
          isHiddenUnlessUsed: true,
          addsFrontPage: true,
        },
      ),
    ],
    placeOf: mailDestinationOf,
    optionsOf: ({ color, registered, address_page }) => ({
      color: color === 'yes',
      registered: registered === 'yes',
      address_page: address_page === 'yes',
    }),
    orderOf: mailOrderOf,
  },
  check: {
    title: 'Send a check',
    description: 'Drawn on your bank account, printed and mailed.',
    groups: [
      address('to', 'Pay to'),
      {
        legend: 'The check',
        fold: { label: 'Add a message', option: 'message' },
        fields: [
          {
            name: 'amount',
            label: 'Amount',
            hint: 'In the bank account’s currency, such as 125.50.',
            kind: 'line',
            isRequired: true,
            maxLength: 20,
            keyboard: 'decimal',
            problem: (value) => (parseCents(value) === undefined ? invalidAmount : undefined),
            refusalMessage: invalidAmount,
          },
          {
            name: 'memo',
            label: 'Memo (optional)',
            hint: 'Printed on the check. Up to 40 characters.',
            kind: 'line',
            maxLength: 40,
          },
          {
            name: 'bank_account',
            label: 'Account code',
            hint: 'The code starting with “bank_” that you got when you registered the account.',
            isAccountCode: true,
            kind: 'line',
            isRequired: true,
            maxLength: 100,
            autocomplete: 'off',
            problem: (value) => (hasAccountFormat(value) ? undefined : unknownAccount),
            refusalMessage: unknownAccount,
            // Never repeats a bank number that was typed here by mistake.
            mayRepeat: hasAccountFormat,
          },
          {
            name: 'message',
            label: 'Message (optional)',
            hint: 'Printed below the check.',
            kind: 'text',
            maxLength: 10_000,
            isFolded: true,
          },
        ],
      },
      address('from', 'From'),
      sendGroup(mailEmailsHint, { label: 'Choose a print date' }, printDateField),
    ],
    placeOf: mailDestinationOf,
    orderOf: (typed) => {
      const { bank_account = '', amount = '', memo, message } = typed;
      return {
        ...mailOrderOf(typed),
        bank_account: bank_account.trim(),
        amount_cents: parseCents(amount),
        memo,
        message,
      };
    },
  },
  fax: {
    title: 'Send a fax',
    description: 'Sent to a fax number.',
    groups: [
      {
        legend: 'To',
        fields: [
          {
            name: 'to_number',
            label: 'Fax number',
            hint: 'In the US or Canada, with the area code, such as 212\u2011555\u20110199.',
            kind: 'line',
            isRequired: true,
            maxLength: 40,
            keyboard: 'tel',
            problem(value, typed) {
              if (parseFaxNumber(typed) !== undefined) return undefined;
              const digits = value.replace(/\D/g, '').length;
              return digits === 7 ? 'The area code is missing.' : 'This isn’t a US or Canadian fax number.';
            },
          },
          {
            name: 'province_or_state',
            label: 'Recipient’s province',
            kind: 'line',
            maxLength: 60,
            isHiddenUnlessUsed: true,
            // Some area codes serve provinces with different taxes.
            problem(value, typed) {
              const number = parseFaxNumber(typed);
              if (number?.country !== 'CA') return undefined;
              if (value.trim() !== '') return provinceNamed(value) === undefined ? noSuchProvince : undefined;
              const rates = new Set((number.sharedBy ?? []).map((code) => provinces[code].rate));
              return rates.size > 1
                ? 'This area code serves several provinces, whose taxes differ. Please enter the recipient’s province.'
                : undefined;
            },
          },
        ],
      },
      {
        ...contentGroup(
          'The fax',
          'Leave a blank line to start a new paragraph. Include your name and the recipient’s.',
          coverFields,
        ),
        fold: {
          label: 'Cover sheet',
          hint: 'We add the fax number, the date and the number of pages.',
          option: 'cover',
        },
      },
      sendGroup('We’ll email you when it’s paid for and sent, and if it fails.'),
    ],
    placeOf(typed) {
      const number = parseFaxNumber(typed);
      return { country: number?.country, province_or_state: typed.province_or_state || number?.province };
    },
    // The service leaves out a cover sheet whose fields are all empty.
    optionsOf: (typed) => ({
      cover: Object.fromEntries(coverFields.map(({ name }) => [name.replace('cover.', ''), typed[name]])),
    }),
    orderOf: ({ to_number = '' }) => ({ to_number: inE164(to_number) }),
  },
};
