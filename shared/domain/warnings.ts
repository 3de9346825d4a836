/** Warnings about an order: a code, the facts that its sentences need, and the sentences for API clients. */
import { type Country, type Currency, formatMoney } from './money.ts';
import { ownFile } from './refusal.ts';
import { listOf } from './text.ts';

/** The fields of an address that a correction may change. */
export type CorrectedField = 'addressLine1' | 'addressLine2' | 'city' | 'provinceOrState' | 'postalOrZip';

/** Why mail might not arrive, for clients and payers. `not_found`: the postal service doesn't say what is wrong. */
export const faultWords = {
  number_missing: 'the house number is missing',
  number_unknown: 'the street has no such number',
  street_unknown: 'the street is not known there',
  unit_missing: 'the building has several units, but the address has no unit number',
  unit_unknown: 'the building has no such unit',
  place_unknown: 'the city and the postal code do not match',
  not_found: 'the postal service has no record of this address',
} as const;
export type AddressFault = keyof typeof faultWords;

/** `at`: the path of the address in the request, `letter.to`; `address` in a request that only checks one. */
export interface AboutAddress {
  readonly at: `${string}.${'to' | 'from'}` | 'address';
  readonly country: Country;
}

/** The facts about an identical order that someone with the same quote may learn. */
export interface EarlierOrder {
  readonly minutesAgo: number;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled';
}

