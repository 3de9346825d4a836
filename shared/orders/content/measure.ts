/** Measures content for a quote: counts its real pages, and stores what will be printed. */
import { sha256Hex } from '../../domain/digest.ts';
import type { GivenContent } from '../../domain/given/content.ts';
import type { QuotedContent, StoredDocument } from '../../domain/given/quoted-content.ts';
import type { FileUse, Markup, Paper } from '../../domain/paper.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';
import { unpaidDocumentKey } from '../document.ts';
import { type FileFetching, fetchFile } from './fetch-file.ts';
import { mustFit } from './fits-partner.ts';
import { type Printing, printMarkup } from './print-markup.ts';
import { printable } from './printable.ts';

/** A file as it was fetched or uploaded. `field`: its path in the request. */
interface GivenFile extends Pick<FileUse, 'isUpload'> {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly isAttachment?: boolean;
}

interface PreparedFile {
  /** The hash of the bytes as sent. */
  readonly hash: string;
  readonly pages: number;
  /** The PDF that will be printed. It lies under the key of `printing` if it is not the file itself. */
  readonly document: StoredDocument;
  readonly warnings: readonly Warning[];
}

/** Refuses a file that cannot be printed. A sound PDF is printed as it is, byte for byte. */
async function prepareFile(
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

export interface Measured {
  readonly content: QuotedContent;
  readonly warnings: readonly Warning[];
}

/** Content by itself, or an attachment in the place of content. */
interface MeasuredPart {
  readonly content: GivenContent;
  readonly isAttachment?: boolean;
}

/** Counts the real pages. It stores the bytes to print of HTML and Markdown, under `key`, and of PDFs; text is only laid out. */
export const measure = (
  deps: Deps,
  { content, ...part }: MeasuredPart,
  paper: Paper,
  printing: Printing & FileFetching,
): Promise<Measured> => {
  switch (content.kind) {
    case 'text':
      return measureText(deps, content, paper);
    case 'html':
    case 'markdown':
      return measureMarkup(deps, { ...content, kind: content.kind }, paper, printing);
    case 'pdf_url':
      return measurePdf(deps, { ...content, ...part }, paper, printing);
  }
};

async function measureText({ renderer }: Deps, { kind, value, field }: GivenContent, paper: Paper): Promise<Measured> {
  const { pages, layoutVersion, warnings } = printable(field, await renderer.measureText(value, paper));
  return { content: { kind, hash: sha256Hex(value), pages, layoutVersion }, warnings };
}

async function measureMarkup(
  deps: Deps,
  { kind, value, field }: Markup & Pick<GivenContent, 'field'>,
  paper: Paper,
  { key, network }: Printing,
): Promise<Measured> {
  const printed = printable(field, await printMarkup(deps, { kind, value }, paper, { key, network }));
  const { pages, sha256, engine, warnings } = printed;
  return { content: { kind, hash: sha256Hex(value), pages, engine, document: { key, sha256 } }, warnings };
}

async function measurePdf(
  deps: Deps,
  { kind, value, field, isAttachment }: GivenContent & Omit<MeasuredPart, 'content'>,
  paper: Paper,
  printing: Printing & FileFetching,
): Promise<Measured> {
  const { bytes, validators, isUpload } = printable(field, await fetchFile(deps, value, printing));
  const { warnings, ...prepared } = await prepareFile(deps, { field, bytes, isUpload, isAttachment }, paper, printing);
  const source = { urlHash: sha256Hex(value), ...validators };
  return { content: { kind, ...prepared, source }, warnings };
}
