/** Joins inspected PDFs into one document in a child process, which compares each page with its original. */
import type { Paper, PdfPart, Unprintable } from '../../domain/paper.ts';
import { shorteningAdvice, unprintable } from '../layout.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

/** A line of JSON from the child, which may be killed before the last one. */
export interface JoinFinding {
  /** The number of pages of each part. */
  readonly pages?: readonly number[];
  /** Base64. */
  readonly pdf?: string;
  /** Every page has the size that it had in its part. */
  readonly hasSameSizes?: true;
  readonly problem?: string;
  /** The part with the problem, from 0. */
  readonly part?: number;
}

type JoinedPdf =
  | { readonly ok: true; readonly warnings: readonly never[]; readonly pdf: Uint8Array; readonly pages: number }
  /** `part`: the part with the problem, from 0. */
  | (Unprintable & { readonly part: number });

/** Joins all pages in order. Unprintable: too many pages or bytes, damage, or annotations that programs draw differently. */
export async function joinPdfs(parts: readonly PdfPart[], paper: Paper, work: WorkOptions = {}): Promise<JoinedPdf> {
  const pages = parts.map((part) => part.pages);
  const excess = refuseTooMuch(parts, paper);
  if (excess !== undefined) return excess;
  const lengths = parts.map(({ pdf, skipsFirstPage }) => `${pdf.length}${skipsFirstPage ? '-1' : ''}`).join(',');
  const bytes = Buffer.concat(parts.map(({ pdf }) => pdf));
  const child = siblingScript('join-pdfs-child', import.meta.url);
  const { findings } = await readInChild<JoinFinding>(child, bytes, { ...work, args: [lengths] });
  const result: JoinFinding = Object.assign({}, ...findings);
  if (result.problem !== undefined) return { ...unprintable(result.problem), part: result.part ?? 0 };
  const pdf = Buffer.from(result.pdf ?? '', 'base64');
  const miscounted = pages.findIndex((count, part) => result.pages?.[part] !== count);
  // If the child was killed at a slow page, the look of the pages is unchecked. The inspection of that page gave a warning.
  if (result.hasSameSizes && miscounted === -1 && pdf.length <= paper.maxBytes)
    return { ok: true, warnings: [], pdf, pages: sumOf(pages) };
  const problem =
    'The PDF cannot be joined with others into one document. Print each of them to a new PDF and send those.';
  return { ...unprintable(problem), part: Math.max(0, miscounted) };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Refuses parts that have too many pages or bytes together; undefined if they fit. */
function refuseTooMuch(parts: readonly PdfPart[], paper: Paper): JoinedPdf | undefined {
  const pages = parts.map((part) => part.pages);
  const firstOver = (numbers: readonly number[], limit: number): number =>
    numbers.findIndex((_, index) => sumOf(numbers.slice(0, index + 1)) > limit);
  if (sumOf(pages) > paper.maxPages) {
    const front = parts.find((part) => part.front)?.front;
    const [mainPages = 0, ...attachedPages] = parts.filter((part) => !part.front).map((part) => part.pages);
    const counted = [
      `The ${paper.noun} has ${mainPages === 1 ? '1 page' : `${mainPages} pages`}`,
      front && `a ${front}`,
      attachedPages.length > 0 && `its attachments have ${sumOf(attachedPages)}`,
    ]
      .filter(Boolean)
      .join(' and ');
    const limit = `together ${sumOf(pages)}, and a ${paper.noun} has at most ${paper.maxPages}`;
    const fitsWithoutFront = sumOf([mainPages, ...attachedPages]) <= paper.maxPages;
    const fix = fitsWithoutFront ? `Leave out the ${front}, or shorten the ${paper.noun}.` : shorteningAdvice(paper);
    const part = fitsWithoutFront ? 0 : firstOver(pages, paper.maxPages);
    return { ...unprintable(`${counted}: ${limit}. ${fix}`), part };
  }
  const bytes = parts.map(({ pdf }) => pdf.length);
  if (sumOf(bytes) <= paper.maxBytes) return undefined;
  const size = `${(sumOf(bytes) / 1_000_000).toFixed(1)} MB`;
  const problem = `The ${paper.noun} and its attachments total ${size}, and at most ${paper.maxBytes / 1_000_000} MB is allowed. Use smaller images, or send it in parts.`;
  return { ...unprintable(problem), part: firstOver(bytes, paper.maxBytes) };
}
