/**
 * The document of a quote, from the quote to the job. A text without attachments or a front page has no PDF until its job,
 * so the text is stored with the quote. A job can then name it by its hash instead of sending it again.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isEmpty } from '../../domain/fields.ts';
import { isId, sha256Hex } from '../../domain/ids.ts';
import type { SentContent, SentDocument } from '../../domain/input/content.ts';
import type { QuotedContent, StoredDocument } from '../../domain/input/quoted-content.ts';
import { dayOf, type Job } from '../../domain/job/job.ts';
import { paymentStatus } from '../../domain/job/lifecycle.ts';
import type { Country } from '../../domain/money.ts';
import type { FrontPage, Paper } from '../../domain/paper.ts';
import type { Product, Quote } from '../../domain/product.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { localTime } from '../../products/mail.ts';
import type { Deps } from '../deps.ts';
import { findDocument, isDocumentRetained, isIntact, unpaidTextKey } from '../document.ts';
import { printable } from '../renderer.ts';
import { mustFit, type Printing, readStored, replaceFrontPage } from './lay-out.ts';
import { mismatch } from './verify.ts';

/**
 * The maximum length of the packed text in a quote's item: about six pages of prose. DynamoDB bills each 1,024 bytes as one
 * write, and eight writes cost as much as one PUT to S3 (`test/support/prices.ts`).
 */
export const maxPackedText = 8_192;

/** Stores a text that has no PDF yet. A small text isn't stored here but returned packed, for the quote's item. */
export async function storeText(
  { documents }: Deps,
  quoteId: string,
  { value }: SentContent,
  { document }: QuotedContent,
): Promise<string | undefined> {
  if (document !== undefined) return undefined;
  const bytes = new TextEncoder().encode(value);
  // Prose packs to half its size. Packing takes time, so we don't try it with much longer text.
  const packed = bytes.length > 8 * maxPackedText ? undefined : deflateRawSync(bytes).toString('base64');
  if (packed !== undefined && packed.length <= maxPackedText) return packed;
  await documents.put(unpaidTextKey(quoteId), bytes);
  return undefined;
}

/** A text whose PDF isn't written yet. `field`: its path in the request. */
export type UnwrittenText = Pick<SentContent, 'field' | 'value'>;

/** Returns the quote's text; `undefined` if the quote has a PDF, or if the text is no longer stored as it was quoted. */
async function storedText({ documents }: Deps, { id, packedText, content }: Quote): Promise<string | undefined> {
  if (content === undefined || content.document !== undefined) return undefined;
  const bytes =
    packedText === undefined
      ? await documents.get(unpaidTextKey(id))
      : inflateRawSync(Buffer.from(packedText, 'base64'));
  return bytes !== undefined && sha256Hex(bytes) === content.hash ? Buffer.from(bytes).toString() : undefined;
}

/** The text to write for a job that has only a hash, at `field`; `undefined` if the quote has a PDF. Refuses if it is gone. */
export async function textToWrite(deps: Deps, field: string, quote: Quote): Promise<UnwrittenText | undefined> {
  if (quote.content === undefined || quote.content.document !== undefined) return undefined;
  const value = await storedText(deps, quote);
  if (value !== undefined) return { field, value };
  throw new Refusal(
    'content_not_kept',
    `${field}: the content of this quote is no longer stored. Send the content itself, as it was quoted.`,
    { field },
  );
}

/** The front page of a document, if it has one. A cover sheet has the day of the quote. */
export function frontPageOf(
  { frontPage }: Product,
  { options, country, createdAt }: Pick<Quote, 'options' | 'country' | 'createdAt'>,
  order?: unknown,
): FrontPage | undefined {
  const front = frontPage?.(options, order);
  return typeof front === 'object' ? { ...front, day: dayOf(localTime(country, createdAt)) } : front;
}

/** The document of a job: the quoted PDF, with the fax number added to its cover sheet, or a PDF written now from the text. */
export async function documentOf(
  deps: Deps,
  quoted: QuotedContent,
  text: UnwrittenText | undefined,
  printed: {
    readonly paper: Paper;
    readonly key: string;
    readonly title: string;
    readonly network: string;
    readonly front: FrontPage | undefined;
    readonly path: SentDocument['path'];
  },
): Promise<StoredDocument | undefined> {
  const { paper, key, title, front } = printed;
  if (typeof front === 'object' && quoted.document !== undefined) {
    const pdf = await readStored(deps, quoted.document);
    return replaceFrontPage(deps, front, { pdf, pages: quoted.pages }, printed);
  }
  if (quoted.document !== undefined || text === undefined) return quoted.document;
  const laidOut = printable(text.field, await deps.renderer.layOutText(text.value, paper));
  if (laidOut.pages !== quoted.pages)
    throw mismatch(deps, text, `it now takes ${laidOut.pages} pages instead of ${quoted.pages}`);
  if (laidOut.layoutVersion !== quoted.layoutVersion)
    throw mismatch(deps, text, 'the standard print layout has changed since');
  const pdf = await laidOut.write(title);
  await deps.documents.put(key, pdf);
  return { key, sha256: sha256Hex(pdf) };
}

