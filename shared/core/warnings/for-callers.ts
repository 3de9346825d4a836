/** The sentence of a warning for callers: it names the field and the cure. */
import { type AddressFault, type CorrectedField, faultWords } from '../addresses/findings.ts';
import { formatMoney } from '../money.ts';
import { listOf } from '../words.ts';
import { unknownFieldSentence } from './unknown-field.ts';
import type { Warning } from './warning.ts';

const late = 'is missing: mail without it may be late or returned.';
const postalForms = {
  US: 'US ZIP code (12345 or 12345-6789)',
  CA: 'Canadian postal code (K1A 0B1)',
} as const;

interface Found<What> {
  readonly at: string;
  readonly what: readonly What[];
}

export const correctedSentence = ({ at, what }: Found<CorrectedField>): string =>
  `${at} may have a mistake in ${listOf(what)}: compare it with the suggestion. Nothing was changed: ask the user which one is right.`;

export const undeliverableSentence = ({ at, what }: Found<AddressFault>): string =>
  `${at}: mail may come back, because ${listOf(what.map((fault) => faultWords[fault]))}. Ask the user to check it before paying.`;

export function sentenceForCallers(warning: Warning): string {
  switch (warning.code) {
    case 'field_unknown':
      return unknownFieldSentence(warning, ' and was ignored');
    case 'postal_code_missing':
      return `${warning.at}.postalOrZip ${late}`;
    case 'postal_code_odd':
      return `${warning.at}.postalOrZip does not look like a ${postalForms[warning.country]}: please check it.`;
    case 'postal_code_elsewhere':
      return `${warning.at}.postalOrZip belongs to another ${warning.country === 'US' ? 'state' : 'province'} than ${warning.region}: please check both.`;
    case 'characters_unprintable':
      return `${warning.at} has characters that may not print (${codePoints(warning.given)}): write the name and the address in Latin letters.`;
    case 'region_missing':
      return `${warning.at}.provinceOrState ${late}`;
    case 'house_number_missing':
      return `${warning.at}.addressLine1 has no house number: please check it.`;
    case 'street_missing':
      return `${warning.at}.addressLine1 has a number and no street: please check it.`;
    case 'unit_number_missing':
      return `${warning.at} names a unit without its number: please check it.`;
    case 'box_number_missing':
      return `${warning.at} names a PO box without its number: please check it.`;
    case 'state_unknown':
      return `${warning.at}.provinceOrState is not a state of the US: please check it.`;
    case 'address_corrected':
      return correctedSentence(warning);
    case 'address_undeliverable':
      return undeliverableSentence(warning);
    case 'check_currency':
      return `The check is drawn in ${warning.currency}, the currency of the bank account, and goes to ${warning.country}: the payee's bank may charge for it or take longer.`;
    case 'shared_area_code':
      return `The area code serves ${warning.provinces.join(' and ')}: the tax is that of ${warning.taxedAs}. Send fax.province_or_state if the number is elsewhere.`;
    case 'tax_changed': {
      const { label, quotedLabel = 'none', currency, totalCents, quotedCents } = warning;
      const quoted =
        totalCents === quotedCents ? ', as the quote said' : `; the quote said ${formatMoney(quotedCents, currency)}`;
      return `The recipient's province decides the tax: it is ${label}, and the quote had ${quotedLabel}. The total is ${formatMoney(totalCents, currency)}${quoted}.`;
    }
    default:
      return sentenceOnContent(warning);
  }
}

/** `U+1F382, U+2615`: assistants get no text that is printed. */
const codePoints = (characters: string): string =>
  Array.from(characters, (character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `U+${point}`;
  }).join(', ');

type OnContent = Exclude<
  Warning,
  { readonly at: string } | { readonly code: 'field_unknown' | 'check_currency' | 'shared_area_code' | 'tax_changed' }
>;

