/** Inspects an untrusted PDF in a child process: every PDF reader has files that hang, crash or fool it. */
import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import { faxWarnings, fitnessLimits } from '../fax/fitness.ts';
import { refuseTooManyPages, unprintable } from '../layout.ts';
import { cacheResults, documentKey } from '../process/cache-results.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

/** The child writes findings as lines of JSON until something is wrong or it is killed. */
export interface PdfFinding {
  readonly pages?: number;
  /** The number of pages drawn so far. */
  readonly drawn?: number;
  /** The time for drawing ran out, so the other pages were not drawn. */
  readonly isStopped?: true;
  /** Annotations and fonts that print differently from what the author sees. */
  readonly warnings?: readonly Warning[];
  /** Pages with nothing on them, counted from 1. */
  readonly blankPages?: readonly number[];
  readonly readersAgree?: true;
  /** Unfilled blanks of a template in the text. */
  readonly blanks?: readonly string[];
  readonly printsInAddressZone?: boolean;
  /** Always the last finding. */
  readonly problem?: string;
  readonly details?: Unprintable['details'];
  /** The problem may be repairable. */
  readonly isRepairable?: true;
}

/** `isRepairable`: `repairPdf` may be able to fix the problem. */
type Inspected = Rendered<{ pages: number }> & { readonly isRepairable?: true | undefined };

const cache = cacheResults<Inspected>();

/**
 * The number of pages of `pdf`, if it can be printed. Unprintable: not a PDF, cut short, encrypted, a page whose size
 * isn't the paper's, a page tree with a loop or a wrong count, two readers that disagree, a portfolio, an XFA form, a
 * script or an attachment, a layer that prints differently from how it looks, a file that is also in another format, too
 * many pages, more work than the limits allow. Throws `MachineBusy` if the machine is too busy.
 */
export function inspectPdf(pdf: Uint8Array, paper: Paper, work: WorkOptions = {}): Promise<Inspected> {
  return cache(documentKey(pdf, paper, work.limits), () => inspect(pdf, paper, work));
}

async function inspect(pdf: Uint8Array, paper: Paper, work: WorkOptions): Promise<Inspected> {
  const problem = problemOfBytes(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  if (problem !== undefined) return unprintable(problem);
  const childFile = siblingScript('inspect-pdf-child', import.meta.url);
  const args = [JSON.stringify(paper)];
  const { findings, excess } = await readInChild<PdfFinding>(childFile, pdf, { ...work, args });
  const result = resultOf(Object.assign({}, ...findings), excess, paper);
  if (!result.ok || !paper.isFaxed) return result;
  const limits = { ...fitnessLimits, patienceMs: work.limits?.patienceMs };
  const faxRisks = await faxWarnings(pdf, result.pages, { ...work, limits });
  return { ...result, warnings: [...result.warnings, ...faxRisks] };
}

function problemOfBytes(pdf: Buffer): string | undefined {
  // Readers look for the header in the first 1,024 bytes. There, a linearized PDF (for fast web view) has its length.
  const headerRange = 1_024;
  const header = pdf.subarray(0, headerRange).indexOf('%PDF-');
  if (header === -1) return 'The file is not a PDF: it does not begin with %PDF-. Send a PDF.';
  // Real files may have a job header or stray bytes before the PDF header, but never the start of another format.
  const otherFormats = /^(?:\xef\xbb\xbf)?\s*(?:<|PK|\xff\xd8\xff|\x89PNG|GIF8|II\*|MM\0|RIFF|MZ|\x7fELF|Rar!|7z)/;
  if (otherFormats.test(pdf.subarray(0, header).toString('latin1')))
    return 'The file starts like another file type, not a PDF. Save it again as a PDF.';
  const statedLength = Number(/\/Linearized[^>]*\/L\s+(\d+)/.exec(pdf.toString('latin1', 0, headerRange))?.[1] ?? 0);
  // A complete PDF has `startxref` near its end.
  const isComplete = pdf.subarray(-2_048).includes('startxref') && pdf.length >= statedLength;
  return isComplete ? undefined : 'The PDF is cut short: its end is missing. Send the whole file.';
}

/** `report`: all findings together. */
function resultOf(report: PdfFinding, excess: 'time' | 'memory' | undefined, paper: Paper): Inspected {
  const { problem, details, isRepairable, drawn = 0, isStopped, blankPages = [], blanks = [] } = report;
  if (problem !== undefined) return { ok: false, problem, details, isRepairable };
  const isRead = report.pages !== undefined && report.readersAgree;
  if (!isRead && excess === undefined)
    return unprintable('The PDF cannot be read: it is damaged. Save it again with another program.');
  if (!isRead) return tooMuchWork;
  const tooMany = refuseTooManyPages(report.pages, 'PDF', paper);
  if (tooMany !== undefined) return tooMany;
  // A page that is slow to draw is accepted with a warning. One that crashes the second reader is damaged.
  const isInspected = paper.isFaxed || drawn === report.pages || isStopped || excess === 'time';
  if (!isInspected && excess === undefined)
    return unprintable(
      `Page ${drawn + 1} of the PDF cannot be drawn: something on it is damaged, or few programs can read it. Print it to a new PDF and send that.`,
    );
  if (!isInspected) return tooMuchWork;
  const warnings = [...(report.warnings ?? [])];
  if (blankPages.length > 0) warnings.push({ code: 'pages_blank', pages: blankPages });
  if (blanks.length > 0) warnings.push({ code: 'blanks_unfilled', marks: blanks });
  if (!paper.isFaxed && paper.addressZoneIn > 0) {
    if (report.printsInAddressZone === undefined) warnings.push({ code: 'address_zone_unchecked' });
    else if (report.printsInAddressZone) warnings.push({ code: 'address_zone_used' });
  }
  if (!paper.isFaxed && drawn < report.pages)
    warnings.push({ code: isStopped ? 'not_drawn_in_advance' : 'page_slow', first: drawn + 1, last: report.pages });
  return { ok: true, warnings, pages: report.pages };
}

export const tooMuchWork = unprintable(
  'The PDF takes too much time or memory to read. Save it again with another program, with smaller images.',
);
