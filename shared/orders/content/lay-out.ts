/**
 * Lays out content on pages: counts a document's pages, then writes its PDF. The PDF of HTML or of a file is written and stored
 * right away. The PDF of a text is written only when it is needed.
 */
import { sha256Hex } from '../../domain/ids.ts';
import {
  type ByteBudget,
  budgetForAllFiles,
  isWordFile,
  maxFileBytes,
  type SentContent,
  type SentDocument,
  saveAsPdf,
  tooLargeTogether,
} from '../../domain/input/content.ts';
import {
  authorWarnings,
  contentHashOf,
  type QuotedContent,
  type StoredDocument,
  type Validators,
} from '../../domain/input/quoted-content.ts';
import {
  attachPage,
  typeOfBytes,
  type Upload,
  type UploadType,
  uploadIdIn,
  uploadKey,
} from '../../domain/input/upload.ts';
import type { FrontPage, Paper, PdfPart, Rendered, Unprintable } from '../../domain/paper.ts';
import { Refusal, type RefusalDetails } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { capitalized } from '../../domain/text.ts';
import type { Warning } from '../../domain/warnings.ts';
import type { Deps } from '../deps.ts';
import { unpaidDocumentKey, unpaidPartKey } from '../document.ts';
import { printable } from '../renderer.ts';

export interface FileFetching {
  /** The base URL under which the caller reached the service. */
  readonly baseUrl: string;
  /** The size limit that all files of a request share. */
  readonly budget?: ByteBudget;
}

/** `key`: where the PDF is stored. `network`: the caller's. `maxPdfBytes`: the most that the partner accepts. */
export interface Printing extends FileFetching {
  readonly key: string;
  readonly network: string;
  readonly maxPdfBytes?: number | undefined;
  /** The content comes after other pages. */
  readonly isAttachment?: boolean;
}

export interface LaidOutContent {
  readonly content: QuotedContent;
  readonly warnings: readonly Warning[];
  /** Returns the PDF of these pages. Only the PDF of a text is written at this call, with this title. */
  readonly write: (title: string) => Promise<Uint8Array>;
}

/** Lays out one content, without a front page or attachments. */
export async function layOut(
  deps: Deps,
  { kind, value, field }: SentContent,
  paper: Paper,
  printing: Printing,
): Promise<LaidOutContent> {
  const { clock, documents, log, renderer } = deps;
  const { key, network, maxPdfBytes, isAttachment = false } = printing;
  switch (kind) {
    case 'text': {
      const laidOut = printable(field, await renderer.layOutText(value, paper));
      const { pages, layoutVersion, warnings, write } = laidOut;
      return {
        content: { kind, hash: sha256Hex(value), pages, layoutVersion },
        warnings: [...authorWarnings(kind, value), ...warnings],
        write,
      };
    }
    case 'html':
    case 'markdown': {
      const startedAt = clock.now();
      const printed = await renderer.printMarkup({ kind, value }, paper, key, network);
      // A print that times out throws, so it isn't measured.
      log.measure('renderMs', clock.now() - startedAt);
      const { pages, sha256, engine, warnings } = printable(field, printed);
      const document = { key, sha256 };
      const content = { kind, hash: sha256Hex(value), pages, engine, document };
      return {
        content,
        warnings: [...authorWarnings(kind, value), ...warnings],
        write: () => readStored(deps, document),
      };
    }
    case 'pdf_url': {
      const { bytes, validators, uploadId } = printable(field, await fetchFile(deps, value, printing));
      const isUpload = uploadId !== undefined;
      const opened = await renderer.openFile(bytes, { paper, isAttachment, isUpload }, network);
      const { pdf, pages, warnings } = printable(field, opened);
      mustFit(pdf, maxPdfBytes, paper, field);
      const hash = sha256Hex(bytes);
      if (isUpload) printable(field, await bindFile(deps, uploadId, hash));
      const sha256 = sha256Hex(pdf);
      // A PDF that is quoted again and again is stored once.
      const document = { key: sha256 === hash ? unpaidDocumentKey(sha256) : key, sha256 };
      await documents.put(document.key, pdf);
      const source = { urlHash: sha256Hex(value), uploadId, ...validators };
      return { content: { kind, hash, pages, document, source }, warnings, write: async () => pdf };
    }
  }
}

/** Reads the stored document and checks by its hash that it is unchanged. */
export async function readStored({ documents }: Deps, { key, sha256 }: StoredDocument): Promise<Uint8Array> {
  const pdf = await documents.get(key);
  if (pdf === undefined || sha256Hex(pdf) !== sha256) throw new Error('a document part is missing or has changed');
  return pdf;
}

