/** One warning for each code and for each sentence that a code can have. */
import { type AddressFault, faultWords, type Warning } from '../../../shared/domain/warnings.ts';

const sheet = { sizeName: 'US Letter', widthIn: 8.5, heightIn: 11 };

/** The warning for a recipient and a sender in each country. */
const atEveryAddress = <T extends object>(facts: T) =>
  (['letter.to', 'check.from'] as const).flatMap((at) =>
    (['US', 'CA'] as const).map((country) => ({ ...facts, at, country })),
  );

/** The same for a warning whose sentence is the same in both countries. */
const atEitherEnd = <T extends object>(facts: T) => [
  { ...facts, at: 'letter.to', country: 'CA' } as const,
  { ...facts, at: 'check.from', country: 'US' } as const,
];

/** By code: a code without an example doesn't compile. */
const examples: Readonly<Record<Warning['code'], readonly Warning[]>> = {
  postal_code_missing: atEveryAddress({ code: 'postal_code_missing' } as const),
  postal_code_odd: atEveryAddress({ code: 'postal_code_odd', input: '1220' } as const),
  region_missing: atEveryAddress({ code: 'region_missing' } as const),
  state_unknown: atEveryAddress({ code: 'state_unknown', input: 'ZZ' } as const),
  postal_code_elsewhere: atEveryAddress({ code: 'postal_code_elsewhere', input: 'H2X 1Y4', region: 'ON' } as const),
  memo_unprintable: [{ code: 'memo_unprintable', input: '房' }],
  payee_without_letters: [{ code: 'payee_without_letters' }],
  characters_unprintable: atEveryAddress({ code: 'characters_unprintable', input: '🎂é' } as const),
  address_unfilled: atEitherEnd({ code: 'address_unfilled' } as const),
  markup_in_address: atEitherEnd({ code: 'markup_in_address' } as const),
  house_number_missing: atEitherEnd({ code: 'house_number_missing' } as const),
  street_missing: atEitherEnd({ code: 'street_missing' } as const),
  unit_number_missing: atEitherEnd({ code: 'unit_number_missing' } as const),
  box_number_missing: atEitherEnd({ code: 'box_number_missing' } as const),
  address_corrected: (['US', 'CA'] as const).map((country) => ({
    code: 'address_corrected',
    at: 'letter.to',
    country,
    what: ['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'],
  })),
  address_undeliverable: [
    { code: 'address_undeliverable', at: 'check.to', what: Object.keys(faultWords) as AddressFault[] },
  ],
  field_unknown: [
    { code: 'field_unknown', holder: 'letter.to', name: 'zip', meant: 'postalOrZip' },
    { code: 'field_unknown', holder: undefined, name: undefined },
    { code: 'field_unknown', holder: 'letter', name: 'color', decidedByQuote: true },
  ],
  check_currency: [
    { code: 'check_currency', currency: 'USD', country: 'CA' },
    { code: 'check_currency', currency: 'CAD', country: 'US' },
  ],
  check_waits: [{ code: 'check_waits', hours: 24 }],
  shared_area_code: [{ code: 'shared_area_code', provinces: ['NS', 'PE'], taxedAs: 'NS' }],
  tax_changed: (
    [
      [undefined, 615],
      ['GST 5%', 646],
      ['HST 15%', 695],
    ] as const
  ).map(([quotedLabel, quotedCents]) => ({
    code: 'tax_changed',
    currency: 'CAD',
    label: 'HST 13%',
    totalCents: 695,
    quotedLabel,
    quotedCents,
  })),
  same_order: [
    { code: 'same_order' },
    { code: 'same_order', earlier: { minutesAgo: 2, status: 'paid' }, hasNoKey: true },
  ],
  address_zone_used: [{ code: 'address_zone_used' }],
  address_zone_unchecked: [{ code: 'address_zone_unchecked' }],
  scripts_left_out: [{ code: 'scripts_left_out' }],
  shadow_left_out: [{ code: 'shadow_left_out' }],
  web_styles_left_out: [{ code: 'web_styles_left_out' }],
  html_shrunk: [{ code: 'html_shrunk', percent: 97 }],
  clipped: [{ code: 'clipped', element: '<div class="box">' }],
  left_out_of_message: [
    {
      code: 'left_out_of_message',
      kinds: ['images', 'frames and recordings', 'form fields', 'style sheets', 'scripts'],
      field: 'check.message',
    },
  ],
  pages_turned: [{ code: 'pages_turned', pages: [1, 2, 9], inches: '11 x 8.5' }],
  pages_fitted: [{ code: 'pages_fitted', pages: [3], sheet }],
  pages_shrunk: [{ code: 'pages_shrunk', pages: [1, 2], inches: '8.27 x 11.69', sheet, percent: 94 }],
  links_left_out: [{ code: 'links_left_out' }],
  attached_files_left_out: [{ code: 'attached_files_left_out' }],
  form_scripts_left_out: [{ code: 'form_scripts_left_out' }],
  protection_left_out: [{ code: 'protection_left_out' }],
  marks_without_look: [{ code: 'marks_without_look', pages: [3] }],
  marks_on_screen_only: [
    { code: 'marks_on_screen_only', pages: [3], marks: ['signature'] },
    { code: 'marks_on_screen_only', pages: [1, 2], marks: ['typed text', 'stamp'] },
  ],
  fonts_missing: [{ code: 'fonts_missing', pages: [3] }],
  pages_blank: [{ code: 'pages_blank', pages: [1, 2] }],
  blanks_unfilled: [{ code: 'blanks_unfilled', marks: ['{{name}}', '[DATE]'] }],
  markup_in_text: [
    { code: 'markup_in_text', markup: 'html' },
    { code: 'markup_in_text', markup: 'markdown' },
  ],
  line_breaks_escaped: [{ code: 'line_breaks_escaped' }],
  columns_by_spaces: [{ code: 'columns_by_spaces' }],
  front_matter_left_out: [{ code: 'front_matter_left_out' }],
  lines_joined: [{ code: 'lines_joined' }, { code: 'lines_joined', isHtml: true }],
  cells_left_out: [{ code: 'cells_left_out' }],
  words_invisible: [{ code: 'words_invisible' }],
  fixed_over_words: [{ code: 'fixed_over_words', element: '<div class="head">' }],
  fax_small_print: [{ code: 'fax_small_print', pages: [1] }],
  photo_coarse: [{ code: 'photo_coarse', pixelsPerInch: 100 }],
  fax_gray: [{ code: 'fax_gray', pages: [1, 2, 9] }],
  fax_hairlines: [{ code: 'fax_hairlines', pages: [1, 2] }],
  fax_unchecked: [
    { code: 'fax_unchecked', first: 51, last: 51 },
    { code: 'fax_unchecked', first: 51, last: 200 },
  ],
  not_drawn_in_advance: [{ code: 'not_drawn_in_advance', first: 8, last: 30 }],
  flat_envelope: [{ code: 'flat_envelope', sheets: 7 }],
  page_slow: [
    { code: 'page_slow', first: 2, last: 2 },
    { code: 'page_slow', first: 2, last: 9 },
  ],
};

export const everyWarning: readonly Warning[] = Object.values(examples).flat();
