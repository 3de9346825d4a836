/**
 * Warns about the parts of a PDF that a fax machine would spoil. It never refuses: a bad fax of a photograph is still a
 * fax.
 */
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';
import type { Unfit } from './page.ts';

export const fitnessLimits: WorkLimits & { readonly pages: number } = {
  timeMs: 4_000,
  memoryBytes: 600_000_000,
  pages: 50,
};

/**
 * One sentence for each kind of fault, with its pages: grays and colors, hairlines, and pages that were not checked
 * because the document is longer than 50 pages or took too long. `pages` is the document's number of pages.
 */
export async function faxWarnings(
  pdf: Uint8Array,
  pages: number,
  { network = 'unknown', limits = fitnessLimits }: { readonly network?: string; readonly limits?: WorkLimits } = {},
): Promise<string[]> {
  // The child writes one finding for each page that it has checked, from the first on.
  const { findings } = await readInChild<Unfit>(besideModule('fitness-child', import.meta.url), pdf, {
    limits,
    network,
  });
  const where = (isFault: (page: Unfit) => boolean) =>
    findings.flatMap((page, index) => (isFault(page) ? [index + 1] : []));
  const grays = where(({ grey }) => grey);
  const hairlines = where((page) => page.hairlines);
  const seen = findings.length;
  const warnings: string[] = [];
  if (grays.length > 0)
    warnings.push(
      `${pagesHave(grays)} grey or coloured areas: a fax is black and white, they may come out as dots or vanish.`,
    );
  if (hairlines.length > 0)
    warnings.push(
      `${pagesHave(hairlines)} lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.`,
    );
  const unseen = pages - seen === 1 ? `Page ${pages} was` : `Pages ${seen + 1} to ${pages} were`;
  if (seen < pages)
    warnings.push(
      `${unseen} not checked for grey areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.`,
    );
  return warnings;
}

/** "Page 3 has", "Pages 1 and 3 have", "Pages 1, 2, 3, 4, 5, 6 and 12 more have". */
function pagesHave(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]} has`;
  const mostNamed = 6;
  const more = pages.length - mostNamed;
  const last = more > 0 ? `${more} more` : `${pages.at(-1)}`;
  return `Pages ${pages.slice(0, more > 0 ? mostNamed : -1).join(', ')} and ${last} have`;
}