/** Lays out a document for a quote. A front page and attachments are joined with the content into one PDF. */
export async function layOutDocument(
  deps: Deps,
  sent: SentDocument,
  sheet: Paper,
  printing: Printing,
): Promise<LaidOutContent> {
  const { content, attachments, front } = sent;
  // After a front page, the content needs no free space for the addresses.
  const addressZoneIn = front === undefined ? sheet.addressZoneIn : 0;
  const paper = { ...sheet, addressZoneIn, isFitted: sent.isFitted === true };
  if (attachments.length === 0 && front === undefined) return layOut(deps, content, paper, printing);
  const together = { ...printing, budget: budgetForAllFiles() };
  const printingOf = (part: number) => ({ ...together, key: unpaidPartKey(printing.key, part) });
  const files = new Map<string, Promise<LaidOutContent>>();
  for (const file of attachments) {
    // A URL that is attached several times is fetched once.
    if (files.has(file.value)) continue;
    const filePrinting = { ...printingOf(files.size + 1), isAttachment: true };
    files.set(file.value, layOut(deps, { kind: 'pdf_url', ...file }, paper, filePrinting));
  }
  const parts = await allInOrder([
    layOut(deps, content, paper, printingOf(0)),
    ...attachments.flatMap(({ value }) => files.get(value) ?? []),
  ]);
  return joinAll(deps, sent, parts, { ...printing, paper });
}

/** Joins all parts into one PDF. In `parts`, the content comes first, then the attachments. */
async function joinAll(
  deps: Deps,
  { content, attachments, front, path }: SentDocument,
  parts: readonly LaidOutContent[],
  { paper, key, network, maxPdfBytes }: Printing & { readonly paper: Paper },
): Promise<LaidOutContent> {
  const title = capitalized(paper.noun);
  const written = await Promise.all(
    parts.map(async ({ content: { pages }, write }) => ({ pdf: await write(title), pages })),
  );
  const pagesAfter = written.reduce((sum, { pages }) => sum + pages, 0);
  const frontParts = front === undefined ? [] : [await frontPart(deps, front, pagesAfter, { paper, path })];
  const joined = await deps.renderer.joinPdfs([...frontParts, ...written], paper, network);
  const fields = [...(front ? [frontField(front, path)] : []), ...[content, ...attachments].map(({ field }) => field)];
  const { pdf, pages } = printable(joined.ok ? '' : (fields[joined.part] ?? ''), joined);
  mustFit(pdf, maxPdfBytes, paper, attachments.length === 0 ? content.field : `${path}attachments`);
  await deps.documents.put(key, pdf);
  const [first, ...others] = parts.map((part) => part.content);
  if (first === undefined) throw new Error('a document has no content');
  const hashes = {
    content: first.hash,
    ...(others.length > 0 && {
      attachments: others.map(({ hash, source, pages: count }) => ({ hash, source, pages: count })),
    }),
  };
  const warnings: Warning[] = [];
  let pagesBefore = frontParts.length;
  for (const part of parts) {
    for (const warning of part.warnings) warnings.push(...shiftPages(warning, pagesBefore));
    pagesBefore += part.content.pages;
  }
  return {
    content: {
      ...first,
      engine: parts.find((part) => part.content.engine)?.content.engine,
      hash: contentHashOf(hashes),
      parts: hashes,
      pages,
      document: { key, sha256: sha256Hex(pdf) },
    },
    warnings,
    write: async () => pdf,
  };
}

const frontField = (front: FrontPage, path: SentDocument['path']): string =>
  front === 'addresses' ? `${path}address_page` : `${path}cover`;

async function frontPart(
  { renderer }: Deps,
  front: FrontPage,
  pagesAfter: number,
  { paper, path }: { readonly paper: Paper } & Pick<SentDocument, 'path'>,
): Promise<PdfPart> {
  const drawn = await renderer.writeFrontPage(front, pagesAfter + 1, paper);
  const field = frontField(front, path);
  const { pdf } = printable(drawn.member === undefined ? field : `${field}.${drawn.member}`, drawn);
  return { pdf, pages: 1, front: front === 'addresses' ? 'page for its addresses' : 'cover sheet' };
}

/** Stores the document with a new front page, because a cover sheet has the order's fax number and the day of its quote. */
export async function replaceFrontPage(
  deps: Deps,
  front: FrontPage,
  quoted: { readonly pdf: Uint8Array; readonly pages: number },
  printing: Omit<Printing, 'baseUrl'> & { readonly paper: Paper } & Pick<SentDocument, 'path'>,
): Promise<StoredDocument> {
  const { paper, key, network, maxPdfBytes, path } = printing;
  const pages = quoted.pages - 1;
  const parts = [await frontPart(deps, front, pages, printing), { pdf: quoted.pdf, pages, skipsFirstPage: true }];
  const field = frontField(front, path);
  const { pdf } = printable(field, await deps.renderer.joinPdfs(parts, paper, network));
  mustFit(pdf, maxPdfBytes, paper, field);
  await deps.documents.put(key, pdf);
  return { key, sha256: sha256Hex(pdf) };
}