function sentenceOnContent(warning: OnContent): string {
  switch (warning.code) {
    case 'address_zone_used':
      return 'Something is printed in the top 3 inches of page 1, where the print partner stamps the addresses: it may be covered. Move it down, or leave the first 3 inches free.';
    case 'address_zone_unchecked':
      return 'Page 1 takes so long to draw that its top 3 inches could not be checked: make sure that nothing is printed there.';
    case 'scripts_left_out':
      return 'Scripts do not run on paper: the <script> elements were left out.';
    case 'shadow_left_out':
      return 'A browser shows what stands in <template shadowrootmode>, and the letter leaves it out: put it into the text itself.';
    case 'signed_once':
      return 'The content has {{signature}} more than once: the signature stands at the first, and the others print nothing.';
    case 'signature_missing':
      return 'The content has {{signature}}, and no signature was sent: these characters are printed as they are. Send signature, or remove them.';
    case 'clipped':
      return `${warning.element} hides a part of its content (overflow: hidden): that part is not on the paper.`;
    case 'left_out_of_message': {
      const field = warning.field === undefined ? '' : `${warning.field}: `;
      return `${field}Only text is printed under a check. Left out of the message: ${warning.kinds.join(', ')}.`;
    }
    case 'fax_grey':
      return `${pagesHave(warning.pages)} grey or coloured areas: a fax is black and white, they may come out as dots or vanish.`;
    case 'fax_hairlines':
      return `${pagesHave(warning.pages)} lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.`;
    case 'pages_turned':
      return `${pagesLay(warning.pages)} on the side (${warning.sheet.heightIn} x ${warning.sheet.widthIn} inches): they are printed at full size, turned by a quarter onto the upright sheet.`;
    case 'pages_fitted':
      return `${pagesHave(warning.pages)} no size, or one that is off by a trifle: they are printed at full size in the middle of ${warning.sheet.sizeName}, with nothing cut off.`;
    case 'links_left_out':
      return 'Links that do more than lead to a page or to the web were taken out of the PDF: they do nothing on paper.';
    case 'attached_files_left_out':
      return 'Files that are attached to the PDF are not printed and were taken out: send them by themselves if they are needed.';
    case 'photo_coarse':
      return `The picture has ${warning.pixelsPerInch} pixels to the inch on paper: small letters may be hard to read. Take it again, closer or with more pixels.`;
    case 'docx_set_anew':
      return `The document is set anew on ${warning.sheet.sizeName} in the font of the service: fonts, colours, columns, page breaks and the numbers of lists and headings may differ from the word processor. Look at every page, or save it as a PDF, which is printed as it is.`;
    case 'docx_changes_accepted':
      return 'The document has tracked changes: it is printed as if all of them were accepted.';
    case 'docx_left_out':
      return `Left out of the document: ${warning.kinds.join(', ')}. Save it as a PDF to have them printed.`;
    case 'docx_moved':
      return `${warning.kinds.map((kind) => docxPlaces[kind]).join(' ')}`;
    case 'fax_unchecked':
      return `${pagesWere(warning)} not checked for grey areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.`;
    case 'not_drawn_in_advance':
      return `${pagesWere(warning)} not drawn in advance, because the document takes long: look there on the pay page before you pay.`;
    case 'page_slow': {
      const others = warning.first === warning.last ? '' : ' The pages after it were not tried.';
      return `Page ${warning.first} takes so long to draw that the pay page may not show it. Make it simpler.${others}`;
    }
  }
}

const docxPlaces = {
  'text boxes': 'The text of text boxes stands behind the paragraph that holds them.',
  notes: 'Footnotes and endnotes stand at the end of the document.',
} as const;

const pagesWere = ({ first, last }: { readonly first: number; readonly last: number }): string =>
  first === last ? `Page ${first} was` : `Pages ${first} to ${last} were`;

const pagesLay = (pages: readonly number[]): string =>
  pages.length === 1 ? `Page ${pages[0]} lies` : `Pages ${listOf(namedPages(pages))} lie`;

/** "Page 3 has", "Pages 1 and 3 have", "Pages 1, 2, 3, 4, 5, 6 and 12 more have". */
const pagesHave = (pages: readonly number[]): string =>
  pages.length === 1 ? `Page ${pages[0]} has` : `Pages ${listOf(namedPages(pages))} have`;

const mostNamed = 6;

/** The first six pages, and how many more there are. */
function namedPages(pages: readonly number[]): string[] {
  const more = pages.length - mostNamed;
  return more > 0 ? [...pages.slice(0, mostNamed).map(String), `${more} more`] : pages.map(String);
}
