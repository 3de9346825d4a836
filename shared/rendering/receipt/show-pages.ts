/** Adds the pages of documents to a file of evidence, in a separate process. */
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';

/** `isPictured`: another program made it, and its fonts or colors might break PDF/A. */
export interface ShownDocument {
  readonly name: 'document' | 'signature';
  readonly pdf: Uint8Array;
  readonly isPictured: boolean;
}

export interface PagesWork {
  /** The file of evidence and the documents, which follow each other. */
  readonly lengths: readonly number[];
  readonly isPictured: readonly boolean[];
  readonly mostPictures: number;
  /** The room for a page in its frame, in points. */
  readonly area: readonly [left: number, bottom: number, width: number, height: number];
}

/** `part`: a document that cannot be shown. */
export interface PagesFinding {
  readonly pdf?: string;
  readonly part?: number;
}

const limits: WorkLimits = { timeMs: 5_000, patienceMs: 18_000, memoryBytes: 600_000_000 };

/** Eight pictures take about a second. */
const mostPictures = 8;

/** A Lambda function answers with 6 MB at most, and base64 takes a third more. */
const mostBytes = 4_400_000;

/** `evidence` ends with one frame for each document. Without `pdf`, `shown` has those that may be tried again. */
export async function framePages(
  evidence: Uint8Array,
  shown: readonly ShownDocument[],
  area: PagesWork['area'],
): Promise<{ readonly pdf: Uint8Array } | { readonly shown: readonly ShownDocument[] }> {
  const all = [evidence, ...shown.map(({ pdf }) => pdf)];
  const isPictured = shown.map((one) => one.isPictured);
  const work: PagesWork = { lengths: all.map(({ length }) => length), isPictured, mostPictures, area };
  const child = besideModule('show-pages-child', import.meta.url);
  const around = { limits, network: 'evidence', args: [JSON.stringify(work)] };
  // On a machine without time for them, the file comes without its pages.
  const { findings } = await readInChild<PagesFinding>(child, Buffer.concat(all), around).catch(() => ({
    findings: [],
  }));
  const written = findings.flatMap(({ pdf }) => (pdf === undefined ? [] : [Buffer.from(pdf, 'base64')]))[0];
  if (written !== undefined && written.length <= mostBytes) return { pdf: written };
  const failed = findings.flatMap(({ part }) => part ?? []);
  return { shown: failed.length === 0 ? [] : shown.filter((_, part) => !failed.includes(part)) };
}
