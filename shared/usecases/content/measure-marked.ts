/** Measures content that carries the sender's marks: the whole document is written when it is quoted. */

import { sha256Hex } from '../../core/digest.ts';
import type { GivenContent } from '../../core/given/content.ts';
import { contentHashOf } from '../../core/given/content-hash.ts';
import type { PreparedMarks } from '../../core/given/marks.ts';
import type { GivenMarks } from '../../core/given/sender-marks.ts';
import type { Paper } from '../../core/paper.ts';
import type { QuotedContent, StoredDocument } from '../../core/quoted-content.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import { capitalised } from '../../core/words.ts';
import type { Documents } from '../../ports/documents.ts';
import { prepareMarks, quotedMarks } from './prepare-marks.ts';
import { type PrintDeps, type Printing, printMarkup } from './print-markup.ts';
import { printable } from './printable.ts';

type MarkedDeps = PrintDeps & { readonly documents: Documents };

export async function measureMarked(
  deps: MarkedDeps,
  content: GivenContent,
  given: GivenMarks,
  paper: Paper,
  printing: Printing,
): Promise<{ readonly content: QuotedContent; readonly warnings: readonly Warning[] }> {
  const marks = await prepareMarks(deps, given, paper, printing.network);
  const { warnings, ...written } = await write(deps, content, marks, paper, printing);
  const parts = { content: sha256Hex(content.value), ...quotedMarks(given) };
  return { content: { kind: content.kind, hash: contentHashOf(parts), parts, ...written }, warnings };
}

interface WrittenPart {
  readonly pages: number;
  readonly engine?: string;
  readonly document: StoredDocument;
  readonly warnings: readonly Warning[];
}

async function write(
  deps: MarkedDeps,
  { kind, value, field }: GivenContent,
  marks: PreparedMarks,
  paper: Paper,
  { key, network }: Printing,
): Promise<WrittenPart> {
  if (kind !== 'text') {
    if (kind === 'pdf_url') throw new Error('a PDF takes no marks');
    const printed = printable(field, await printMarkup(deps, { kind, value }, paper, { key, network, marks }));
    const { pages, sha256, engine, warnings } = printed;
    return { pages, engine, document: { key, sha256 }, warnings };
  }
  const { renderer, documents } = deps;
  const text = printable(field, await renderer.writeText(value, paper, capitalised(paper.noun), marks));
  // Text alone is black on white, but a picture may have what a fax loses.
  const unfit = paper.isFaxed ? printable(field, await renderer.inspectPdf(text.pdf, paper, network)).warnings : [];
  await documents.put(key, text.pdf);
  const document = { key, sha256: sha256Hex(text.pdf) };
  return { pages: text.pages, document, warnings: [...text.warnings, ...unfit] };
}
