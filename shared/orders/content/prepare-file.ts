/** Makes a caller's file into the PDF that will be printed, and stores it. */

import { sha256Hex } from '../../domain/digest.ts';
import type { FileUse, Paper } from '../../domain/paper.ts';
import type { StoredDocument } from '../../domain/quoted-content.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';
import { unpaidDocumentKey } from '../document.ts';
import { mustFit } from './fits-partner.ts';
import type { Printing } from './print-markup.ts';
import { printable } from './printable.ts';

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
  readonly warnings: readonly Warning[];
}

/** Refuses a file that cannot be printed. A sound PDF is printed as it is, byte for byte. */
export async function prepareFile(
  { documents, renderer }: Deps,
  { field, bytes, isUpload, isAttachment = false }: GivenFile,
  paper: Paper,
  { key, network, partnerTakes }: Printing,
): Promise<PreparedFile> {
  const hash = sha256Hex(bytes);
  const opened = await renderer.openFile(bytes, { paper, isAttachment, isUpload }, network);
  const { pdf, pages, warnings } = printable(field, opened);
  mustFit(pdf, partnerTakes, paper, field);
  const sha256 = sha256Hex(pdf);
  // A PDF that is quoted again and again is stored once.
  const document = { key: sha256 === hash ? unpaidDocumentKey(sha256) : key, sha256 };
  await documents.put(document.key, pdf);
  return { hash, pages, document, warnings };
}
