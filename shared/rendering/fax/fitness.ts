/** Warns about what would look bad on a fax. It never refuses: a bad fax of a photograph is still a fax. */
import type { Warning } from '../../domain/warnings.ts';
import { readInChild, readLimits, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

export const fitnessLimits = { ...readLimits, timeMs: 4_000, maxPages: 50 };

/**
 * One warning for each kind of problem, with its pages: grays and colors, hairlines, small print, and pages that were not
 * checked because the document has more than 50 or took too long. `pages` is the document's number of pages.
 */
export async function faxWarnings(pdf: Uint8Array, pages: number, work: WorkOptions = {}): Promise<Warning[]> {
  // The child writes one finding per page, starting with the first.
  const child = siblingScript('fitness-child', import.meta.url);
  const { findings } = await readInChild<Record<'gray' | 'hairlines' | 'small', boolean>>(child, pdf, {
    limits: fitnessLimits,
    ...work,
  });
  const pagesWith = (problem: 'gray' | 'hairlines' | 'small') =>
    findings.flatMap((page, index) => (page[problem] ? [index + 1] : []));
  const grays = pagesWith('gray');
  const hairlines = pagesWith('hairlines');
  const small = pagesWith('small');
  const warnings: Warning[] = [];
  if (grays.length > 0) warnings.push({ code: 'fax_gray', pages: grays });
  if (hairlines.length > 0) warnings.push({ code: 'fax_hairlines', pages: hairlines });
  if (small.length > 0) warnings.push({ code: 'fax_small_print', pages: small });
  const checked = findings.length;
  if (checked < pages) warnings.push({ code: 'fax_unchecked', first: checked + 1, last: pages });
  return warnings;
}
