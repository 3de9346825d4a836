/** Makes a caller's file into the PDF that will be printed, and stores it. */

import { sha256Hex } from '../../core/digest.ts';
import type { FileUse, Paper, Rendered } from '../../core/paper.ts';
import type { StoredDocument } from '../../core/quoted-content.ts';
import type { Warning } from '../../core/warnings/warning.ts';
import { unpaidDocumentKey } from '../../fulfilment/document.ts';
import type { Documents } from '../../ports/documents.ts';
import { mustFit } from './fits-partner.ts';
import { type PrintDeps, type Printing, printMarkup } from './print-markup.ts';
import { printable } from './printable.ts';

export type PrepareDeps = PrintDeps & { readonly documents: Documents };

/** A file as it was fetched or uploaded. `field`: its path in the request. */
export interface GivenFile extends Pick<FileUse, 'isUpload'> {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly isAttachment?: boolean;
}

export interface PreparedFile {
  /** The hash of the bytes as sent. */
  readonly hash: string;
  readonly pages: number;
  /** The PDF that will be printed. It lies under the key of `printing` if it is not the file itself. */
  readonly document: StoredDocument;
  /** The browser that counted the pages, if one did that is not the shipped one. */
  readonly engine?: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Refuses a file that cannot be printed. A sound PDF is printed as it is, byte for byte. */
export async function prepareFile(
  deps: PrepareDeps,
  { field, bytes, isUpload, isAttachment = false }: GivenFile,
  paper: Paper,
  { key, network, partnerTakes }: Printing,
): Promise<PreparedFile> {
  const hash = sha256Hex(bytes);
  const opened = printable(field, await deps.renderer.openFile(bytes, { paper, isAttachment, isUpload }, network));
  if ('html' in opened) {
    const result = await printMarkup(deps, { kind: 'html', value: opened.html }, paper, { key, network });
    const { sha256, pages, engine, warnings } = printable(field, aboutDocument(result));
    const others = isAttachment ? warnings.filter(({ code }) => !code.startsWith('address_zone_')) : warnings;
    return { hash, pages, engine, document: { key, sha256 }, warnings: [...opened.warnings, ...others] };
  }
  const { pdf, pages, warnings } = opened;
  mustFit(pdf, partnerTakes, paper, field);
  const sha256 = sha256Hex(pdf);
  // A PDF that is quoted again and again is stored once.
  const document = { key: sha256 === hash ? unpaidDocumentKey(sha256) : key, sha256 };
  await deps.documents.put(document.key, pdf);
  return { hash, pages, document, warnings };
}

/** The caller has sent no HTML, and can do more about the document than about its HTML. */
function aboutDocument<T>(result: Rendered<T>): Rendered<T> {
  if (result.ok) return result;
  const problem = result.problem.replaceAll('The HTML', 'The document');
  const cure =
    result.code !== undefined || problem.includes('a PDF') ? '' : ' Or save the document as a PDF and send that.';
  return { ...result, problem: problem + cure };
}