/** Shifts the page numbers of a warning about a later part. Only page 1 of the document has an address zone. */
export function shiftPages(warning: Warning, pagesBefore: number): Warning[] {
  if (pagesBefore === 0) return [warning];
  if (warning.code === 'address_zone_used' || warning.code === 'address_zone_unchecked') return [];
  if ('pages' in warning) return [{ ...warning, pages: warning.pages.map((page) => page + pagesBefore) }];
  if ('first' in warning) return [{ ...warning, first: warning.first + pagesBefore, last: warning.last + pagesBefore }];
  return [warning];
}

/** Refuses a document that its partner would not accept, before anyone pays for it. */
export function mustFit(pdf: Uint8Array, maxBytes: number | undefined, { noun }: Paper, field: string): void {
  if (maxBytes === undefined || pdf.length <= maxBytes) return;
  const megabytes = (bytes: number): string => `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;
  throw new Refusal(
    'content_refused',
    `${field}: the PDF of the ${noun} is ${megabytes(pdf.length)}, and our partner accepts at most ${megabytes(maxBytes)}. Send a smaller PDF, for example with lower-resolution pictures.`,
    { field, details: { kind: 'too_long' } },
  );
}

/** Waits for all tasks, so that none is left running. If several fail, throws the error of the first one in the list. */
export async function allInOrder<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

export const fileProblem = (problem: string, details?: RefusalDetails): Unprintable => ({
  ok: false,
  problem,
  details,
});

/** The problem of an upload whose file is missing, or isn't the file that was promised. */
const uploadProblem = (problem: string): Unprintable => fileProblem(problem, { kind: 'upload_lost' });

/**
 * Fetches a file for a quote. `validators`: those of its server, so an upload has none. `uploadId`: only of an upload, which may
 * also be a picture.
 */
async function fetchFile(
  deps: Deps,
  url: string,
  { baseUrl, budget }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array; readonly validators: Validators; readonly uploadId?: string }>> {
  const id = uploadIdIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdf(url, budget);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf } : fetched;
  }
  const upload = await deps.uploads.get(id);
  const now = deps.clock.now();
  if (upload === undefined || upload.keepUntil <= now)
    return uploadProblem('This upload is unknown, or more than a day old: request a new one at /uploads.');
  const bytes = await deps.documents.get(uploadKey(id));
  const page = attachPage(baseUrl, id);
  if (bytes === undefined)
    return upload.expiresAt > now
      ? fileProblem(
          `No file has been uploaded yet. Send it to put_url, or have it attached at ${page}, then quote again.`,
          { kind: 'upload_lost', page },
        )
      : uploadProblem('No file was uploaded in time: request a new upload at /uploads.');
  if (budget?.(bytes.length) === false) return fileProblem(tooLargeTogether);
  const hash = sha256Hex(bytes);
  const type = typeOfBytes(bytes);
  const fault = faultOf(upload, bytes, hash, type);
  return fault ?? { ok: true, warnings: [], bytes, uploadId: id, validators: {} };
}

/** Binds the upload to its first printable file. Later quotes refuse a different file. An unprintable file can be replaced. */
async function bindFile({ uploads }: Deps, id: string, hash: string): Promise<Rendered<object>> {
  const bound = await update(uploads, id, (current) =>
    current === undefined || current.quotedSha256 !== undefined ? current : { ...current, quotedSha256: hash },
  );
  if (bound?.quotedSha256 === hash) return { ok: true, warnings: [] };
  return uploadProblem(
    'The file of this upload was replaced after it was quoted: request a new upload at /uploads, and send the right file there.',
  );
}

/** Checks the file again, although the store has already checked most of this, because a quote doesn't rely on the store. */
function faultOf(
  { promised }: Upload,
  bytes: Uint8Array,
  hash: string,
  type: UploadType | undefined,
): Unprintable | undefined {
  if (bytes.length === 0) return uploadProblem('The uploaded file is empty: request a new upload at /uploads.');
  if (bytes.length > maxFileBytes)
    return fileProblem(`The uploaded file is larger than ${maxFileBytes / 1_000_000} MB: upload a smaller one.`);
  if (isWordFile(bytes)) return fileProblem(saveAsPdf, { kind: 'word_file' });
  if (promised === undefined) return undefined;
  const fix = 'request a new upload at /uploads for this file.';
  if (bytes.length !== promised.size)
    return uploadProblem(`The uploaded file is ${bytes.length} bytes, but ${promised.size} were promised: ${fix}`);
  if (promised.sha256 !== undefined && hash !== promised.sha256)
    return uploadProblem(`The uploaded file is not the one whose SHA-256 was promised: ${fix}`);
  const names = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG picture', 'image/png': 'PNG picture' };
  // A file of another type is refused when it is opened.
  if (type === undefined || type === promised.type) return undefined;
  return uploadProblem(
    `The uploaded file is not the ${names[promised.type]} that its content_type promised, but a ${names[type]}: ${fix}`,
  );
}