export type Warning =
  /** A field that is not in the request's schema was ignored. */
  | {
      readonly code: 'field_unknown';
      /** The path of the object that holds it; `undefined` for the body. */
      readonly holder: string | undefined;
      /** `undefined` if the name is not safe to repeat. */
      readonly name: string | undefined;
      /** The field that the sender probably meant: its name in the same object, or its path. */
      readonly meant?: string | undefined;
      /** An option of the quote, in the request of a job. */
      readonly decidedByQuote?: true;
    }
  /** There was an identical order. `earlier`: missing if it came from the same network, but not the same quote. */
  | { readonly code: 'same_order'; readonly earlier?: EarlierOrder | undefined; readonly hasNoKey?: true | undefined }
  | ({
      readonly code: 'postal_code_missing' | 'region_missing' | 'address_unfilled' | 'markup_in_address';
    } & AboutAddress)
  | ({
      readonly code: 'house_number_missing' | 'street_missing' | 'unit_number_missing' | 'box_number_missing';
    } & AboutAddress)
  | ({ readonly code: 'postal_code_odd' | 'state_unknown'; readonly input: string } & AboutAddress)
  | ({ readonly code: 'postal_code_elsewhere'; readonly input: string; readonly region: string } & AboutAddress)
  /** `input`: the characters that might not print. */
  | ({ readonly code: 'characters_unprintable'; readonly input: string } & AboutAddress)
  /** The result of checking the recipient's address. The suggestion itself is in `AddressCheck`. */
  | ({ readonly code: 'address_corrected'; readonly what: readonly CorrectedField[] } & AboutAddress)
  | ({ readonly code: 'address_undeliverable'; readonly what: readonly AddressFault[] } & Pick<AboutAddress, 'at'>)
  /** `input`: the characters that might not print. */
  | { readonly code: 'memo_unprintable'; readonly input: string }
  | { readonly code: 'payee_without_letters' }
  | { readonly code: 'check_currency'; readonly currency: Currency; readonly country: Country }
  /** The bank account is not proven yet, so the check waits this long after its payment. */
  | { readonly code: 'check_waits'; readonly hours: number }
  | { readonly code: 'shared_area_code'; readonly provinces: readonly string[]; readonly taxedAs: string }
  /** The tax differs from the quote's, so the total may differ from the approved one. */
  | {
      readonly code: 'tax_changed';
      readonly currency: Currency;
      readonly totalCents: number;
      readonly quotedCents: number;
      /** The tax and its rate, `HST 13%`. */
      readonly label: string;
      /** The quote's tax and rate, if it had any. */
      readonly quotedLabel: string | undefined;
    }
  | { readonly code: 'address_zone_used' | 'address_zone_unchecked' }
  | { readonly code: 'scripts_left_out' | 'shadow_left_out' | 'web_styles_left_out' }
  /** `percent`: the printed size, in percent of the author's. */
  | { readonly code: 'html_shrunk'; readonly percent: number }
  /** `element`: its tag, as the author wrote it. */
  | { readonly code: 'clipped'; readonly element: string }
  /** `field`: the path of the message in the request. */
  | { readonly code: 'left_out_of_message'; readonly kinds: readonly OmittedKind[]; readonly field?: string }
  | { readonly code: 'fax_gray' | 'fax_hairlines' | 'fax_small_print'; readonly pages: readonly number[] }
  /** Pages of a PDF had another size, and `fit_page` shrank them. */
  | {
      readonly code: 'pages_shrunk';
      readonly pages: readonly number[];
      /** The size of the first of them. */
      readonly inches: string;
      readonly sheet: SheetSize;
      readonly percent: number;
    }
  | { readonly code: 'pages_turned'; readonly pages: readonly number[]; readonly inches: string }
  | { readonly code: 'pages_fitted'; readonly pages: readonly number[]; readonly sheet: SheetSize }
  | { readonly code: 'links_left_out' | 'attached_files_left_out' | 'form_scripts_left_out' | 'protection_left_out' }
  /** Annotations on these pages have no appearance, so programs draw them differently, or not at all. */
  | { readonly code: 'marks_without_look'; readonly pages: readonly number[] }
  /** These pages show something on screen that is not printed. */
  | { readonly code: 'marks_on_screen_only'; readonly pages: readonly number[]; readonly marks: readonly ScreenMark[] }
  /** These pages use a font that is not in the file. */
  | { readonly code: 'fonts_missing'; readonly pages: readonly number[] }
  | { readonly code: 'pages_blank'; readonly pages: readonly number[] }
  /** `marks`: the first placeholders that were not filled in, as the author wrote them. */
  | { readonly code: 'blanks_unfilled'; readonly marks: readonly string[] }
  | { readonly code: 'markup_in_text'; readonly markup: 'html' | 'markdown' }
  | { readonly code: 'line_breaks_escaped' | 'columns_by_spaces' }
  /** Markdown leaves out or joins lines or cells, probably against the author's intention. */
  | { readonly code: 'front_matter_left_out' | 'cells_left_out' }
  | { readonly code: 'lines_joined'; readonly isHtml?: true }
  | { readonly code: 'words_invisible' }
  /** `element`: its tag, as the author wrote it. */
  | { readonly code: 'fixed_over_words'; readonly element: string }
  | { readonly code: 'photo_coarse'; readonly pixelsPerInch: number }
  /** Pages `first` to `last`, counted from 1. `page_slow`: `first` takes too long to draw, so the others were not tried. */
  | {
      readonly code: 'fax_unchecked' | 'not_drawn_in_advance' | 'page_slow';
      readonly first: number;
      readonly last: number;
    }
  /** It has too many sheets to be folded. */
  | { readonly code: 'flat_envelope'; readonly sheets: number };

/** The size of a sheet, upright, in inches. */
export interface SheetSize {
  /** `US Letter` */
  readonly sizeName: string;
  readonly widthIn: number;
  readonly heightIn: number;
}

/** The kinds of marks that a page may show on screen and not on paper. */
export type ScreenMark = 'signature' | 'filled-in field' | 'typed text' | 'stamp' | 'drawing';

/** Kinds of content that are left out of a check's message. */
export type OmittedKind = 'images' | 'frames and recordings' | 'form fields' | 'style sheets' | 'scripts';

/** Without `earlier`, because only the network is the same, the sentence has no time or status. */
export const sameOrderSentence = (earlier: EarlierOrder | undefined): string => {
  const ago = (minutes: number) => {
    if (minutes < 1) return 'less than a minute ago';
    const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
    return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  };
  const states = { awaiting_payment: 'is awaiting payment', paid: 'is paid', fulfilled: 'is with our partner' };
  const facts = earlier ? `${ago(earlier.minutesAgo)} and ${states[earlier.status]}` : 'earlier from your network';
  return `An order with the same content and recipient was made ${facts}: ask the user whether they want both; if not, cancel the one that they don't want.`;
};

