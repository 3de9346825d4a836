/** The French of texts that products, fulfillment and refusals write in English, and pages show. */
import { filledText, placeholder } from '../language.ts';
import { bankAccountProblems } from './bank-account.ts';
import { frenchLabels } from './labels.ts';
import { addressProblems } from './misreadings.ts';
import { reasons } from './reasons.ts';
import { statements } from './statements.ts';

/** Their placeholders are figures. */
export const known = {
  ...frenchLabels,
  ...statements,
  ...reasons,
  ...bankAccountProblems,
  ...addressProblems,
} as const;

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
