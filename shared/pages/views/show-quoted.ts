/** Shows the document of a quote to whoever holds the quote's id: a page as a picture, the PDF, or its words. */
import { isId } from '../../domain/ids.ts';
import { sheetOf } from '../../domain/product.ts';
import type { Quote } from '../../domain/quote.ts';
import { notFound } from '../../domain/refusal.ts';
import { keptText } from '../../orders/content/kept-content.ts';
import type { Deps } from '../../orders/deps.ts';
import { unpaidDocumentKey } from '../../orders/document.ts';
import { productNamed } from '../../products/index.ts';
import { type DocumentWords, documentWords, drawnPage, pageNumber, proofOf } from './show-preview.ts';

/** The text of a quote is on paper once its order was previewed. An enclosure is always one page. */
async function quotedDocument({ documents, quotes }: Deps, id: string) {
  const quote = isId('quote', id) ? await quotes.get(id) : undefined;
  if (quote === undefined) throw notFound();
  const key = quote.content?.document?.key ?? unpaidDocumentKey(id);
  const paper = sheetOf(productNamed(quote.product));
  return { quote, paper, pages: quote.content?.pages ?? 1, key, read: () => documents.get(key) };
}

/** Text that is not on paper yet, as it will be there. */
async function writtenNow(deps: Deps, quote: Quote): Promise<Uint8Array | undefined> {
  const { paper } = productNamed(quote.product);
  const text = await keptText(deps, quote);
  if (paper === undefined || text === undefined) return undefined;
  const written = await deps.renderer.writeText(text, paper, quote.product);
  return written.ok ? written.pdf : undefined;
}

export async function showQuotedPage(deps: Deps, quoteId: string, page: string, network: string): Promise<Uint8Array> {
  const { quote, pages, paper, read } = await quotedDocument(deps, quoteId);
  const document = async () => (await read()) ?? writtenNow(deps, quote);
  return drawnPage(deps, { id: quoteId, number: pageNumber(page), pages, paper, read: document, network });
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
  const { quote, pages, read } = await quotedDocument(deps, quoteId);
  const pdf = (await read()) ?? (await writtenNow(deps, quote));
  return { ...(await documentWords(deps, pdf, pages, network)), proofPath: `${path}/proof.pdf` };
}
