/** The sentences of warnings for callers. Each names the field and the cure. */

import { unknownFieldSentence } from '../fields.ts';
import { formatMoney } from '../money.ts';
import { listOf } from '../text.ts';
import type { EarlierOrder, Warning } from './warning.ts';
import { faultWords } from './warning.ts';

/** Without `earlier`, only the network is the same, and neither time nor state is said. */
export const sameOrderSentence = (earlier: EarlierOrder | undefined): string => {
  const ago = (minutes: number) => {
    if (minutes < 1) return 'less than a minute ago';
    const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
    return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  };
  const states = { awaiting_payment: 'waits for its payment', paid: 'is paid', fulfilled: 'is with our partner' };
  const facts = earlier ? `${ago(earlier.minutesAgo)} and ${states[earlier.status]}` : 'before from your network';
  return `An equal order was made ${facts}: ask the user whether they want a second copy; if not, cancel this job.`;
};

/** A sentence, or a function that makes one from the warning's facts. */
const sentences: {
  readonly [Code in Warning['code']]: string | ((warning: Warning & { readonly code: Code }) => string);
} = {
  field_unknown: (warning) => unknownFieldSentence(warning, ' and was ignored'),
  same_order: ({ earlier, hasNoKey }) =>
    `${sameOrderSentence(earlier)} If it is, another_copy: true says so with the next one.${hasNoKey ? ' No idempotency_key was sent: a retry of this request makes another order.' : ''}`,
  postal_code_missing: ({ at }) => `${at}.postalOrZip is missing: mail without it may be late or returned.`,
  postal_code_odd: ({ at, country }) =>
    `${at}.postalOrZip does not look like a ${country === 'US' ? 'US ZIP code (12345 or 12345-6789)' : 'Canadian postal code (K1A 0B1)'}: please check it.`,
  postal_code_elsewhere: ({ at, country, region }) =>
    `${at}.postalOrZip belongs to another ${country === 'US' ? 'state' : 'province'} than ${region}: please check both.`,
  characters_unprintable: ({ at, input }) =>
    `${at} has characters that may not print (${codePoints(input)}): write the name and the address in Latin letters.`,
  region_missing: ({ at }) => `${at}.provinceOrState is missing: mail without it may be late or returned.`,
  house_number_missing: ({ at }) => `${at}.addressLine1 has no house number: please check it.`,
  street_missing: ({ at }) => `${at}.addressLine1 has a number and no street: please check it.`,
  unit_number_missing: ({ at }) => `${at} names a unit without its number: please check it.`,
  box_number_missing: ({ at }) => `${at} names a PO box without its number: please check it.`,
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
    `The first checks on a bank account wait: this one goes to print ${hours} hours after its payment, so that the owner of the account can stop it. Until then cancelling returns all money.`,
  shared_area_code: ({ provinces, taxedAs }) =>
    `The area code serves ${provinces.join(' and ')}: the tax is that of ${taxedAs}. Send fax.province_or_state if the number is elsewhere.`,
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
    'A browser shows the content of <template shadowrootmode>, but the letter leaves it out: put it into the text itself.',
  web_styles_left_out:
    'The HTML asks the web for a font or a style sheet. Nothing is fetched for print, so it is set without: put the rules into a <style> element, and embed a font as a data: URI.',
  html_shrunk: ({ percent }) =>
    `The HTML is a little wider than the column: it is printed at ${percent} % of its size. Make it narrower to print it at full size.`,
  clipped: ({ element }) => `${element} hides a part of its content (overflow: hidden): that part is not on the paper.`,
  left_out_of_message: ({ field, kinds }) =>
    `${field === undefined ? '' : `${field}: `}Only text is printed under a check. Left out of the message: ${kinds.join(', ')}.`,
  fax_grey: ({ pages }) =>
    `${pagesHave(pages)} gray or colored areas: a fax is black and white, they may come out as dots or vanish.`,
  fax_hairlines: ({ pages }) =>
    `${pagesHave(pages)} lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.`,
  fax_small_print: ({ pages }) =>
    `${pagesHave(pages)} print smaller than 6 points: a fax may make it unreadable. Set it larger.`,
  pages_turned: ({ pages, inches }) =>
    pages.length === 1
      ? `Page ${pages[0]} lies on its side (${inches} inches): it is printed turned by a quarter onto the upright sheet.`
      : `Pages ${listOf(namedPages(pages))} lie on their side (page ${pages[0]}: ${inches} inches): they are printed turned by a quarter onto the upright sheet.`,
  pages_fitted: ({ pages, sheet }) =>
    `${pagesHave(pages)} no size, or one that is slightly off: ${pages.length === 1 ? 'it is' : 'they are'} printed at full size in the middle of ${sheet.sizeName}, with nothing cut off.`,
  pages_shrunk: ({ pages, inches, sheet, percent }) =>
    pages.length === 1
      ? `Page ${pages[0]} is ${inches} inches, not ${sheet.sizeName}: it is printed in the middle of the sheet, at ${percent} % of its size, with nothing cut off, as fit_page asks.`
      : `Pages ${listOf(namedPages(pages))} are not ${sheet.sizeName} (page ${pages[0]}: ${inches} inches): they are printed in the middle of the sheet, at ${percent} % of their size or more, with nothing cut off, as fit_page asks.`,
  links_left_out:
    'Links to anything but a page, the web or an email were taken out of the PDF: they do nothing on paper.',
  attached_files_left_out:
    'Files that are attached to the PDF are not printed and were taken out: send them by themselves if they are needed.',
  form_scripts_left_out:
    'Scripts, buttons that send or start something, and other actions were taken out of the PDF: they do nothing on paper. Its pages look as before.',
  protection_left_out:
    'The PDF opens without a password but is protected against changes: it is printed from a copy without that protection.',
  marks_without_look: ({ pages }) =>
    `${pagesHave(pages)} comments or drawings without a look of their own: each program draws them in its own way, or not at all. Print the file to a new PDF if they matter.`,
  marks_on_screen_only: ({ pages, marks }) =>
    `${pages.length === 1 ? `Page ${pages[0]} shows` : `Pages ${listOf(namedPages(pages))} show`} something on screen that the file leaves out of print (${marks.join(', ')}). Print the file to a new PDF if it belongs in the letter.`,
  fonts_missing: ({ pages }) =>
    `${pages.length === 1 ? `Page ${pages[0]} uses` : `Pages ${listOf(namedPages(pages))} use`} a font that is not in the file: its words may be printed in another font, or not at all. Save the PDF with its fonts embedded.`,
  pages_blank: ({ pages }) =>
    `${pagesHave(pages)} nothing on ${pages.length === 1 ? 'it' : 'them'}, and a blank page costs like any other: take it out unless it is meant.`,
  blanks_unfilled: ({ marks }) =>
    `Blanks of a template are printed as they are${marks.length === 0 ? '' : `: ${marks.join(', ')}`}. Fill them in if they were meant to be replaced.`,
  markup_in_text: ({ markup }) =>
    markup === 'html'
      ? 'The text has HTML tags, and text is printed exactly as sent: send it as html to print it formatted.'
      : 'The text has Markdown marks, and text is printed exactly as sent: send it as markdown to print it formatted.',
  line_breaks_escaped:
    'The content has a backslash and an n where a line break was probably meant: they print as these two characters. Send real line breaks.',
  columns_by_spaces:
    'The text has columns made with spaces or tabs, which stand crooked in a proportional font: send a table as markdown or html.',
  front_matter_left_out:
    'The Markdown begins with front matter (fields between two lines of ---): it is left out. Put what belongs in the letter below it.',
  lines_joined:
    'Short lines of the Markdown are joined into one, as of an address: end each with a backslash (or two spaces) to keep its break.',
  cells_left_out:
    'A row of a table in the Markdown has more cells than its head: the extra cells are dropped. Give the head as many, or write a | within a cell as \\|.',
  words_invisible:
    'Some words are white, almost white, transparent or too small to be seen on paper: give them a darker color or a larger size, or take them out.',
  fixed_over_words: ({ element }) =>
    `${element} is fixed (position: fixed): it is printed on every page, over the words that stand there. Take the position out to print it once.`,
  photo_coarse: ({ pixelsPerInch }) =>
    `The picture has ${pixelsPerInch} pixels to the inch on paper: small letters may be hard to read. Take it again, closer or with more pixels.`,
  fax_unchecked: (warning) =>
    `${pagesWere(warning)} not checked for gray areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.`,
  not_drawn_in_advance: (warning) =>
    `${pagesWere(warning)} not drawn in advance, because the document takes long: look there on the pay page before you pay.`,
  flat_envelope: ({ sheets }) =>
    `The letter has ${sheets} sheets: it is mailed unfolded, in a large flat envelope. The price says so already.`,
  page_slow: ({ first, last }) =>
    `Page ${first} takes so long to draw that the pay page may not show it. Make it simpler.${first === last ? '' : ' The pages after it were not tried.'}`,
};