/** A sentence for each code, or a function that makes it from the warning's facts. */
const sentences: {
  readonly [Code in Warning['code']]: string | ((warning: Warning & { readonly code: Code }) => string);
} = {
  field_unknown: (warning) => unknownFieldSentence(warning, ' and was ignored'),
  same_order: ({ earlier, hasNoKey }) =>
    `${sameOrderSentence(earlier)} If they do, this job is the second copy: do not create another.${hasNoKey ? ' No idempotency_key was sent: a retry of this request makes another order.' : ''}`,
  postal_code_missing: ({ at }) => `${at}.postalOrZip is missing: mail without it may be late or returned.`,
  postal_code_odd: ({ at, country }) =>
    `${at}.postalOrZip does not look like a ${country === 'US' ? 'US ZIP code (12345 or 12345-6789)' : 'Canadian postal code (K1A 0B1)'}: please check it.`,
  postal_code_elsewhere: ({ at, country, region }) =>
    `${at}.postalOrZip belongs to a ${country === 'US' ? 'state' : 'province'} other than ${region}: please check both.`,
  characters_unprintable: ({ at, input }) =>
    `${at} has characters that may not print (${codePoints(input)}): write the name and the address in Latin letters.`,
  region_missing: ({ at }) => `${at}.provinceOrState is missing: mail without it may be late or returned.`,
  house_number_missing: ({ at }) => `${at}.addressLine1 has no house number: please check it.`,
  street_missing: ({ at }) => `${at}.addressLine1 has a number but no street: please check it.`,
  unit_number_missing: ({ at }) => `${at} has a unit without a number: please check it.`,
  box_number_missing: ({ at }) => `${at} has a PO box without a number: please check it.`,
  address_unfilled: ({ at }) => `${at} has a part that was not filled in, such as [City] or null: ask the user for it.`,
  markup_in_address: ({ at }) =>
    `${at} has Markdown, HTML or a literal \\n, which prints exactly as sent: send plain text, one line in each field.`,
  state_unknown: ({ at }) => `${at}.provinceOrState is not a state of the US: please check it.`,
  address_corrected: ({ at, what }) =>
    `${at} may have a mistake in ${listOf(what)}: compare it with the suggestion. Nothing was changed: ask the user which one is right.`,
  address_undeliverable: ({ at, what }) =>
    `${at}: mail may come back, because ${listOf(what.map((fault) => faultWords[fault]))}. Ask the user to check it before paying.`,
  memo_unprintable: ({ input }) =>
    `check.memo has characters that may not print (${codePoints(input)}): write it in Latin letters.`,
  payee_without_letters: 'check.to has a name without letters: a bank may refuse the check. Please check the name.',
  check_currency: ({ country, currency }) =>
    `The check is drawn in ${currency}, the currency of the bank account, and goes to ${country}: the payee's bank may charge for it or take longer.`,
  check_waits: ({ hours }) =>
    `The first checks on a bank account are held: this one goes to print ${hours} hours after its payment, so that the owner of the account can stop it. Until then it can be canceled for a full refund.`,
  shared_area_code: ({ provinces, taxedAs }) =>
    `The area code serves ${provinces.join(' and ')}: we charge the tax of ${taxedAs}. Send fax.province_or_state if the number is elsewhere.`,
  tax_changed: ({ label, quotedLabel = 'none', currency, totalCents, quotedCents }) => {
    const quoted =
      totalCents === quotedCents ? ', as the quote said' : `; the quote said ${formatMoney(quotedCents, currency)}`;
    return `The recipient's province decides the tax: it is ${label}, and the quote had ${quotedLabel}. The total is ${formatMoney(totalCents, currency)}${quoted}.`;
  },
  address_zone_used:
    'Something is printed in the top 3 inches of page 1, where the print partner stamps the addresses: it may be covered. Request a quote with address_page true: both addresses are then on a separate page in front. Or leave the first 3 inches free.',
  address_zone_unchecked:
    'Page 1 takes so long to draw that its top 3 inches could not be checked: make sure that nothing is printed there, or request a quote with address_page true.',
  scripts_left_out: 'Scripts do not run on paper: the <script> elements were left out.',
  shadow_left_out:
    'A browser shows the content of <template shadowrootmode>, but the printed document leaves it out: put it into the text itself.',
  web_styles_left_out:
    'The HTML links to a font or a style sheet on the web. Nothing is fetched for print, so they are left out: put the rules into a <style> element, and embed a font as a data: URI.',
  html_shrunk: ({ percent }) =>
    `The HTML is a little wider than the column: it is printed at ${percent}% of its size. Make it narrower to print it at full size.`,
  clipped: ({ element }) => `${element} hides a part of its content (overflow: hidden): that part is not printed.`,
  left_out_of_message: ({ field, kinds }) =>
    `${field === undefined ? '' : `${field}: `}Only text is printed under a check. Left out of the message: ${kinds.join(', ')}.`,
  fax_gray: ({ pages }) =>
    `${pagesHave(pages)} gray or colored areas: a fax is black and white, so they may come out as dots or vanish.`,
  fax_hairlines: ({ pages }) =>
    `${pagesHave(pages)} lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.`,
  fax_small_print: ({ pages }) =>
    `${pagesHave(pages)} print smaller than 6 points: a fax may make it unreadable. Use a larger size.`,
  pages_turned: ({ pages, inches }) =>
    pagesDo(
      pages,
      `is landscape (${inches} inches): it is rotated to fit the upright sheet.`,
      `are landscape (page ${pages[0]}: ${inches} inches): they are rotated to fit the upright sheet.`,
    ),
  pages_fitted: ({ pages, sheet: { sizeName } }) =>
    `${pagesDo(pages, `is not exactly ${sizeName}: it is`, `are not exactly ${sizeName}: they are`)} printed at full size in the middle of the sheet, with nothing cut off.`,
  pages_shrunk: ({ pages, inches, sheet: { sizeName }, percent }) =>
    pagesDo(
      pages,
      `is ${inches} inches, not ${sizeName}: it is printed in the middle of the sheet, at ${percent}% of its size, with nothing cut off, as fit_page asks.`,
      `are not ${sizeName} (page ${pages[0]}: ${inches} inches): they are printed in the middle of the sheet, at ${percent}% of their size or more, with nothing cut off, as fit_page asks.`,
    ),
  links_left_out:
    'Links to anything other than a page, a website or an email address were taken out of the PDF: they do nothing on paper.',
  attached_files_left_out:
    'Files that are attached to the PDF are not printed and were taken out: send them separately if they are needed.',
  form_scripts_left_out:
    'Scripts, buttons that send or start something, and other actions were taken out of the PDF: they do nothing on paper. Its pages look as before.',
  protection_left_out:
    'The PDF opens without a password but is protected against changes: it is printed from a copy without that protection.',
  marks_without_look: ({ pages }) =>
    `${pagesHave(pages)} comments or drawings without an appearance: each program draws them differently, or not at all. Print the file to a new PDF if they matter.`,
  marks_on_screen_only: ({ pages, marks }) =>
    `${pagesDo(pages, 'shows', 'show')} something on screen that the file leaves out of print (${marks.join(', ')}). Print the file to a new PDF if it should be printed.`,
  fonts_missing: ({ pages }) =>
    `${pagesDo(pages, 'uses', 'use')} a font that is not in the file: the text may be printed in another font, or not at all. Save the PDF with its fonts embedded.`,
  pages_blank: ({ pages }) =>
    `${pagesHave(pages)} nothing on ${pages.length === 1 ? 'it' : 'them'}, and a blank page costs as much as any other: take it out unless you want it.`,
  blanks_unfilled: ({ marks }) =>
    `Template placeholders may not have been filled in${marks.length === 0 ? '' : `: ${marks.join(', ')}`}. Replace them if so. HTML and Markdown don't print a word in angle brackets.`,
  markup_in_text: ({ markup }) =>
    markup === 'html'
      ? 'The text has HTML tags, and text is printed exactly as sent: send it as html to print it formatted.'
      : 'The text has Markdown marks, and text is printed exactly as sent: send it as markdown to print it formatted.',
  line_breaks_escaped:
    'The content has a backslash and an n where a line break was probably meant: they print as these two characters. Send real line breaks.',
  columns_by_spaces:
    'The text has columns made with spaces or tabs, which do not line up in a proportional font: send a table as markdown or html.',
  front_matter_left_out:
    'The Markdown begins with front matter (fields between two lines of ---): it is left out. Put what should be printed below it.',
  lines_joined: ({ isHtml }) =>
    isHtml
      ? 'The html has no tags, so its lines are joined into one paragraph: send it as text or markdown.'
      : 'Lines of the Markdown, such as those of an address or of a list with (a) and (b), are joined into one: end each with a backslash (or two spaces) to keep its break.',
  cells_left_out:
    'A row of a table in the Markdown has more cells than the header: the extra cells are dropped. Add cells to the header, or write a | within a cell as \\|.',
  words_invisible:
    'Some words are white, transparent, too small or too close to their background’s color to be seen on paper: give them another color or a larger size, or take them out.',
  fixed_over_words: ({ element }) =>
    `${element} is fixed (position: fixed): it is printed on every page, on top of the text there. Remove the position to print it once.`,
  photo_coarse: ({ pixelsPerInch }) =>
    `The picture has ${pixelsPerInch} pixels per inch on paper: small letters may be hard to read. Take it again, closer or with more pixels.`,
  fax_unchecked: (warning) =>
    `${pagesWere(warning)} not checked for gray areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.`,
  not_drawn_in_advance: (warning) =>
    `${pagesWere(warning)} not drawn in advance, because the document takes too long: check them on the pay page before you pay.`,
  flat_envelope: ({ sheets }) =>
    `The letter has ${sheets} sheets: it is mailed unfolded, in a large flat envelope. The price includes that.`,
  page_slow: ({ first, last }) =>
    `Page ${first} takes so long to draw that the pay page may not show it. Make it simpler.${first === last ? '' : ' The pages after it were not tried.'}`,
};

