/** Warns about what would look bad on a fax. It never refuses: a bad fax of a photograph is still a fax. */
import type { Warning } from '../../domain/warnings.ts';
import { readInChild, readLimits, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

export const fitnessLimits = { ...readLimits, timeMs: 4_000, maxPages: 50 };

const problems = ['fax_gray', 'fax_hairlines', 'fax_small_print'] as const;

/** The problems that a page has. The child writes a finding for each page, starting with page 1. */
export type FaxFinding = Readonly<Record<(typeof problems)[number], boolean>>;

/**
 * One warning for each kind of problem, with its pages: grays and colors, hairlines, small print, and pages that were not
 * checked because the document has too many or took too long. `pages` is the document's number of pages.
 */
export async function faxWarnings(pdf: Uint8Array, pages: number, work: WorkOptions = {}): Promise<Warning[]> {
  const child = siblingScript('fitness-child', import.meta.url);
  const { findings } = await readInChild<FaxFinding>(child, pdf, { limits: fitnessLimits, ...work });
  const warnings: Warning[] = [];
  for (const code of problems) {
    const affected = findings.flatMap((page, index) => (page[code] ? [index + 1] : []));
    if (affected.length > 0) warnings.push({ code, pages: affected });
  }
  const checked = findings.length;
  if (checked < pages) warnings.push({ code: 'fax_unchecked', first: checked + 1, last: pages });
  return warnings;
}
