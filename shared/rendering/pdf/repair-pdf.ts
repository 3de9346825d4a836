/** Repairs a PDF that the inspector refused, if its pages can be printed without changing what they show. */
import type { Paper, Unprintable } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import { sizeOf } from '../layout.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import { tooMuchWork } from './inspect-pdf.ts';

/** The child's report. Pages count from 1. */
interface Repair {
  /** Lay on their side, and were turned by a quarter. */
  readonly turned: readonly number[];
  /** Had another size than the paper by a trifle, or none. */
  readonly fitted: readonly number[];
  /** Had another size, and were shrunk at the sender's request; the smallest percentage. */
  readonly shrunk: readonly number[];
  readonly percent: number;
  /** The size that the first page had which was turned or shrunk. */
  readonly inches: { readonly turned: string; readonly shrunk: string };
  readonly links: boolean;
  readonly files: boolean;
  readonly scripts: boolean;
  /** Protection against changes; anyone could open the file. */
  readonly protection: boolean;
  /** The new PDF in base64. */
  readonly pdf: string;
}

/** The child's finding. A problem is what it saw once it had opened the file. */
export type RepairFinding = Repair | Pick<Unprintable, 'problem' | 'details'>;

/**
 * `undefined` if it cannot be repaired, so that the inspector's refusal applies; a better refusal if the child has
 * one. The new PDF is not inspected yet. Throws `MachineBusy`.
 */
export async function repairPdf(
  pdf: Uint8Array,
  paper: Paper,
  network: string,
): Promise<
  | { readonly pdf: Uint8Array; readonly warnings: readonly Warning[]; readonly isFirstTurned: boolean }
  | Pick<Unprintable, 'problem' | 'details'>
  | undefined
> {
  const child = siblingScript('repair-pdf-child', import.meta.url);
  const args = [JSON.stringify(paper)];
  const { findings, excess } = await readInChild<RepairFinding>(child, pdf, { network, args });
  const [repair] = findings;
  if (repair === undefined) return excess === undefined ? undefined : tooMuchWork;
  if ('problem' in repair) return repair;
  const { turned, fitted, shrunk, percent, inches } = repair;
  const sheet = sizeOf(paper);
  const warnings: Warning[] = [];
  if (turned.length > 0) warnings.push({ code: 'pages_turned', pages: turned, inches: inches.turned });
  if (fitted.length > 0) warnings.push({ code: 'pages_fitted', pages: fitted, sheet });
  if (shrunk.length > 0) warnings.push({ code: 'pages_shrunk', pages: shrunk, inches: inches.shrunk, sheet, percent });
  if (repair.protection) warnings.push({ code: 'protection_left_out' });
  if (repair.scripts) warnings.push({ code: 'form_scripts_left_out' });
  if (repair.links) warnings.push({ code: 'links_left_out' });
  if (repair.files) warnings.push({ code: 'attached_files_left_out' });
  return { pdf: Buffer.from(repair.pdf, 'base64'), warnings, isFirstTurned: turned.includes(1) };
}