/** Writes the PDF of a quoted text, without storing it; `undefined` if the quote has none, or it can't be laid out. */
export async function writeStoredText(deps: Deps, quote: Quote, paper: Paper): Promise<Uint8Array | undefined> {
  const text = await storedText(deps, quote);
  const laidOut = text === undefined ? undefined : await deps.renderer.layOutText(text, paper);
  return laidOut?.ok ? laidOut.write(quote.product) : undefined;
}

/**
 * Reuses the document of a paid order for a new quote: the same bytes, for any recipient. Only a cover sheet is new, because it
 * has the day and the recipient's number.
 */
export async function documentOfOrder(
  deps: Deps,
  product: Product,
  paper: Paper,
  {
    from_job: id,
    otherFields,
    country,
    ...printing
  }: Printing & {
    readonly from_job: string;
    /** The other fields of the request, which could add to the document. */
    readonly otherFields: Readonly<Record<string, unknown>>;
    readonly country: Country;
  },
) {
  // Color and mail class don't change the document.
  const { color: _, registered: __, ...added } = otherFields;
  const [extra] = Object.entries(added).find(([, value]) => value !== false && !isEmpty(value)) ?? [];
  if (extra !== undefined)
    throw invalid(extra, 'cannot be sent with from_job, whose document is sent as it is: leave it out.');
  const job = isId('job', id) ? await deps.jobs.get(id) : undefined;
  if (job === undefined)
    throw invalid(
      'from_job',
      'is not the id of an order here: send the job_id that you got when the order was created, or send the content itself.',
    );
  const problem = reuseProblem(deps, product, job);
  if (problem !== undefined) throw invalid('from_job', problem);
  const { content, document } = job;
  const pdf = (await findDocument(deps, job))?.pdf;
  if (content === undefined || document === undefined || pdf === undefined || !isIntact(job, pdf))
    throw invalid('from_job', notStored);
  const { key, maxPdfBytes } = printing;
  mustFit(pdf, maxPdfBytes, paper, 'from_job');
  const { sha256 } = document;
  const front = frontPageOf(product, { options: job.order, country, createdAt: deps.clock.now() });
  const isReplaced = typeof front === 'object';
  // The quote needs its own copy, because the document of the order may expire first.
  if (!isReplaced) await deps.documents.put(key, pdf);
  const quoted: QuotedContent = {
    kind: 'from_job',
    hash: sha256,
    pages: content.pages,
    document: isReplaced
      ? await replaceFrontPage(deps, front, { pdf, pages: content.pages }, { ...printing, paper, path: '' })
      : { key, sha256 },
    original: content.original ?? content.hash,
  };
  return {
    content: quoted,
    // Only warnings about the document apply again. Those about addresses, requests, duplicates and tax are left out, and the
    // one about its envelope is added again.
    warnings: job.warnings.filter(
      (warning) =>
        !('at' in warning) &&
        !['field_unknown', 'same_order', 'shared_area_code', 'tax_changed', 'flat_envelope'].includes(warning.code),
    ),
    options: optionsWith(front),
  };
}

/** The quote options that produce this front page. */
function optionsWith(front: FrontPage | undefined): object {
  if (typeof front !== 'object') return front === undefined ? {} : { address_page: true };
  const { day: _, number: __, ...cover } = front;
  return { cover };
}

const notStored =
  'is an order whose document is no longer stored (60 days after it was sent to the partner, or 14 days after a return): send the content itself.';

/** Why this order's document can't be sent again. The caller may see this, because anyone with a job's id may read the job. */
function reuseProblem({ clock }: Deps, { name }: Product, job: Job): string | undefined {
  if (job.product !== name)
    return job.content === undefined
      ? `is an order for a ${job.product}, which has no document to send again: send the content itself.`
      : `is an order for a ${job.product}: request a ${job.product} quote, or send the content itself.`;
  if (paymentStatus(job) !== 'paid')
    return 'is an order that is not paid, and its document is stored for two days only: pay that order, or send the content itself.';
  if (job.documentDeletedAt !== undefined)
    return 'is an order whose document was deleted at the request of its sender: send the content itself.';
  return isDocumentRetained(job, clock.now()) ? undefined : notStored;
}
