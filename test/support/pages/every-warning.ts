/** One warning for each code and for each sentence that a code can have. */
import { type AddressFault, faultWords, type Warning } from '../../../shared/domain/warnings.ts';

const sheet = { sizeName: 'US Letter', widthIn: 8.5, heightIn: 11 };

/** A warning for a recipient and for a sender, in each country. */
const atEveryAddress = <T extends object>(facts: T) =>
  (['letter.to', 'check.from'] as const).flatMap((at) =>
    (['US', 'CA'] as const).map((country) => ({ ...facts, at, country })),
  );

/** A warning for a recipient and for a sender, if its sentence is the same in both countries. */
const atEitherEnd = <T extends object>(facts: T) => [
  { ...facts, at: 'letter.to', country: 'CA' } as const,
  { ...facts, at: 'check.from', country: 'US' } as const,
];

/** The other fields of a warning with this code. */
type Facts<Code, W = Warning> = W extends { readonly code: infer Codes }
  ? Code extends Codes
    ? Omit<W, 'code'>
    : never
  : never;

/** Examples by code. A code without an example doesn't compile. */
const examples: { readonly [Code in Warning['code']]: readonly Facts<Code>[] } = {
  postal_code_missing: atEveryAddress({}),
  postal_code_odd: atEveryAddress({ input: '1220' }),
  region_missing: atEveryAddress({}),
  state_unknown: atEveryAddress({ input: 'ZZ' }),
  postal_code_elsewhere: atEveryAddress({ input: 'H2X 1Y4', region: 'ON' }),
  memo_unprintable: [{ input: '房' }],
  payee_without_letters: [{}],
  characters_unprintable: atEveryAddress({ input: '🎂é' }),
  address_unfilled: atEitherEnd({}),
  markup_in_address: atEitherEnd({}),
  house_number_missing: atEitherEnd({}),
  street_missing: atEitherEnd({}),
  unit_number_missing: atEitherEnd({}),
  box_number_missing: atEitherEnd({}),
  address_corrected: (['US', 'CA'] as const).map((country) => ({
    at: 'letter.to',
    country,
    what: ['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'],
  })),
  address_undeliverable: [{ at: 'check.to', what: Object.keys(faultWords) as AddressFault[] }],
  field_unknown: [
    { holder: 'letter.to', name: 'zip', meant: 'postalOrZip' },
    { holder: undefined, name: undefined },
    { holder: 'letter', name: 'color', decidedByQuote: true },
  ],
  check_currency: [
    { currency: 'USD', country: 'CA' },
    { currency: 'CAD', country: 'US' },
  ],
  check_waits: [{ hours: 24 }],
  shared_area_code: [{ provinces: ['NS', 'PE'], taxedAs: 'NS' }],
  tax_changed: (
    [
      [undefined, 615],
      ['GST 5%', 646],
      ['HST 15%', 695],
    ] as const
  ).map(([quotedLabel, quotedCents]) => ({
    currency: 'CAD',
    label: 'HST 13%',
    totalCents: 695,
    quotedLabel,
    quotedCents,
  })),
  same_order: [{}, { earlier: { minutesAgo: 2, status: 'paid' }, hasNoKey: true }],
  address_zone_used: [{}],
  address_zone_unchecked: [{}],
  scripts_left_out: [{}],
  shadow_left_out: [{}],
  web_styles_left_out: [{}],
  html_shrunk: [{ percent: 97 }],
  clipped: [{ element: '<div class="box">' }],
  left_out_of_message: [
    { kinds: ['images', 'frames and recordings', 'form fields', 'style sheets', 'scripts'], field: 'check.message' },
  ],
  pages_turned: [{ pages: [1, 2, 9], inches: '11 x 8.5' }],
  pages_fitted: [{ pages: [3], sheet }],
  pages_shrunk: [{ pages: [1, 2], inches: '8.27 x 11.69', sheet, percent: 94 }],
  links_left_out: [{}],
  attached_files_left_out: [{}],
  form_scripts_left_out: [{}],
  protection_left_out: [{}],
  marks_without_look: [{ pages: [3] }],
  marks_on_screen_only: [
    { pages: [3], marks: ['signature'] },
    { pages: [1, 2], marks: ['typed text', 'stamp'] },
  ],
  fonts_missing: [{ pages: [3] }],
  pages_blank: [{ pages: [1, 2] }],
  blanks_unfilled: [{ marks: ['{{name}}', '[DATE]'] }],
  markup_in_text: [{ markup: 'html' }, { markup: 'markdown' }],
  line_breaks_escaped: [{}],
  columns_by_spaces: [{}],
  front_matter_left_out: [{}],
  lines_joined: [{}, { isHtml: true }],
  cells_left_out: [{}],
  words_invisible: [{}],
  fixed_over_words: [{ element: '<div class="head">' }],
  fax_small_print: [{ pages: [1] }],
  photo_coarse: [{ pixelsPerInch: 100 }],
  fax_gray: [{ pages: [1, 2, 9] }],
  fax_hairlines: [{ pages: [1, 2] }],
  fax_unchecked: [
    { first: 51, last: 51 },
    { first: 51, last: 200 },
  ],
  not_drawn_in_advance: [{ first: 8, last: 30 }],
  flat_envelope: [{ sheets: 7 }],
  page_slow: [
    { first: 2, last: 2 },
    { first: 2, last: 9 },
  ],
};

export const everyWarning = Object.entries(examples).flatMap(([code, each]) =>
  each.map((facts) => ({ code, ...facts }) as Warning),
);
