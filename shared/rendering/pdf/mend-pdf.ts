/** Mends a PDF that the inspector refused, if the same pages can be printed without a change to what they show. */
import type { Paper } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import { sizeOf } from '../layout.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import { tooMuchWork } from './inspect-pdf.ts';

/** The child's report. Pages count from 1. */
export interface Mending {
  /** Lay on their side, and were turned by a quarter. */
  readonly turned: readonly number[];
  /** Had another size than the paper by a trifle, or none. */
  readonly fitted: readonly number[];
  /** Had another size, and were shrunk as was asked; the smallest percentage. */
  readonly shrunk: readonly number[];
  readonly percent: number;
  /** The size that the first page had which was turned or shrunk. */
  readonly inches: { readonly turned: string; readonly shrunk: string };
  readonly links: boolean;
  readonly files: boolean;
  readonly scripts: boolean;
  /** Against changes; everybody could open it. */
  readonly protection: boolean;
  /** The new PDF in base64. */
  readonly pdf: string;
}

export interface Mended {
  readonly pdf: Uint8Array;
  readonly warnings: readonly Warning[];
  readonly isFirstTurned: boolean;
}

/** The child found, once it had opened the file, what is wrong with it. */
export type MendFinding = Mending | { readonly problem: string };

/**
 * `undefined` if it cannot be mended, so that the refusal by the inspector stands; a refusal that is truer where there
 * is one. Nobody has inspected the new PDF yet. Throws `MachineBusy`.
 */
export async function mendPdf(
  pdf: Uint8Array,
  paper: Paper,
  network: string,
): Promise<Mended | { readonly problem: string } | undefined> {
  const child = besideModule('mend-pdf-child', import.meta.url);
  const args = [JSON.stringify(paper)];
  const { findings, excess } = await readInChild<MendFinding>(child, pdf, { network, args });
  const [mending] = findings;
  if (mending === undefined) return excess === undefined ? undefined : tooMuchWork;
  if ('problem' in mending) return mending;
  return {
    pdf: Buffer.from(mending.pdf, 'base64'),
    warnings: warningsOf(mending, paper),
    isFirstTurned: mending.turned.includes(1),
  };
}

function warningsOf(
  { turned, fitted, shrunk, percent, inches, links, files, scripts, protection }: Mending,
  paper: Paper,
): Warning[] {
  const sheet = sizeOf(paper);
  const warnings: Warning[] = [];
  if (turned.length > 0) warnings.push({ code: 'pages_turned', pages: turned, inches: inches.turned });
  if (fitted.length > 0) warnings.push({ code: 'pages_fitted', pages: fitted, sheet });
  if (shrunk.length > 0) warnings.push({ code: 'pages_shrunk', pages: shrunk, inches: inches.shrunk, sheet, percent });
  if (protection) warnings.push({ code: 'protection_left_out' });
  if (scripts) warnings.push({ code: 'form_scripts_left_out' });
  if (links) warnings.push({ code: 'links_left_out' });
  if (files) warnings.push({ code: 'attached_files_left_out' });
  return warnings;
}
