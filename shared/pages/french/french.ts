/** French of the pages by its English. A file of its own, which only readers of French load. */
import type { belongsElsewhere } from '../../domain/addresses/other-country.ts';
import type { misreadings } from '../../domain/addresses/written-address.ts';
import type { saveAsPdf } from '../../domain/input/content.ts';
import { filledText, placeholder } from '../language.ts';

import texts from './french.json' with { type: 'json' };

/** The sentences of the pages. */
export const french = texts.pages;

type Checked =
  | (typeof misreadings)[keyof typeof misreadings]
  | (typeof belongsElsewhere)[keyof typeof belongsElsewhere]
  | typeof saveAsPdf;

/** The texts of products, fulfillment and refusals, which pages show. Their placeholders are figures. */
export const known = texts.known satisfies Record<Checked, string>;

/** Only figures stand for a placeholder of a known text, so that no stranger's words match one. */
const patterns = Object.entries(known)
  .filter(([text]) => placeholder.test(text))
  .map(([text, inFrench]) => {
    const literal = text
      .split(placeholder)
      .map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>\\d[\\d,.]*)`));
    return { pattern: new RegExp(`^${literal.join('')}$`), inFrench };
  });

/** The text itself if it is not known. */
export function inFrench(text: string): string {
  if (Object.hasOwn(known, text)) return known[text as keyof typeof known];
  for (const { pattern, inFrench } of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return filledText(inFrench, match.groups ?? {});
  }
  return text;
}
