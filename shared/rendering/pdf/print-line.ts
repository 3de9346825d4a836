/** Prints a line on the last page of an inspected PDF, in a separate process that looks for free room on it. */
import type { Paper, Rendered } from '../../core/paper.ts';
import { advanceOf } from '../font/characters.ts';
import { unitsPerEm } from '../font/font-advances.ts';
import { sheetPt } from '../layout.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';
import { writeTextPdf } from '../text/write-pdf.ts';

/** One finding of the child, a line of JSON. It may be killed before the last. */
export interface LineFinding {
  /** Base64. */
  readonly pdf?: string;
  /** Every page has its size and look, but for the line. */
  readonly isSound?: true;
  /** No strip of the last page is free. */
  readonly isFull?: true;
}

/** The line in points: a PDF of one page has it there, and nothing else. */
export interface SetLine {
  /** The lengths of the document and of the PDF of the line, which follow each other. */
  readonly lengths: readonly [document: number, line: number];
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  readonly paper: Paper;
}

export const lineLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

const fontSizePt = 9;

/** Partners print no closer to the edge of the paper, in points. */
export const edgePt = 18;

export async function printLine(
  pdf: Uint8Array,
  line: string,
  paper: Paper,
  { network = 'unknown', limits = lineLimits }: { readonly network?: string; readonly limits?: WorkLimits } = {},
): Promise<Rendered<{ readonly pdf: Uint8Array }>> {
  const units = Array.from(line).reduce((sum, character) => sum + (advanceOf(character.codePointAt(0) ?? 0) ?? 0), 0);
  const width = Math.ceil((units / unitsPerEm) * fontSizePt);
  const [wide, high] = sheetPt(paper);
  if (width > wide - 2 * edgePt) return { ok: false, problem: tooLong };
  const [left, baseline] = [100, 100];
  const lines = [{ text: line, xPt: left, baselinePt: high - baseline }];
  const set = await writeTextPdf({ paper: { ...paper, fontSizePt }, pages: [lines] }, { title: '' });
  const place: SetLine = {
    lengths: [pdf.length, set.length],
    left,
    // The descenders of Tinos reach a fifth of its size below the baseline.
    bottom: baseline - 2,
    width,
    height: fontSizePt + 1,
    paper,
  };
  const { findings } = await readInChild<LineFinding>(
    besideModule('print-line-child', import.meta.url),
    Buffer.concat([pdf, set]),
    { limits, network, args: [JSON.stringify(place)] },
  );
  const found: LineFinding = Object.assign({}, ...findings);
  if (found.isFull) return { ok: false, problem: noRoom };
  if (!found.isSound || found.pdf === undefined) return { ok: false, problem: unprintable };
  return { ok: true, warnings: [], pdf: Buffer.from(found.pdf, 'base64') };
}

const noRoom =
  'the last page has no room for it at its foot. Leave half an inch free there, end with another page, or leave verify_mark out.';
const tooLong = 'the address of this service is too long for one line: leave verify_mark out.';
const unprintable =
  'the last page of the PDF cannot be printed with it. Print the document to a new PDF and send that, or leave verify_mark out.';
