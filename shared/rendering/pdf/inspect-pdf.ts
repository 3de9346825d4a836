/** Inspects somebody else's PDF in a process of its own: some file hangs, crashes or fools every reader there is. */

import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import { faxWarnings } from '../fax/fitness.ts';
import { addressZoneWarning, tooManyPages } from '../layout.ts';
import { besideModule, type Reading, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';

/** What the child finds, bit by bit, until something is wrong or it is killed: a line of JSON each. */
export interface Finding {
  readonly pages?: number;
  readonly readersAgree?: true;
  readonly printsInAddressZone?: boolean;
  /** The last thing that is written. */
  readonly problem?: string;
}

export const inspectLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

const childFile = besideModule('inspect-pdf-child', import.meta.url);

/**
 * The number of pages of `pdf`, if it can be printed. Unprintable: no PDF, cut short, encrypted, a page that is not
 * upright US Letter, a page tree with a loop or a wrong count, two readers that disagree, a portfolio, an XFA form,
 * something else than a PDF as well, too many pages, more work than the limits allow.
 */
export async function inspectPdf(
  pdf: Uint8Array,
  layout: Layout,
  limits: WorkLimits = inspectLimits,
): Promise<Rendered<{ pages: number }>> {
  const problem = problemOfBytes(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (problem !== undefined) return { ok: false, problem };
  const result = verdict(await readInChild(childFile, pdf, limits), layout);
  if (!result.ok || layout !== 'fax') return result;
  return { ...result, warnings: [...result.warnings, ...(await faxWarnings(pdf, result.pages))] };
}

const nearEnds = 1024;

/** Printers' job headers and stray bytes stand before the mark in real files; the start of another format does not. */
const otherFormats = /^(?:\xef\xbb\xbf)?\s*(?:<|PK|\xff\xd8\xff|\x89PNG|GIF8|II\*|MM\0|RIFF|MZ|\x7fELF|Rar!|7z)/;

function problemOfBytes(pdf: Buffer): string | undefined {
  const mark = pdf.subarray(0, nearEnds).indexOf('%PDF-');
  if (mark === -1) return 'The file is not a PDF: it does not begin with %PDF-. Send a PDF.';
  if (otherFormats.test(pdf.subarray(0, mark).toString('latin1')))
    return 'The file begins as another kind of file than a PDF. Save it anew as a PDF.';
  const isWhole = pdf.subarray(-2 * nearEnds).includes('startxref') && pdf.length >= lengthForTheWeb(pdf);
  return isWhole ? undefined : 'The PDF is cut short: its end is missing. Send the whole file.';
}

/** A file that was saved for the web has a whole little index at its front, and says there how long it is. */
function lengthForTheWeb(pdf: Buffer): number {
  const front = pdf.subarray(0, nearEnds).toString('latin1');
  return Number(/\/Linearized[^>]*\/L\s+(\d+)/.exec(front)?.[1] ?? 0);
}

function verdict({ findings, excess }: Reading<Finding>, layout: Layout): Rendered<{ pages: number }> {
  const found: Finding = Object.assign({}, ...findings);
  if (found.problem !== undefined) return { ok: false, problem: found.problem };
  if (found.pages === undefined || !found.readersAgree) return excess === undefined ? unreadable : tooMuchWork;
  const tooMany = tooManyPages(found.pages, 'PDF', layout);
  if (tooMany !== undefined) return tooMany;
  // A first page that takes long to draw is the partner's to draw; one that breaks the second reader is damaged.
  if (found.printsInAddressZone === undefined && excess !== 'time')
    return excess === undefined ? unreadable : tooMuchWork;
  return { ok: true, warnings: layout === 'letter' ? warningsFor(found.printsInAddressZone) : [], pages: found.pages };
}

function warningsFor(printsInAddressZone: boolean | undefined): string[] {
  if (printsInAddressZone === undefined) return [unknownZoneWarning];
  return printsInAddressZone ? [addressZoneWarning] : [];
}

const unknownZoneWarning =
  'Page 1 takes so long to draw that its top 3 inches could not be checked: make sure that nothing is printed there.';

const tooMuchWork: Unprintable = {
  ok: false,
  problem: 'The PDF takes too much time or memory to read. Save it anew with another program, with smaller images.',
};

const unreadable: Unprintable = {
  ok: false,
  problem: 'The PDF cannot be read: it is damaged. Save it anew with another program.',
};
