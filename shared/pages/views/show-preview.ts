/** Shows a document to anyone with the order's pay link or the quote id: pages as pictures, the PDF, or its text. */
import { isId } from '../../domain/ids.ts';
import { payUrl } from '../../domain/job/job.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Look } from '../../domain/paper.ts';
import { paperOf } from '../../domain/product.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { writeStoredText } from '../../orders/content/quoted-document.ts';
import type { Deps } from '../../orders/deps.ts';
import { findDocument, isDocumentRetained, previewedKey, previewKey } from '../../orders/document.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { productNamed } from '../../products/index.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { previewPageCount } from './show-pay-page.ts';

/** The path parameters: the order's pay code or, in the preview before ordering, the quote's id. */
interface DocumentPath {
  readonly code?: string | undefined;
  readonly quote_id?: string | undefined;
}

const documentOf = (deps: Deps, { code = '', quote_id }: DocumentPath) =>
  quote_id === undefined ? orderedDocument(deps, code) : quotedDocument(deps, quote_id);

function lookOf(name: ProductName, options: unknown): Look {
  const product = productNamed(name);
  return { paper: paperOf(product), isInColor: product.isInColor?.(options) === true };
}

async function orderedDocument(deps: Deps, code: string) {
  const job = await jobByPayCode(deps, code);
  const { id, product, documentDeletedAt } = job;
  const back = new URL(payUrl(job)).pathname;
  if (documentDeletedAt !== undefined) throw documentDeleted(documentDeletedAt, back);
  const find = async () => (isDocumentRetained(job, deps.clock.now()) ? findDocument(deps, job) : undefined);
  const findOrWrite = async () => (await find())?.pdf;
  return { id, look: lookOf(product, job.order), pages: previewPageCount(job), find, findOrWrite, back };
}

/** A quote's document, which is written when the order is previewed. A check's message is always one page. */
async function quotedDocument(deps: Deps, quoteId: string) {
  const quote = isId('quote', quoteId) ? await deps.quotes.get(quoteId) : undefined;
  if (quote === undefined) throw notFound();
  const { id, product, content, documentDeletedAt } = quote;
  if (documentDeletedAt !== undefined) throw documentDeleted(documentDeletedAt);
  const find = async () => {
    for (const key of [previewedKey(id), ...(content?.document ? [content.document.key] : [])]) {
      const pdf = await deps.documents.get(key);
      if (pdf !== undefined) return { key, pdf };
    }
    return undefined;
  };
  const look = lookOf(product, quote.options);
  const findOrWrite = async () => (await find())?.pdf ?? writeStoredText(deps, quote, look.paper);
  return { id, look, pages: content?.pages ?? 1, find, findOrWrite, back: undefined };
}

/** The refusal for a document that its sender deleted, so that the reader doesn't suspect a wrong link. */
export function documentDeleted(at: number, page?: string): Refusal {
  const day = new Date(at).toISOString().slice(0, 10);
  return new Refusal('not_found', `Deleted at the sender’s request on ${day}.`, {
    details: { kind: 'document_deleted', day, ...(page !== undefined && { page }) },
  });
}

/** Returns the stored picture of a page, or draws it. */
export async function showPreview(
  deps: Deps,
  path: DocumentPath,
  pageNumber: string,
  network: string,
): Promise<Uint8Array> {
  const { documents, renderer } = deps;
  const { id, look, pages, findOrWrite } = await documentOf(deps, path);
  const number = /^[1-9]\d{0,2}$/.test(pageNumber) ? Number(pageNumber) : 0;
  if (number < 1 || number > pages) throw notFound();
  const key = previewKey(id, number);
  const stored = await documents.get(key);
  if (stored !== undefined) return stored;
  const pdf = await findOrWrite();
  if (pdf === undefined) throw notFound();
  const picture = await renderer.preview(pdf, number, look, network);
  // Throws if the document was deleted while its page was being drawn.
  await documentOf(deps, path);
  await documents.put(key, picture);
  return picture;
}

/** The PDF, or for a large one a link for 15 minutes: a Lambda response is limited to 6 MB, including base64. */
export async function showPdf(deps: Deps, path: DocumentPath) {
  const { find, findOrWrite } = await documentOf(deps, path);
  const stored = await find();
  const pdf = stored?.pdf ?? (await findOrWrite());
  if (pdf === undefined) throw notFound();
  return stored === undefined || pdf.length <= 4_000_000 ? { pdf } : { link: await deps.documents.link(stored.key) };
}

/**
 * The text of a document, for people who can't see its pictures. `back`: the order's page; `undefined` before an order exists.
 * Then the preview is the response to a posted form, so the reader uses the browser's Back button.
 */
export async function showText(deps: Deps, path: DocumentPath, network: string) {
  const { pages: count, findOrWrite, back } = await documentOf(deps, path);
  const pdf = await findOrWrite();
  if (pdf === undefined) throw notFound();
  const pages: readonly string[] = await deps.renderer.readWords(pdf, network);
  return { pages, count, back };
}

export function documentTextPage(
  { pages, count, pdfPath, back }: Awaited<ReturnType<typeof showText>> & { readonly pdfPath: string },
  reader: Reader,
): Page {
  const { say } = reader;
  const title = say('The text of the document');
  const timedOut = say('We couldn’t read this page in time. Save the PDF to read it.');
  const noText = say('This page has no text to read out. It’s a picture, such as a scan.');
  const sections = Array.from({ length: count }, (_, index) => {
    const text = pages[index];
    return html`<section>
<h2>${say('Page {number} of {count}', { number: index + 1, count })}</h2>
<p class="${text ? 'words' : 'lead'}" dir="auto">${text || (text === undefined ? timedOut : noText)}</p>
</section>`;
  });
  const body = html`<h1>${title}</h1>
<p class="lead">${say('This is the text of the PDF that we print or fax, as it’s stored in the file. It has no pictures, handwriting or drawings.')}</p>
<p><a class="text-link" href="${pdfPath}">${say('Save the PDF')}</a>${back !== undefined && html` · <a class="text-link" href="${back}">${say('Back to the order')}</a>`}</p>
${sections}`;
  const style = html`.words { white-space: pre-line; font-family: var(--serif); }`;
  return page({ title, body, style }, reader);
}
