/** Warnings as sentences for payers, who never see the API request: without field names, and with what to do. */
import { type CorrectedField, faultWords, type OmittedKind, type Warning } from '../../domain/warnings.ts';
import type { PlainSentence, Reader } from '../reader.ts';

/** Splits warnings into doubts and notes. Several warnings may share a sentence, which is shown once. */
export function warningSentences(all: readonly Warning[], reader: Reader) {
  const sentences = (isNote: boolean): readonly string[] => [
    ...new Set(all.filter(({ code }) => noteCodes.has(code) === isNote).map((each) => warningForPayers(each, reader))),
  ];
  return { doubts: sentences(false), notes: sentences(true) };
}

export function warningForPayers(warning: Warning, reader: Reader): string {
  const { say, list } = reader;
  if ('at' in warning) return addressWarningText(warning, reader);
  if (warning.code === 'tax_changed') return taxWarningText(warning, reader);
  if (warning.code === 'check_currency')
    return say(
      warning.currency === 'USD'
        ? 'The check is in US dollars and goes to Canada. The recipient’s bank may charge for it or take longer.'
        : 'The check is in Canadian dollars and goes to the US. The recipient’s bank may charge for it or take longer.',
    );
  if (warning.code === 'check_waits')
    return say(
      'We hold the first checks on a bank account. This one goes to print {hours} hours after you pay. Until then you can cancel it for a full refund.',
      { hours: warning.hours },
    );
  if (warning.code === 'shared_area_code')
    return say('The area code of this fax number serves {provinces}. We charge the tax of {province}.', {
      provinces: list(warning.provinces),
      province: warning.taxedAs,
    });
  const pages = pagesOf(warning, reader);
  const kinds = 'kinds' in warning ? list(warning.kinds.map((kind) => say(kindNames[kind]))) : '';
  const characters = 'input' in warning ? list(Array.from(warning.input)) : '';
  return say(contentSentences[warning.code], { pages, kinds, characters });
}

/** The warnings that are only notes: they don't question the address, the content or the price. */
const noteCodes: ReadonlySet<Warning['code']> = new Set([
  'attached_files_left_out',
  'check_currency',
  'check_waits',
  'flat_envelope',
  'form_scripts_left_out',
  'html_shrunk',
  'links_left_out',
  'pages_fitted',
  'pages_shrunk',
  'pages_turned',
  'protection_left_out',
  'shared_area_code',
  'tax_changed',
] as const);

/** Each warning's sentences about the recipient's address and about the sender's. */
const addressSentences = {
  postal_code_missing: [
    'The recipient’s address has no {code}. Mail without one can arrive late or come back.',
    'The sender’s address has no {code}. Mail that can’t be delivered may not come back.',
  ],
  postal_code_odd: [
    'The recipient’s {code}, {entered}, looks incomplete or wrong.',
    'The sender’s {code}, {entered}, looks incomplete or wrong.',
  ],
  postal_code_elsewhere: [
    'The recipient’s {code}, {entered}, isn’t in {region}.',
    'The sender’s {code}, {entered}, isn’t in {region}.',
  ],
  characters_unprintable: [
    'The name or address of the recipient has characters that may not print: {characters}.',
    'The name or address of the sender has characters that may not print: {characters}.',
  ],
  address_unfilled: [
    'The name or address of the recipient has a part that was not filled in.',
    'The name or address of the sender has a part that was not filled in.',
  ],
  markup_in_address: [
    'The name or address of the recipient has formatting codes, which will print as they are.',
    'The name or address of the sender has formatting codes, which will print as they are.',
  ],
  state_missing: ['The recipient’s address has no state.', 'The sender’s address has no state.'],
  province_missing: ['The recipient’s address has no province.', 'The sender’s address has no province.'],
  state_unknown: [
    'The recipient’s address has a state that doesn’t exist: {entered}.',
    'The sender’s address has a state that doesn’t exist: {entered}.',
  ],
  house_number_missing: ['The recipient’s address has no house number.', 'The sender’s address has no house number.'],
  street_missing: ['The recipient’s address has no street.', 'The sender’s address has no street.'],
  unit_number_missing: [
    'The recipient’s address has a unit but no unit number.',
    'The sender’s address has a unit but no unit number.',
  ],
  box_number_missing: [
    'The recipient’s address has a PO box but no box number.',
    'The sender’s address has a PO box but no box number.',
  ],
} as const;

function addressWarningText(warning: Extract<Warning, { readonly at: string }>, reader: Reader): string {
  const { say, list } = reader;
  if (warning.code === 'address_undeliverable')
    return say('Mail to the recipient’s address may come back: {reasons}.', {
      reasons: list(warning.what.map((fault) => say(faultWords[fault]))),
    });
  const isUS = warning.country === 'US';
  if (warning.code === 'address_corrected') {
    const fieldNames = {
      addressLine1: 'the street',
      addressLine2: 'the unit',
      city: 'the city',
      provinceOrState: isUS ? 'the state' : 'the province',
      postalOrZip: isUS ? 'the ZIP code' : 'the postal code',
    } as const satisfies Record<CorrectedField, PlainSentence>;
    return say('The recipient’s address may have a mistake: {parts}.', {
      parts: list(warning.what.map((field) => say(fieldNames[field]))),
    });
  }
  const regionMissing = isUS ? 'state_missing' : 'province_missing';
  const [ofRecipient, ofSender] = addressSentences[warning.code === 'region_missing' ? regionMissing : warning.code];
  const entered = 'input' in warning ? warning.input : '';
  return say(warning.at.endsWith('.to') ? ofRecipient : ofSender, {
    code: say(isUS ? 'ZIP code' : 'postal code'),
    entered,
    characters: list(Array.from(entered)),
    region: 'region' in warning ? warning.region : '',
  });
}

