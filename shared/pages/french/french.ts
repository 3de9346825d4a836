/** The French of the pages, by its English. A separate file, which only readers of French load. */
import type { belongsElsewhere } from '../../domain/addresses/other-country.ts';
import type { misreadings } from '../../domain/addresses/written-address.ts';
import { filledText, placeholder } from '../language.ts';

import texts from './french.json' with { type: 'json' };

/** The sentences of the pages. */
export const french = texts.pages;

/** The texts of products, fulfillment and refusals, which pages show. Their placeholders are figures. */
export const serviceTexts = texts.known satisfies Record<
  (typeof misreadings)[keyof typeof misreadings] | (typeof belongsElsewhere)[keyof typeof belongsElsewhere],
  string
>;

/** A placeholder of these texts matches only figures, so that no stranger's words match one. */
const patterns = Object.entries(serviceTexts)
  .filter(([text]) => placeholder.test(text))
  .map(([text, inFrench]) => {
    const literal = text
      .split(placeholder)
      .map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>\\d[\\d,.]*)`));
    return { pattern: new RegExp(`^${literal.join('')}$`), inFrench };
  });

/** The French of a text, or the text itself if there is none. */
export function inFrench(text: string): string {
  if (Object.hasOwn(serviceTexts, text)) return serviceTexts[text as keyof typeof serviceTexts];
  for (const { pattern, inFrench } of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return filledText(inFrench, match.groups ?? {});
  }
  return text;
}
