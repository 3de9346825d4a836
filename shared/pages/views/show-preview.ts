/** Shows a document to anyone with the order's pay link or the quote's id: pages as pictures, the PDF, or its text. */

import { isId } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { sheetOf } from '../../domain/product.ts';
import { notFound } from '../../domain/refusal.ts';
import { writeNow } from '../../orders/content/quoted-document.ts';
import type { Deps } from '../../orders/deps.ts';
import {
  findDocument,
  isDocumentRetained,
  previewKey,
  readDocument,
  unpaidDocumentKey,
} from '../../orders/document.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { productNamed } from '../../products/index.ts';
import { documentDeleted } from '../message.ts';
import { shownPages } from './show-pay-page.ts';

type ReadPdf = () => Promise<Uint8Array | undefined>;

/** Draws page `number` of the document of a job or a quote, unless its picture is stored. */
async function drawPage(
  { documents, renderer }: Deps,
  { id, product, pages }: { readonly id: string; readonly product: Job['product']; readonly pages: number },
  number: string,
  read: ReadPdf,
  network: string,
): Promise<Uint8Array> {
  const page = /^[1-9]\d{0,2}$/.test(number) ? Number(number) : 0;
  if (page < 1 || page > pages) throw notFound();
  const key = previewKey(id, page);
  const stored = await documents.get(key);
  if (stored !== undefined) return stored;
  const pdf = await read();
  if (pdf === undefined) throw notFound();
  const picture = await renderer.preview(pdf, page, sheetOf(productNamed(product)), network);
  await documents.put(key, picture);
  return picture;
}

export type Proof = { readonly pdf: Uint8Array } | { readonly link: string };

/** The PDF, or a link for 15 minutes: a Lambda function returns 6 MB at most, and base64 takes a third more. */
const proofOf = async ({ documents }: Deps, key: string, pdf: Uint8Array): Promise<Proof> =>
  pdf.length <= 4_000_000 ? { pdf } : { link: await documents.link(key) };

/** The text of a document, for people who do not see its pictures. */
export interface DocumentWords {
  /** The text of each page that was read. */
  readonly pages: readonly string[];
  readonly count: number;
  readonly proofPath: string;
  /** The order's page. Before an order exists, the reader uses the browser's Back button, because the form was posted. */
  readonly back?: string;
}

async function jobWithDocument(deps: Deps, code: string): Promise<Job> {
  const job = await jobByPayCode(deps, code);
  if (job.documentDeletedAt !== undefined) throw documentDeleted(job.documentDeletedAt);
  return job;
}

export async function showPreview(deps: Deps, code: string, page: string, network: string): Promise<Uint8Array> {
  const job = await jobWithDocument(deps, code);
  const { id, product } = job;
  return drawPage(deps, { id, product, pages: shownPages(job) }, page, () => readDocument(deps, job), network);
}

export async function showProof(deps: Deps, code: string): Promise<Proof> {
  const job = await jobWithDocument(deps, code);
  const document = isDocumentRetained(job, deps.clock.now()) ? await findDocument(deps, job) : undefined;
  if (document === undefined) throw notFound();
  return proofOf(deps, document.key, document.pdf);
}

export async function showWords(deps: Deps, code: string, network: string): Promise<DocumentWords> {
  const job = await jobWithDocument(deps, code);
  const pdf = isDocumentRetained(job, deps.clock.now()) ? await readDocument(deps, job) : undefined;
  if (pdf === undefined) throw notFound();
  const back = new URL(payUrl(job)).pathname;
  const pages = await deps.renderer.readWords(pdf, network);
  return { pages, count: shownPages(job), proofPath: `${back}/proof.pdf`, back };
}

/** The document of a quote, which is written once the order was previewed. An enclosure is always one page. */
async function quotedDocument(deps: Deps, id: string) {
  const quote = isId('quote', id) ? await deps.quotes.get(id) : undefined;
  if (quote === undefined) throw notFound();
  if (quote.documentDeletedAt !== undefined) throw documentDeleted(quote.documentDeletedAt);
  const { content, product } = quote;
  const key = content?.document?.key ?? unpaidDocumentKey(id);
  const read = () => deps.documents.get(key);
  const readOrWrite: ReadPdf = async () => (await read()) ?? writeNow(deps, quote, sheetOf(productNamed(product)));
  return { id, product, pages: content?.pages ?? 1, key, read, readOrWrite };
}

export async function showQuotedPage(deps: Deps, quoteId: string, page: string, network: string): Promise<Uint8Array> {
  const document = await quotedDocument(deps, quoteId);
  return drawPage(deps, document, page, document.readOrWrite, network);
}

export async function showQuotedProof(deps: Deps, quoteId: string): Promise<Proof> {
  const { key, read } = await quotedDocument(deps, quoteId);
  const pdf = await read();
  if (pdf === undefined) throw notFound();
  return proofOf(deps, key, pdf);
}

export async function showQuotedWords(
  deps: Deps,
  quoteId: string,
  path: string,
  network: string,
): Promise<DocumentWords> {
  const { pages: count, readOrWrite } = await quotedDocument(deps, quoteId);
  const pdf = await readOrWrite();
  if (pdf === undefined) throw notFound();
  return { pages: await deps.renderer.readWords(pdf, network), count, proofPath: `${path}/proof.pdf` };
}