export function sentenceForCallers(warning: Warning): string {
  const sentence = sentences[warning.code] as string | ((warning: Warning) => string);
  return typeof sentence === 'function' ? sentence(warning) : sentence;
}

/**
 * An assistant might take words for instructions that the author of the content chose, so it gets no blanks and no names of
 * elements. They help a person to find the place.
 */
export function warningSentences(warnings: readonly Warning[], isAssistant = false): string[] {
  return warnings.map((warning) => {
    if (!isAssistant) return sentenceForCallers(warning);
    if (warning.code === 'blanks_unfilled') return sentenceForCallers({ ...warning, marks: [] });
    return sentenceForCallers('element' in warning ? { ...warning, element: 'An element' } : warning);
  });
}

/** `U+1F382, U+2615`: assistants don't get text that is printed. */
const codePoints = (characters: string): string =>
  Array.from(characters, (character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `U+${point}`;
  }).join(', ');

const pagesWere = ({ first, last }: { readonly first: number; readonly last: number }): string =>
  first === last ? `Page ${first} was` : `Pages ${first} to ${last} were`;

/** "Page 3 has", "Pages 1 and 3 have", "Pages 1, 2, 3, 4, 5, 6 and 12 more have". */
const pagesHave = (pages: readonly number[]): string =>
  pages.length === 1 ? `Page ${pages[0]} has` : `Pages ${listOf(namedPages(pages))} have`;

/** The first six pages, and how many more there are. */
const namedPages = (pages: readonly number[]): string[] =>
  pages.length > 6 ? [...pages.slice(0, 6).map(String), `${pages.length - 6} more`] : pages.map(String);
