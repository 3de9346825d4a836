/** Reads a .docx into HTML, in a separate process. The browser prints it like any other HTML. */
import type { FileUse, Paper, Rendered } from '../../core/paper.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import { sizeOf } from '../layout.ts';
import { inspectLimits } from '../pdf/inspect-pdf.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { Notices } from './notices.ts';

export type DocxFinding = { readonly problem: string } | ({ readonly html: string } & Notices);

/** Throws `MachineBusy`. */
export async function readDocx(
  docx: Uint8Array,
  { paper, isAttachment }: Pick<FileUse, 'paper' | 'isAttachment'>,
  network: string,
): Promise<Rendered<{ readonly html: string }>> {
  const child = besideModule('docx-child', import.meta.url);
  const { findings, excess } = await readInChild<DocxFinding>(child, docx, { limits: inspectLimits, network });
  const [found] = findings;
  if (found === undefined) return { ok: false, problem: excess === undefined ? unreadable : tooMuchWork };
  if ('problem' in found) return { ok: false, ...found };
  const zoneIn = isAttachment ? 0 : paper.addressZoneIn;
  const room = zoneIn === 0 ? '' : `<div style="height: ${zoneIn - paper.marginIn}in"></div>`;
  return { ok: true, warnings: warningsOf(found, paper), html: room + found.html };
}

function warningsOf({ leftOut, moved, hasChanges, missing }: Notices, paper: Paper): Warning[] {
  const warnings: Warning[] = [{ code: 'docx_set_anew', sheet: sizeOf(paper) }];
  if (leftOut.length > 0) warnings.push({ code: 'docx_left_out', kinds: leftOut });
  if (moved.length > 0) warnings.push({ code: 'docx_moved', kinds: moved });
  if (missing !== undefined) warnings.push({ code: 'docx_words_missing', count: missing.count, words: missing.words });
  if (hasChanges) warnings.push({ code: 'docx_changes_accepted' });
  return warnings;
}

const unreadable = 'The document cannot be read: it is damaged. Save it anew, or as a PDF.';
const tooMuchWork = 'The document takes too much time or memory to read. Save it as a PDF and send that.';
