/** The French of the pages, by its English. A separate file, which only readers of French load. */
import type { countryProblems } from '../../domain/addresses/parts.ts';
import type { misreadings } from '../../domain/addresses/written-address.ts';
import texts from './french.json' with { type: 'json' };

/** The sentences of the pages. */
export const french = texts.pages;

/** The texts of products, fulfillment and refusals, which pages show. Their placeholders are figures. */
export const serviceTexts = texts.known satisfies Record<
  (typeof misreadings)[keyof typeof misreadings] | (typeof countryProblems)[keyof typeof countryProblems],
  string
>;
