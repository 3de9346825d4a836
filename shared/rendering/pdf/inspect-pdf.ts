/** Inspects a stranger's PDF in a separate process: for every reader some file hangs, crashes or fools it. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import type { ScreenMark, Warning } from '../../domain/warnings/warning.ts';
import { faxWarnings, fitnessLimits } from '../fax/fitness.ts';
import { tooManyPages, unprintable } from '../layout.ts';
import { answers, documentKey } from '../process/answers.ts';
import { besideModule, type ChildReading, readInChild } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';
import { type PagesSeen, undrawnWarnings } from './draw-pages.ts';

/** One finding of the child, a line of JSON. The child writes them until something is wrong or it is killed. */
export interface PdfFinding extends Partial<PagesSeen> {
  readonly pages?: number;
  /** Pages, counted from 1, with marks that have no look of their own. */
  readonly markedPages?: readonly number[];
  /** Pages, counted from 1, that show something on screen and leave it out of print. */
  readonly unprintedPages?: readonly number[];
  readonly unprinted?: readonly ScreenMark[];
  /** Pages, counted from 1, with a font that the file does not have. */
  readonly fontlessPages?: readonly number[];
  /** Pages, counted from 1, on which nothing is drawn. */
  readonly blankPages?: readonly number[];
  readonly readersAgree?: true;
  /** Blanks of a template in the words of the pages. */
  readonly blanks?: readonly string[];
  readonly printsInAddressZone?: boolean;
  /** Always the last finding. */
  readonly problem?: string;
  /** With a problem: it can perhaps be mended. */
  readonly isMendable?: true;
}

/** `isMendable`: `mend-pdf.ts` can perhaps make a PDF of it that is fine. */
export type Inspected = Rendered<{ pages: number }> & { readonly isMendable?: true | undefined };

const known = answers<Promise<Inspected>>();

/**
 * The number of pages of `pdf`, if it can be printed. Unprintable: no PDF, cut short, encrypted, a page of
 * another size than its paper, a page tree with a loop or a wrong count, two readers that disagree, a portfolio, an XFA form,
 * a script or an attachment, a layer that prints otherwise than it shows, a file that is also of another format, too
 * many pages, more work than the limits allow. Throws `MachineBusy` if the machine has no time.
 */
export function inspectPdf(pdf: Uint8Array, paper: Paper, work: WorkOptions = {}): Promise<Inspected> {
  const key = documentKey(pdf, paper, work.limits);
  const earlier = known.of(key);
  if (earlier !== undefined) return earlier;
  const answer = inspect(pdf, paper, work);
  known.keep(key, answer);
  // Only answers are remembered, not that the machine was busy.
  answer.catch(() => known.forget(key));
  return answer;
}

async function inspect(pdf: Uint8Array, paper: Paper, work: WorkOptions): Promise<Inspected> {
  const problem = problemOfBytes(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (problem !== undefined) return unprintable(problem);
  const childFile = besideModule('inspect-pdf-child', import.meta.url);
  const result = verdict(await readInChild(childFile, pdf, { ...work, args: [JSON.stringify(paper)] }), paper);
  if (!result.ok || !paper.isFaxed) return result;
  const limits = { ...fitnessLimits, patienceMs: work.limits?.patienceMs };
  const unfit = await faxWarnings(pdf, result.pages, { ...work, limits });
  return { ...result, warnings: [...result.warnings, ...unfit] };
}

const nearEnds = 1_024;

/** Real files may have job headers or stray bytes before the mark, but never the start of another format. */
const otherFormats = /^(?:\xef\xbb\xbf)?\s*(?:<|PK|\xff\xd8\xff|\x89PNG|GIF8|II\*|MM\0|RIFF|MZ|\x7fELF|Rar!|7z)/;

function problemOfBytes(pdf: Buffer): string | undefined {
  const mark = pdf.subarray(0, nearEnds).indexOf('%PDF-');
  if (mark === -1) return 'The file is not a PDF: it does not begin with %PDF-. Send a PDF.';
  if (otherFormats.test(pdf.subarray(0, mark).toString('latin1')))
    return 'The file begins as another kind of file than a PDF. Save it anew as a PDF.';
  const isWhole = pdf.subarray(-2 * nearEnds).includes('startxref') && pdf.length >= lengthForTheWeb(pdf);
  return isWhole ? undefined : 'The PDF is cut short: its end is missing. Send the whole file.';
}

/** The length that a file saved for the web states in the small complete index at its front; 0 without one. */
function lengthForTheWeb(pdf: Buffer): number {
  const front = pdf.subarray(0, nearEnds).toString('latin1');
  return Number(/\/Linearized[^>]*\/L\s+(\d+)/.exec(front)?.[1] ?? 0);
}

function verdict({ findings, excess }: ChildReading<PdfFinding>, paper: Paper): Inspected {
  const found: PdfFinding = Object.assign({}, ...findings);
  if (found.problem !== undefined) return { ok: false, problem: found.problem, isMendable: found.isMendable };
  if (found.pages === undefined || !found.readersAgree) return excess === undefined ? unreadable : tooMuchWork;
  const tooMany = tooManyPages(found.pages, 'PDF', paper);
  if (tooMany !== undefined) return tooMany;
  // A page that takes long to draw is left to the partner. One that breaks the second reader is damaged.
  const drawn = { drawn: found.drawn ?? 0, isStopped: found.isStopped };
  const isLookedAt = paper.isFaxed || drawn.drawn === found.pages || drawn.isStopped || excess === 'time';
  if (!isLookedAt) return excess === undefined ? undrawable(drawn.drawn + 1) : tooMuchWork;
  const zone = paper.addressZoneIn === 0 ? [] : zoneWarnings(found);
  const seen = paper.isFaxed ? [] : [...zone, ...undrawnWarnings(drawn, found.pages)];
  return { ok: true, warnings: [...marksWarnings(found), ...seen], pages: found.pages };
}

function marksWarnings(found: PdfFinding): Warning[] {
  const {
    markedPages = [],
    unprintedPages = [],
    unprinted = [],
    fontlessPages = [],
    blankPages = [],
    blanks = [],
  } = found;
  const warnings: Warning[] = [];
  if (markedPages.length > 0) warnings.push({ code: 'marks_without_look', pages: markedPages });
  if (unprintedPages.length > 0)
    warnings.push({ code: 'marks_on_screen_only', pages: unprintedPages, marks: unprinted });
  if (fontlessPages.length > 0) warnings.push({ code: 'fonts_missing', pages: fontlessPages });
  if (blankPages.length > 0) warnings.push({ code: 'pages_blank', pages: blankPages });
  if (blanks.length > 0) warnings.push({ code: 'blanks_unfilled', marks: blanks });
  return warnings;
}

function zoneWarnings({ printsInAddressZone }: PdfFinding): Warning[] {
  if (printsInAddressZone === undefined) return [{ code: 'address_zone_unchecked' }];
  return printsInAddressZone ? [{ code: 'address_zone_used' }] : [];
}

export const tooMuchWork = unprintable(
  'The PDF takes too much time or memory to read. Save it anew with another program, with smaller images.',
);

/** The second reader broke, so nobody can see in advance what a printer makes of the page. */
const undrawable = (page: number) =>
  unprintable(
    `Page ${page} of the PDF cannot be drawn: something on it is damaged, or of a kind that few programs read. Print it to a new PDF and send that.`,
  );

const unreadable = unprintable('The PDF cannot be read: it is damaged. Save it anew with another program.');
