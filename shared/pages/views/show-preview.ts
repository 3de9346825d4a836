/** Shows a job's document to whoever holds its pay link: a page as a picture, drawn once and then stored, the PDF, or its words. */

import { isId } from '../../domain/ids.ts';
import { payUrl } from '../../domain/job/job.ts';
import type { Paper } from '../../domain/paper.ts';
import { sheetOf } from '../../domain/product.ts';
import { notFound } from '../../domain/refusal.ts';
import { writeNow } from '../../orders/content/quoted-document.ts';
import type { Deps } from '../../orders/deps.ts';
import { findDocument, isDocumentRetained, readDocument, unpaidDocumentKey } from '../../orders/document.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { productNamed } from '../../products/index.ts';
import { shownPages } from './show-pay-page.ts';

export async function showPreview(deps: Deps, code: string, page: string, network: string): Promise<Uint8Array> {
  const job = await jobByPayCode(deps, code);
  return drawnPage(deps, {
    id: job.id,
    number: pageNumber(page),
    pages: shownPages(job),
    paper: sheetOf(productNamed(job.product)),
    read: () => readDocument(deps, job),
    network,
  });
}

/** The number in an address; 0 if it is none. */
const pageNumber = (text: string): number => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0);

interface Drawn {
  /** The id of the job or the quote whose document it is. */
  readonly id: string;
  readonly number: number;
  readonly pages: number;
  readonly paper: Paper;
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly network: string;
}

/** Draws the page unless its picture is stored. */
async function drawnPage(
  { documents, renderer }: Deps,
  { id, number, pages, paper, read, network }: Drawn,
): Promise<Uint8Array> {
  if (number < 1 || number > pages) throw notFound();
  const key = `previews/${id}/${number}.png`;
  const known = await documents.get(key);
  if (known !== undefined) return known;
  const pdf = await read();
  if (pdf === undefined) throw notFound();
  const picture = await renderer.preview(pdf, number, paper, network);
  await documents.put(key, picture);
  return picture;
}

/** A Lambda function answers with 6 MB at most, and base64 takes a third more. */
const mostBytes = 4_000_000;

export type Proof = { readonly pdf: Uint8Array } | { readonly link: string };

/** The PDF as the partner will get it; a larger one as a link for 15 minutes. */
export async function showProof(deps: Deps, code: string): Promise<Proof> {
  const job = await jobByPayCode(deps, code);
  const found = isDocumentRetained(job, deps.clock.now()) ? await findDocument(deps, job) : undefined;
  return proofOf(deps, found);
}

/** The words of a document for those who do not see its pictures. */
export interface DocumentWords {
  /** The words of each page, as far as they were read. */
  readonly pages: readonly string[];
  readonly count: number;
  readonly proofPath: string;
  /** The order's page. Before an order the reader goes back by the browser: the form was posted. */
  readonly back?: string;
}

export async function showWords(deps: Deps, code: string, network: string): Promise<DocumentWords> {
  const job = await jobByPayCode(deps, code);
  const pdf = isDocumentRetained(job, deps.clock.now()) ? await readDocument(deps, job) : undefined;
  const back = new URL(payUrl(job)).pathname;
  return { ...(await documentWords(deps, pdf, shownPages(job), network)), proofPath: `${back}/proof.pdf`, back };
}

async function documentWords(
  { renderer }: Deps,
  pdf: Uint8Array | undefined,
  count: number,
  network: string,
): Promise<Pick<DocumentWords, 'pages' | 'count'>> {
  if (pdf === undefined) throw notFound();
  return { pages: await renderer.readWords(pdf, network), count };
}

async function proofOf(
  { documents }: Deps,
  found: { readonly key: string; readonly pdf: Uint8Array } | undefined,
): Promise<Proof> {
  if (found === undefined) throw notFound();
  return found.pdf.length <= mostBytes ? { pdf: found.pdf } : { link: await documents.link(found.key) };
}

/** The text of a quote is on paper once its order was previewed. An enclosure is always one page. */
async function quotedDocument(deps: Deps, id: string) {
  const { documents, quotes } = deps;
  const quote = isId('quote', id) ? await quotes.get(id) : undefined;
  if (quote === undefined) throw notFound();
  const key = quote.content?.document?.key ?? unpaidDocumentKey(id);
  const paper = sheetOf(productNamed(quote.product));
  const read = () => documents.get(key);
  const readOrWrite = async () => (await read()) ?? writeNow(deps, quote, paper);
  return { paper, pages: quote.content?.pages ?? 1, key, read, readOrWrite };
}

export async function showQuotedPage(deps: Deps, quoteId: string, page: string, network: string): Promise<Uint8Array> {
  const { pages, paper, readOrWrite } = await quotedDocument(deps, quoteId);
  return drawnPage(deps, { id: quoteId, number: pageNumber(page), pages, paper, read: readOrWrite, network });
}

export async function showQuotedProof(deps: Deps, quoteId: string) {
  const { key, read } = await quotedDocument(deps, quoteId);
  const pdf = await read();
  return proofOf(deps, pdf && { key, pdf });
}

export async function showQuotedWords(
  deps: Deps,
  quoteId: string,
  path: string,
  network: string,
): Promise<DocumentWords> {
  const { pages, readOrWrite } = await quotedDocument(deps, quoteId);
  return { ...(await documentWords(deps, await readOrWrite(), pages, network)), proofPath: `${path}/proof.pdf` };
}
