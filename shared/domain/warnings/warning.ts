/** A warning about an order: a code and the facts that its sentences need, one for callers and one for payers. */

import type { Country, Currency } from '../money.ts';

/** The name and the country are never corrected. */
export type CorrectedField = 'addressLine1' | 'addressLine2' | 'city' | 'provinceOrState' | 'postalOrZip';

/** Each reason in words, for callers and payers alike. `not_found`: the post does not say which part is wrong. */
export const faultWords = {
  number_missing: 'the house number is missing',
  number_unknown: 'the street has no such number',
  street_unknown: 'the street is not known there',
  unit_missing: 'the building has several units, and none is named',
  unit_unknown: 'the building has no such unit',
  place_unknown: 'the city and the postal code do not belong together',
  not_found: 'the postal service has no record of this address',
} as const;
export type AddressFault = keyof typeof faultWords;

/** `at`: the path of the address in the request, `letter.to`; `address` where nothing is ordered. */
export interface AboutAddress {
  readonly at: `${string}.${'to' | 'from'}` | 'address';
  readonly country: Country;
}

/** The facts of an equal order that someone with its quote may see. */
export interface EarlierOrder {
  readonly minutesAgo: number;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled';
}

export type Warning =
  /** A field that the request's schema does not have, and that was ignored. */
  | {
      readonly code: 'field_unknown';
      /** The path of the object that holds it; `undefined` for the body. */
      readonly holder: string | undefined;
      /** `undefined` if the name may not be repeated. */
      readonly name: string | undefined;
      /** The field that was probably meant: its name in the same object, or its path. */
      readonly meant?: string | undefined;
      /** An option of the quote, in the request of a job. */
      readonly decidedByQuote?: true;
    }
  /** There was an equal order. `earlier`: missing if only the network is the same. */
  | { readonly code: 'same_order'; readonly earlier?: EarlierOrder | undefined; readonly hasNoKey?: true | undefined }
  | ({ readonly code: 'postal_code_missing' | 'region_missing' } & AboutAddress)
  | ({
      readonly code: 'house_number_missing' | 'street_missing' | 'unit_number_missing' | 'box_number_missing';
    } & AboutAddress)
  | ({ readonly code: 'postal_code_odd' | 'state_unknown'; readonly input: string } & AboutAddress)
  | ({ readonly code: 'postal_code_elsewhere'; readonly input: string; readonly region: string } & AboutAddress)
  /** `input`: the characters that may not print. */
  | ({ readonly code: 'characters_unprintable'; readonly input: string } & AboutAddress)
  /** The result of checking the recipient's address. The suggestion is in the check. */
  | ({ readonly code: 'address_corrected'; readonly what: readonly CorrectedField[] } & AboutAddress)
  | ({ readonly code: 'address_undeliverable'; readonly what: readonly AddressFault[] } & Pick<AboutAddress, 'at'>)
  /** `input`: the characters that may not print. */
  | { readonly code: 'memo_unprintable'; readonly input: string }
  | { readonly code: 'payee_without_letters' }
  | { readonly code: 'check_currency'; readonly currency: Currency; readonly country: Country }
  /** The account is not proven yet, so its check waits after its payment. */
  | { readonly code: 'check_waits'; readonly hours: number }
  | { readonly code: 'shared_area_code'; readonly provinces: readonly string[]; readonly taxedAs: string }
  /** The tax is not that of the quote, so the approved total may not be the total that is charged. */
  | {
      readonly code: 'tax_changed';
      readonly currency: Currency;
      readonly totalCents: number;
      readonly quotedCents: number;
      /** The tax and its rate, `HST 13%`. */
      readonly label: string;
      /** The same in the quote, if it had a tax. */
      readonly quotedLabel: string | undefined;
    }
  | { readonly code: 'address_zone_used' | 'address_zone_unchecked' }
  | { readonly code: 'scripts_left_out' | 'shadow_left_out' | 'web_styles_left_out' }
  /** `percent`: the size of the print, relative to the author's. */
  | { readonly code: 'html_shrunk'; readonly percent: number }
  /** `element`: as the author's HTML names it. */
  | { readonly code: 'clipped'; readonly element: string }
  /** `field`: the path of the message in the request. */
  | { readonly code: 'left_out_of_message'; readonly kinds: readonly MissedKind[]; readonly field?: string }
  | { readonly code: 'fax_grey' | 'fax_hairlines' | 'fax_small_print'; readonly pages: readonly number[] }
  /** A PDF was almost right: pages lay on their side, or were slightly off. */
  | {
      readonly code: 'pages_shrunk';
      readonly pages: readonly number[];
      /** The size that the first of them has. */
      readonly inches: string;
      readonly sheet: SheetSize;
      readonly percent: number;
    }
  | { readonly code: 'pages_turned'; readonly pages: readonly number[]; readonly inches: string }
  | { readonly code: 'pages_fitted'; readonly pages: readonly number[]; readonly sheet: SheetSize }
  | { readonly code: 'links_left_out' | 'attached_files_left_out' | 'form_scripts_left_out' | 'protection_left_out' }
  /** Marks on these pages have no look of their own, so each program draws them in its own way, or not at all. */
  | { readonly code: 'marks_without_look'; readonly pages: readonly number[] }
  /** Pages that show something on screen which the file leaves out of print. */
  | { readonly code: 'marks_on_screen_only'; readonly pages: readonly number[]; readonly marks: readonly ScreenMark[] }
  /** Pages that use a font which the file does not have. */
  | { readonly code: 'fonts_missing'; readonly pages: readonly number[] }
  | { readonly code: 'pages_blank'; readonly pages: readonly number[] }
  /** `marks`: the first blanks of a template that nothing was filled into, as the author wrote them. */
  | { readonly code: 'blanks_unfilled'; readonly marks: readonly string[] }
  | { readonly code: 'markup_in_text'; readonly markup: 'html' | 'markdown' }
  | { readonly code: 'line_breaks_escaped' | 'columns_by_spaces' }
  /** Markdown's rules leave lines or cells out, or join them, where the author probably meant otherwise. */
  | { readonly code: 'front_matter_left_out' | 'lines_joined' | 'cells_left_out' }
  | { readonly code: 'words_invisible' }
  /** `element`: as the author's HTML names it. */
  | { readonly code: 'fixed_over_words'; readonly element: string }
  | { readonly code: 'photo_coarse'; readonly pixelsPerInch: number }
  /** From page `first` to `last`, counted from 1. `page_slow`: `first` takes too long to draw, and the others were not tried. */
  | {
      readonly code: 'fax_unchecked' | 'not_drawn_in_advance' | 'page_slow';
      readonly first: number;
      readonly last: number;
    }
  /** It has so many sheets that it is not folded. */
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

/** The kinds of content that a reader of a message would miss. */
export type MissedKind = 'images' | 'frames and recordings' | 'form fields' | 'style sheets' | 'scripts';