function taxWarningText(warning: Extract<Warning, { readonly code: 'tax_changed' }>, reader: Reader): string {
  const { say, translate, money } = reader;
  const { label, quotedLabel, currency, totalCents, quotedCents } = warning;
  const total = money(totalCents, currency, 'named');
  const quoted = money(quotedCents, currency, 'named');
  // `HST 13%` → `13% HST`, or `la TVH de 13 %`
  const tax = translate(label.replace(/^(\S+) (\S+)$/, '$2 $1'));
  if (totalCents === quotedCents)
    return say('The recipient’s province determines the tax: {tax}. The total is {total}, as quoted.', { tax, total });
  return say(
    quotedLabel === undefined
      ? 'The price was quoted before the tax was known. Including {tax}, the total is {total}; the quote said {quoted}.'
      : 'The price was quoted with the tax of another province. Including {tax}, the total is {total}; the quote said {quoted}.',
    { tax, total, quoted },
  );
}

const kindNames = {
  images: 'pictures',
  'frames and recordings': 'embedded pages and recordings',
  'form fields': 'form fields',
  'style sheets': 'styles',
  scripts: 'scripts',
} as const satisfies Record<OmittedKind, PlainSentence>;

const leftOut = 'Parts of the document that only work on a screen were left out. Please check that nothing is missing.';
const resized = 'We resized {pages} to fit the sheet. Nothing is cut off.';

const contentSentences = {
  memo_unprintable: 'The memo of the check has characters that may not print: {characters}.',
  payee_without_letters: 'The name of the payee has no letters. A bank may refuse the check.',
  same_order: 'The same order was placed less than two days earlier.',
  field_unknown:
    'We ignored part of this request because we didn’t recognize it. Please check that everything is right.',
  address_zone_used: 'Something is printed at the top of page 1, where the addresses go. They may cover it.',
  address_zone_unchecked: 'We couldn’t check the top of page 1. The addresses may cover what is printed there.',
  scripts_left_out: leftOut,
  shadow_left_out: leftOut,
  html_shrunk: 'The document is wider than the sheet. We’ll print it a little smaller.',
  clipped: 'A part of the document is hidden and won’t print. Please check that nothing is missing.',
  left_out_of_message: 'Only text is printed below a check. Left out of the message: {kinds}.',
  fax_gray: 'A fax is black and white. Gray or colored areas may turn into dots or vanish: {pages}.',
  fax_hairlines: 'A fax is less sharp than print. Thin lines may be lost: {pages}.',
  pages_turned: 'We turned wide pages sideways to fit the sheet: {pages}.',
  pages_fitted: resized,
  pages_shrunk: resized,
  links_left_out: 'We removed the document’s links. They don’t work on paper.',
  attached_files_left_out: 'We don’t print files that are attached to the document.',
  form_scripts_left_out: 'We removed the form’s scripts and buttons. They don’t work on paper.',
  protection_left_out: 'The document was locked against changes. We’ll print an unlocked copy.',
  marks_without_look: 'Comments or drawings may print differently than shown, or not at all: {pages}.',
  marks_on_screen_only:
    'Signatures, typed text or stamps show on screen but aren’t set to print. They’ll be missing on paper: {pages}.',
  fonts_missing: 'A font is missing from the file. Words may look different on paper, or be missing: {pages}.',
  pages_blank: 'Some pages are blank and cost the same as any other: {pages}.',
  blanks_unfilled: 'Parts of a template may not be filled in. Please check for placeholders before you pay.',
  markup_in_text: 'The text has formatting codes, which will print as they are. Please look at every page.',
  line_breaks_escaped: 'Some line breaks are printed as a backslash and an n. Please look at every page.',
  columns_by_spaces: 'The text has columns made with spaces. They may not line up. Please look at every page.',
  front_matter_left_out: 'We don’t print the lines between --- at the beginning.',
  lines_joined: 'Short lines, like those of an address, may be joined into one. Please look at every page.',
  cells_left_out: 'A table row has too many cells. The last ones won’t print.',
  words_invisible: 'Some words are too faint or too small to see on paper. Please check that nothing is missing.',
  fixed_over_words: 'A part of the document is printed on every page and may cover words. Please look at every page.',
  fax_small_print: 'Very small print may be unreadable after a fax: {pages}.',
  web_styles_left_out: 'We left out fonts and styles from the web. Please look at every page.',
  photo_coarse: 'The picture’s resolution is low. Small print may be hard to read on paper.',
  fax_unchecked: 'A fax may lose gray areas and thin lines. We didn’t check these pages for them: {pages}.',
  not_drawn_in_advance: 'The document takes a long time to display. Please look closely before you pay: {pages}.',
  flat_envelope: 'A letter this long is mailed flat in a large envelope, at the same price.',
  page_slow: 'The document takes a long time to display, and a picture may be missing. Please open the PDF: {pages}.',
} as const;

/** `page 3`, `pages 1 and 3`, `pages 8 to 30` */
function pagesOf(warning: Warning, reader: Reader): string {
  const { say, list } = reader;
  if ('first' in warning && warning.last > warning.first)
    return say('pages {first} to {last}', { first: warning.first, last: warning.last });
  const several = 'pages' in warning ? warning.pages : [];
  const pages = 'first' in warning ? [warning.first] : several;
  return pages.length === 1
    ? say('page {number}', { number: pages[0] ?? 1 })
    : say('pages {numbers}', { numbers: list(pages.map(String)) });
}
