/** The answers of the renderer as the use cases need them: a result, or a refusal that names the field. */
import type { GivenContent } from '../../core/given/content.ts';
import type { Rendered } from '../../core/paper.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import type { Log } from '../../ports/log.ts';

/** Returns the renderer's result, or throws a refusal that names the field. */
export function printable<T>(field: string, result: Rendered<T>): { readonly warnings: readonly Warning[] } & T {
  if (result.ok) return result;
  const { code = 'content_refused', problem } = result;
  throw new Refusal({ code, message: `${field}: ${problem}`, field });
}

/** A refusal of content that differs from the quoted content. */
export function mismatch({ log }: { readonly log: Log }, { field }: Pick<GivenContent, 'field'>, why: string): Refusal {
  log.measure('contentMismatches', 1);
  return new Refusal({
    code: 'quote_content_mismatch',
    message: `${field} is not the quoted content: ${why}. Request a fresh quote for this content and let the user approve its price.`,
    field,
  });
}
