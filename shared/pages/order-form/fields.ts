/** The fields of the form on which a person orders, in groups, for each product. Their names are the paths of the API. */
import type { ProductName } from '../../core/product.ts';
import type { PlainSentence } from '../reader.ts';

export interface OrderField {
  readonly name: string;
  readonly label: PlainSentence;
  readonly hint?: PlainSentence;
  readonly kind: 'line' | 'text' | 'country' | 'tick' | 'day';
  readonly isRequired?: boolean;
  readonly most?: number;
  /** Of the person's own address. `off` also keeps a browser from showing the value when its reader comes back. */
  readonly autocomplete?: string | undefined;
  readonly keyboard?: 'tel' | 'decimal' | 'email';
  /** Two of them share a line. */
  readonly isHalf?: boolean;
  /** Shown once it is needed. */
  readonly isRare?: boolean;
}

export interface FieldGroup {
  readonly legend: PlainSentence;
  readonly fields: readonly OrderField[];
}

const longestLine = 100;

/** `own`: the address of the person who types. */
function address(side: 'to' | 'from', legend: PlainSentence): FieldGroup {
  const line = (name: string, label: PlainSentence, own: string, isRequired = true): OrderField => ({
    ...{ name: `${side}.${name}`, label, kind: 'line', isRequired, most: longestLine },
    autocomplete: side === 'from' ? own : undefined,
  });
  return {
    legend,
    fields: [
      line('name', 'Name', 'name'),
      line('companyName', 'Company (optional)', 'organization', false),
      line('addressLine1', 'Street and number, or PO box', 'address-line1'),
      line('addressLine2', 'Apartment, suite, unit (optional)', 'address-line2', false),
      line('city', 'City', 'address-level2'),
      { ...line('provinceOrState', 'State or province', 'address-level1'), isHalf: true },
      { ...line('postalOrZip', 'ZIP or postal code', 'postal-code'), isHalf: true },
      { name: `${side}.countryCode`, label: 'Country', kind: 'country', isRequired: true },
    ],
  };
}

const written = (legend: PlainSentence, label: PlainSentence, hint: PlainSentence): FieldGroup => ({
  legend,
  fields: [
    { name: 'text', label, hint, kind: 'text', isRequired: true },
    {
      name: 'markdown',
      label: 'My text uses Markdown',
      hint: 'Marks become headings, lists, tables and bold text. Without the tick, your text is printed as it stands.',
      kind: 'tick',
    },
  ],
});

/** Shown where the service writes e-mails. */
const news = (hint: PlainSentence): FieldGroup => ({
  legend: 'News of your order',
  fields: [
    {
      ...{ name: 'email', label: 'Your e-mail address (optional)', hint, kind: 'line', most: 254 },
      ...{ autocomplete: 'email', keyboard: 'email' },
    },
  ],
});

const newsOfMail: PlainSentence = 'We write when it is paid, mailed, delivered or returned, and if it fails.';

const itsDay: OrderField = {
  ...{ name: 'send_on', label: 'Day of printing (optional)', kind: 'day', most: 10 },
  hint: 'From tomorrow to 90 days ahead. Without a day it goes as soon as it is paid.',
};

const groups: Readonly<Record<ProductName, readonly FieldGroup[]>> = {
  letter: [
    written(
      'The letter',
      'Your text',
      'An empty line begins a new paragraph. Both addresses are added to the first page.',
    ),
    address('to', 'Recipient'),
    address('from', 'Sender'),
    {
      legend: 'Options',
      fields: [
        { name: 'color', label: 'Print in colour', kind: 'tick' },
        {
          name: 'registered',
          label: 'Registered mail',
          hint: 'With tracking: certified in the US, with a signature in Canada.',
          kind: 'tick',
        },
        itsDay,
      ],
    },
    news(newsOfMail),
  ],
  check: [
    address('to', 'Pay to'),
    {
      legend: 'The check',
      fields: [
        {
          ...{ name: 'amount', label: 'Amount', hint: 'In the currency of the bank account, such as 125.50.' },
          ...{ kind: 'line', isRequired: true, most: 20, keyboard: 'decimal' },
        },
        {
          ...{ name: 'memo', label: 'Memo (optional)', hint: 'Printed on the check: at most 40 characters.' },
          ...{ kind: 'line', most: 40 },
        },
        {
          ...{ name: 'bank_account', label: 'Id of the account', kind: 'line', isRequired: true, most: 100 },
          ...{ hint: 'It begins with bank_, and was shown when the account was registered.', autocomplete: 'off' },
        },
        { name: 'message', label: 'Message (optional)', hint: 'Printed below the check.', kind: 'text', most: 10_000 },
      ],
    },
    address('from', 'Sender'),
    { legend: 'Options', fields: [itsDay] },
    news(newsOfMail),
  ],
  fax: [
    {
      legend: 'Recipient',
      fields: [
        {
          ...{
            name: 'to_number',
            label: 'Fax number',
            hint: 'In the US or Canada, such as 212 555 0199.',
            kind: 'line',
          },
          ...{ isRequired: true, most: 40, keyboard: 'tel' },
        },
        {
          ...{ name: 'province_or_state', label: 'Province of the recipient', kind: 'line', most: 60 },
          ...{ isRare: true },
        },
      ],
    },
    written('The fax', 'Your text', 'An empty line begins a new paragraph. Say who sends it, and to whom.'),
    news('We write when it is paid and sent, and if it fails.'),
  ],
};

/** With a file nobody types a text. */
export const orderGroups = (product: ProductName, hasFile = false): readonly FieldGroup[] =>
  hasFile
    ? groups[product].map(({ legend, fields }) => ({ legend, fields: fields.filter(({ name }) => !ofText.has(name)) }))
    : groups[product];

const ofText: ReadonlySet<string> = new Set(['text', 'markdown']);

export const orderFields = (product: ProductName, hasFile = false): readonly OrderField[] =>
  orderGroups(product, hasFile).flatMap(({ fields }) => fields);