/** `verdict`: empty in a refusal, because then nothing was ignored. */
export function unknownFieldSentence(
  { holder, name, meant, decidedByQuote }: Extract<Warning, { readonly code: 'field_unknown' }>,
  verdict: '' | ' and was ignored',
): string {
  const field =
    name === undefined
      ? `${holder ?? 'The body'} has a field that this request does not take${verdict}`
      : `${holder === undefined ? name : `${holder}.${name}`} is not a field of this request${verdict}`;
  if (decidedByQuote) return `${field}: the quote decides it.`;
  if (meant === undefined) return `${field}.`;
  return `${field}: did you mean ${meant}?${meant.endsWith('pdf_url') ? ` ${ownFile}` : ''}`;
}

export function sentenceForCallers(warning: Warning): string {
  const sentence = sentences[warning.code] as string | ((warning: Warning) => string);
  return typeof sentence === 'function' ? sentence(warning) : sentence;
}

/**
 * Assistants get no placeholders or tags: they are the author's text, which an assistant might take for instructions. People
 * need them to find the place.
 */
export function sentencesForCallers(warnings: readonly Warning[], isAssistant = false): string[] {
  return warnings.map((warning) => {
    if (!isAssistant) return sentenceForCallers(warning);
    if (warning.code === 'blanks_unfilled') return sentenceForCallers({ ...warning, marks: [] });
    return sentenceForCallers('element' in warning ? { ...warning, element: 'An element' } : warning);
  });
}

/** `U+1F382, U+2615`, because assistants must not get the author's text. */
const codePoints = (characters: string): string =>
  Array.from(characters, (character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `U+${point}`;
  }).join(', ');

const pagesWere = ({ first, last }: { readonly first: number; readonly last: number }): string =>
  first === last ? `Page ${first} was` : `Pages ${first} to ${last} were`;

/** "Page 3 has", "Pages 1 and 3 have", "Pages 1, 2, 3, 4, 5, 6 and 12 more have". */
function pagesDo(pages: readonly number[], one: string, several: string): string {
  if (pages.length === 1) return `Page ${pages[0]} ${one}`;
  const named = pages.slice(0, 6).map(String);
  if (pages.length > 6) named.push(`${pages.length - 6} more`);
  return `Pages ${listOf(named)} ${several}`;
}

const pagesHave = (pages: readonly number[]): string => pagesDo(pages, 'has', 'have');
