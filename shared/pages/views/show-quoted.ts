/** Shows the document of a quote to whoever holds the quote's id: a page as a picture, the PDF, or its words. */
import { isId } from '../../domain/ids.ts';
import { sheetOf } from '../../domain/product.ts';
import { notFound } from '../../domain/refusal.ts';
import { writeNow } from '../../orders/content/quoted-document.ts';
import type { Deps } from '../../orders/deps.ts';
import { unpaidDocumentKey } from '../../orders/document.ts';
import { productNamed } from '../../products/index.ts';
import { type DocumentWords, documentWords, drawnPage, pageNumber, proofOf } from './show-preview.ts';

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
