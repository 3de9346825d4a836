/** Repairs a PDF that the inspector refused, if that does not change what its pages show. */
import type { Paper, Unprintable } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings.ts';
import { sheetSize } from '../layout.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import { tooMuchWork } from './inspect-pdf.ts';

/** The child's repairs and removals, or the problem that it found in the unlocked file. Pages are counted from 1. */
export type RepairFinding =
  | Pick<Unprintable, 'problem' | 'details'>
  | {
      /** Pages that were sideways, and were rotated by 90 degrees. */
      readonly turned: readonly number[];
      /** Pages that had almost the right size, or none. */
      readonly fitted: readonly number[];
      /** Pages of a different size that were shrunk at the sender's request. */
      readonly shrunk: readonly number[];
      /** The smallest scale of the shrunk pages. */
      readonly percent: number;
      /** The original sizes of the first turned page and of the first shrunk one, such as `11 x 8.5`; empty without one. */
      readonly inches: { readonly turned: string; readonly shrunk: string };
      /** Links out of the file, attached files, and scripts, which the child removed. */
      readonly hadLinks: boolean;
      readonly hadFiles: boolean;
      readonly hadScripts: boolean;
      /** The file was protected against changes, but anyone could open it. */
      readonly wasProtected: boolean;
      /** Base64. */
      readonly pdf: string;
    };

/**
 * The repaired PDF, which is not inspected yet, or a better error than the inspector's. `undefined` if the file cannot
 * be repaired, so the inspector's error is the right one. Throws `MachineBusy`.
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
  const sheet = sheetSize(paper);
  const warnings: Warning[] = [];
  if (turned.length > 0) warnings.push({ code: 'pages_turned', pages: turned, inches: inches.turned });
  if (fitted.length > 0) warnings.push({ code: 'pages_fitted', pages: fitted, sheet });
  if (shrunk.length > 0) warnings.push({ code: 'pages_shrunk', pages: shrunk, inches: inches.shrunk, sheet, percent });
  if (repair.wasProtected) warnings.push({ code: 'protection_left_out' });
  if (repair.hadScripts) warnings.push({ code: 'form_scripts_left_out' });
  if (repair.hadLinks) warnings.push({ code: 'links_left_out' });
  if (repair.hadFiles) warnings.push({ code: 'attached_files_left_out' });
  return { pdf: Buffer.from(repair.pdf, 'base64'), warnings, isFirstTurned: turned.includes(1) };
}
