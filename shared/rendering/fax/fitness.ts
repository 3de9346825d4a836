/** Says what of a PDF a fax machine would spoil. It never refuses: a fax of a photograph is a bad fax, and still one. */

import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';
import type { Unfit } from './page.ts';

export const fitnessLimits: WorkLimits & { readonly pages: number } = {
  timeMs: 4_000,
  memoryBytes: 600_000_000,
  pages: 50,
};

const childFile = besideModule('fitness-child', import.meta.url);

/**
 * One sentence for each kind of fault, with its pages: greys and colours, hairlines, and what was not looked at
 * because the document is longer than 50 pages or took too long. `pages` is how many it has.
 */
export async function faxWarnings(pdf: Uint8Array, pages: number, limits = fitnessLimits): Promise<string[]> {
  // What the child writes for each page that it has looked at, from the first on.
  const { findings } = await readInChild<Unfit>(childFile, pdf, limits);
  const where = (isFault: (page: Unfit) => boolean) =>
    findings.flatMap((page, index) => (isFault(page) ? [index + 1] : []));
  const greys = where(({ grey }) => grey);
  const hairlines = where((page) => page.hairlines);
  return [
    ...(greys.length > 0 ? [greyWarning(greys)] : []),
    ...(hairlines.length > 0 ? [hairlineWarning(hairlines)] : []),
    ...(findings.length < pages ? [unseenWarning(findings.length, pages)] : []),
  ];
}

function greyWarning(pages: readonly number[]): string {
  const has = pages.length === 1 ? 'has' : 'have';
  return `${named(pages)} ${has} grey or coloured areas: a fax is black and white, they may come out as dots or vanish.`;
}

function hairlineWarning(pages: readonly number[]): string {
  const has = pages.length === 1 ? 'has' : 'have';
  return `${named(pages)} ${has} lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.`;
}

function unseenWarning(seen: number, pages: number): string {
  const which = pages - seen === 1 ? `Page ${pages} was` : `Pages ${seen + 1} to ${pages} were`;
  return `${which} not checked for grey areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.`;
}

const mostNamed = 6;

/** "Page 3", "Pages 1 and 3", "Pages 1, 2, 3, 4, 5, 6 and 12 more". */
function named(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]}`;
  const more = pages.length - mostNamed;
  const last = more > 0 ? `${more} more` : `${pages.at(-1)}`;
  return `Pages ${pages.slice(0, more > 0 ? mostNamed : -1).join(', ')} and ${last}`;
}
