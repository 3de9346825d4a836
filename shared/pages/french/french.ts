/** French translations, keyed by the English text. A separate file, loaded only for readers of French. */
import type { countryProblems } from '../../domain/addresses/parts.ts';
import type { misreadings } from '../../domain/addresses/written-address.ts';
import texts from './french.json' with { type: 'json' };

/** The sentences of the pages. */
export const french = texts.pages;

/** Texts of products, fulfillment and refusals that pages show. Their placeholders match only numbers. */
export const serviceTexts = texts.service satisfies Record<
  (typeof misreadings)[keyof typeof misreadings] | (typeof countryProblems)[keyof typeof countryProblems],
  string
>;
