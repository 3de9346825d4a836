/** The answers of the renderer as the use cases need them: a result, or a refusal that names the field. */

import type { GivenContent } from '../../domain/given/content.ts';
import type { Rendered } from '../../domain/paper.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';

export function printable<T>(field: string, result: Rendered<T>): { readonly warnings: readonly Warning[] } & T {
  if (result.ok) return result;
  const { code = 'content_refused', problem } = result;
  throw new Refusal(code, `${field}: ${problem}`, { field });
}

export function mismatch({ log }: Deps, { field }: Pick<GivenContent, 'field'>, why: string): Refusal {
  log.measure('contentMismatches', 1);
  return new Refusal(
    'quote_content_mismatch',
    `${field} is not the quoted content: ${why}. Request a fresh quote for this content and let the user approve its price.`,
    { field },
  );
}
