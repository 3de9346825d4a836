/** Warns about what a fax machine would spoil. It never refuses: a bad fax of a photograph is still a fax. */
import type { Warning } from '../../domain/warnings/warning.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits, WorkOptions } from '../process/watchdog.ts';

export const fitnessLimits: WorkLimits & { readonly pages: number } = {
  timeMs: 4_000,
  memoryBytes: 600_000_000,
  pages: 50,
};

/** The child's finding about a page. */
interface PageFaults {
  readonly grey: boolean;
  readonly hairlines: boolean;
  readonly small: boolean;
}

/**
 * One warning for each kind of fault, with its pages: grays and colors, hairlines, small print, and pages that were not checked
 * because the document is longer than 50 pages or took too long. `pages` is the document's number of pages.
 */
export async function faxWarnings(pdf: Uint8Array, pages: number, work: WorkOptions = {}): Promise<Warning[]> {
  // The child writes one finding for each page that it has checked, from the first on.
  const child = besideModule('fitness-child', import.meta.url);
  const { findings } = await readInChild<PageFaults>(child, pdf, { limits: fitnessLimits, ...work });
  const where = (isFault: (page: (typeof findings)[number]) => boolean) =>
    findings.flatMap((page, index) => (isFault(page) ? [index + 1] : []));
  const grays = where(({ grey }) => grey);
  const hairlines = where((page) => page.hairlines);
  const small = where((page) => page.small);
  const seen = findings.length;
  const warnings: Warning[] = [];
  if (grays.length > 0) warnings.push({ code: 'fax_grey', pages: grays });
  if (hairlines.length > 0) warnings.push({ code: 'fax_hairlines', pages: hairlines });
  if (small.length > 0) warnings.push({ code: 'fax_small_print', pages: small });
  if (seen < pages) warnings.push({ code: 'fax_unchecked', first: seen + 1, last: pages });
  return warnings;
}
