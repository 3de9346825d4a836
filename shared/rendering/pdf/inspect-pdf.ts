/** Inspects a stranger's PDF in a separate process: for every reader some file hangs, crashes or fools it. */
import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import { faxWarnings, fitnessLimits } from '../fax/fitness.ts';
import { tooManyPages, unprintable } from '../layout.ts';
import { cacheResults, documentKey } from '../process/cache-results.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

/** One finding for each page that was drawn. `isStopped`: the time for it is over, and the rest is not tried. */
export interface PagesSeen {
  readonly drawn: number;
  readonly isStopped?: true;
}

/** One finding of the child, a line of JSON. The child writes them until something is wrong or it is killed. */
export interface PdfFinding extends Partial<PagesSeen> {
  readonly pages?: number;
  /** Marks and fonts that print in another way than the author sees. */
  readonly warnings?: readonly Warning[];
  /** Pages, counted from 1, on which nothing is drawn. */
  readonly blankPages?: readonly number[];
  readonly readersAgree?: true;
  /** Blanks of a template in the words of the pages. */
  readonly blanks?: readonly string[];
  readonly printsInAddressZone?: boolean;
  /** Always the last finding. */
  readonly problem?: string;
  readonly details?: Unprintable['details'];
  /** With a problem: it may be repairable. */
  readonly isRepairable?: true;
}

/** `isRepairable`: `repair-pdf.ts` may be able to make a printable PDF of it. */
type Inspected = Rendered<{ pages: number }> & { readonly isRepairable?: true | undefined };

const cached = cacheResults<Inspected>();

/**
 * The number of pages of `pdf`, if it can be printed. Unprintable: no PDF, cut short, encrypted, a page of
 * another size than its paper, a page tree with a loop or a wrong count, two readers that disagree, a portfolio, an XFA form,
 * a script or an attachment, a layer that prints otherwise than it shows, a file that is also of another format, too
 * many pages, more work than the limits allow. Throws `MachineBusy` if the machine has no time.
 */
export function inspectPdf(pdf: Uint8Array, paper: Paper, work: WorkOptions = {}): Promise<Inspected> {
  return cached(documentKey(pdf, paper, work.limits), () => inspect(pdf, paper, work));
}

async function inspect(pdf: Uint8Array, paper: Paper, work: WorkOptions): Promise<Inspected> {
  const problem = problemOfBytes(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (problem !== undefined) return unprintable(problem);
  const childFile = siblingScript('inspect-pdf-child', import.meta.url);
  const { findings, excess } = await readInChild<PdfFinding>(childFile, pdf, {
    ...work,
    args: [JSON.stringify(paper)],
  });
  const result = verdict(Object.assign({}, ...findings), excess, paper);
  if (!result.ok || !paper.isFaxed) return result;
  const limits = { ...fitnessLimits, patienceMs: work.limits?.patienceMs };
  const unfit = await faxWarnings(pdf, result.pages, { ...work, limits });
  return { ...result, warnings: [...result.warnings, ...unfit] };
}

function problemOfBytes(pdf: Buffer): string | undefined {
  const nearEnds = 1_024;
  const mark = pdf.subarray(0, nearEnds).indexOf('%PDF-');
  if (mark === -1) return 'The file is not a PDF: it does not begin with %PDF-. Send a PDF.';
  // Real files may have job headers or stray bytes before the mark, but never the start of another format.
  const otherFormats = /^(?:\xef\xbb\xbf)?\s*(?:<|PK|\xff\xd8\xff|\x89PNG|GIF8|II\*|MM\0|RIFF|MZ|\x7fELF|Rar!|7z)/;
  if (otherFormats.test(pdf.subarray(0, mark).toString('latin1')))
    return 'The file begins as another kind of file than a PDF. Save it again as a PDF.';
  // A file saved for the web states its length in the small complete index at its front.
  const statedLength = Number(/\/Linearized[^>]*\/L\s+(\d+)/.exec(pdf.toString('latin1', 0, nearEnds))?.[1] ?? 0);
  const isWhole = pdf.subarray(-2 * nearEnds).includes('startxref') && pdf.length >= statedLength;
  return isWhole ? undefined : 'The PDF is cut short: its end is missing. Send the whole file.';
}

function verdict(report: PdfFinding, excess: 'time' | 'memory' | undefined, paper: Paper): Inspected {
  const { problem, details, isRepairable } = report;
  if (problem !== undefined) return { ok: false, problem, details, isRepairable };
  if (report.pages === undefined || !report.readersAgree)
    return excess === undefined
      ? unprintable('The PDF cannot be read: it is damaged. Save it again with another program.')
      : tooMuchWork;
  const tooMany = tooManyPages(report.pages, 'PDF', paper);
  if (tooMany !== undefined) return tooMany;
  // A page that takes long to draw is left to the partner. One that breaks the second reader is damaged.
  const drawn = { drawn: report.drawn ?? 0, isStopped: report.isStopped };
  const isLookedAt = paper.isFaxed || drawn.drawn === report.pages || drawn.isStopped || excess === 'time';
  if (!isLookedAt)
    return excess === undefined
      ? unprintable(
          `Page ${drawn.drawn + 1} of the PDF cannot be drawn: something on it is damaged, or of a kind that few programs read. Print it to a new PDF and send that.`,
        )
      : tooMuchWork;
  const { blankPages = [], blanks = [] } = report;
  const warnings = [...(report.warnings ?? [])];
  if (blankPages.length > 0) warnings.push({ code: 'pages_blank', pages: blankPages });
  if (blanks.length > 0) warnings.push({ code: 'blanks_unfilled', marks: blanks });
  if (!paper.isFaxed && paper.addressZoneIn > 0) {
    if (report.printsInAddressZone === undefined) warnings.push({ code: 'address_zone_unchecked' });
    else if (report.printsInAddressZone) warnings.push({ code: 'address_zone_used' });
  }
  if (!paper.isFaxed) warnings.push(...undrawnWarnings(drawn, report.pages));
  return { ok: true, warnings, pages: report.pages };
}

/** The warning about pages that were not drawn. `drawn` pages were; the next one took too long, or was not tried. */
function undrawnWarnings({ drawn, isStopped }: PagesSeen, pages: number): Warning[] {
  if (drawn >= pages) return [];
  return [{ code: isStopped ? 'not_drawn_in_advance' : 'page_slow', first: drawn + 1, last: pages }];
}

export const tooMuchWork = unprintable(
  'The PDF takes too much time or memory to read. Save it again with another program, with smaller images.',
);
