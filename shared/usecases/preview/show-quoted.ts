/** Shows the document of a quote to whoever holds the quote's id: a page as a picture, or the PDF. */
import { isId } from '../../core/ids.ts';
import { notFound } from '../../core/refusal.ts';
import { unpaidDocumentKey } from '../../fulfilment/document.ts';
import type { Deps } from '../../ports.ts';
import { drawnPage, pageNumber, proofOf } from '../show-preview.ts';

type QuotedDeps = Pick<Deps, 'documents' | 'quotes'>;

/** The text of a quote is on paper once its order was previewed. An enclosure is always one page. */
async function quotedDocument({ documents, quotes }: QuotedDeps, id: string) {
  const quote = isId('quote', id) ? await quotes.get(id) : undefined;
  if (quote === undefined) throw notFound();
  const key = quote.content?.document?.key ?? unpaidDocumentKey(id);
  return { pages: quote.content?.pages ?? 1, key, read: () => documents.get(key) };
}

export async function showQuotedPage(
  deps: QuotedDeps & Pick<Deps, 'renderer'>,
  quoteId: string,
  page: string,
  network: string,
): Promise<Uint8Array> {
  const { pages, read } = await quotedDocument(deps, quoteId);
  return drawnPage(deps, { id: quoteId, number: pageNumber(page), pages, read, network });
}

export async function showQuotedProof(deps: QuotedDeps, quoteId: string) {
  const { key, read } = await quotedDocument(deps, quoteId);
  const pdf = await read();
  return proofOf(deps, pdf && { key, pdf });
}
