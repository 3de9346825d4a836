/**
 * The document of a quote, from price to print. Only a text can still be unwritten. The quote keeps that text, so a job
 * can name it by its hash instead of sending it again.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isNothing } from '../../domain/fields.ts';
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
import { isDocumentRetained, isIntact, readDocument, unpaidTextKey } from '../document.ts';
import { printable } from '../renderer.ts';
import { mustFit, replaceFrontPage, stored } from './lay-out.ts';
import { mismatch } from './verify.ts';

/**
 * The most characters of packed text in a quote's item, about six pages of prose. DynamoDB bills each 1,024 as one write,
 * and eight writes cost what one PUT into S3 costs (`test/support/prices.ts`). An item may have 400 kB.
 */
export const maxPackedText = 8_192;

/** Keeps a text that isn't written yet. Returns small text packed, for the quote's item, and stores any other. */
export async function storeText(
  { documents }: Deps,
  quoteId: string,
  { value }: SentContent,
  { document }: QuotedContent,
): Promise<string | undefined> {
  if (document !== undefined) return undefined;
  const bytes = new TextEncoder().encode(value);
  // Prose packs to half its size. Longer text isn't even tried, because packing takes time.
  const packed = bytes.length > 8 * maxPackedText ? undefined : deflateRawSync(bytes).toString('base64');
  if (packed !== undefined && packed.length <= maxPackedText) return packed;
  await documents.put(unpaidTextKey(quoteId), bytes);
  return undefined;
}

/** Text that no job has written yet. `field`: where the request has it. */
export type UnwrittenText = Pick<SentContent, 'field' | 'value'>;

/** `undefined` if the document is written, or if the text isn't kept as it was quoted. */
async function storedText({ documents }: Deps, { id, packedText, content }: Quote): Promise<string | undefined> {
  if (content === undefined || content.document !== undefined) return undefined;
  const kept =
    packedText === undefined
      ? await documents.get(unpaidTextKey(id))
      : inflateRawSync(Buffer.from(packedText, 'base64'));
  return kept !== undefined && sha256Hex(kept) === content.hash ? Buffer.from(kept).toString() : undefined;
}

/** The text still to be written for a job that names its content by hash. `field`: of the hash. */
export async function textToWrite(deps: Deps, field: string, quote: Quote): Promise<UnwrittenText | undefined> {
  if (quote.content === undefined || quote.content.document !== undefined) return undefined;
  const value = await storedText(deps, quote);
  if (value !== undefined) return { field, value };
  throw new Refusal(
    'content_not_kept',
    `${field}: the content of this quote is not kept any more. Send the content itself, as it was quoted.`,
    { field },
  );
}

/** The page in front of a document; a cover sheet has the day of the quote. */
export function frontPageOf(
  { frontPage }: Product,
  { options, country, createdAt }: Pick<Quote, 'options' | 'country' | 'createdAt'>,
  order?: unknown,
): FrontPage | undefined {
  const front = frontPage?.(options, order);
  return typeof front === 'object' ? { ...front, day: dayOf(localTime(country, createdAt)) } : front;
}

/** The document of a job: the quoted one, or one with its number on the cover sheet, or `text`, stored under `key`. */
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
    const pdf = await stored(deps, quoted.document);
    return replaceFrontPage(deps, front, { pdf, pages: quoted.pages }, paper, printed);
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

/** The PDF of a text that no job has written yet; `undefined` if nothing is left to write. */
export async function writeNow(deps: Deps, quote: Quote, paper: Paper): Promise<Uint8Array | undefined> {
  const text = await storedText(deps, quote);
  const laidOut = text === undefined ? undefined : await deps.renderer.layOutText(text, paper);
  return laidOut?.ok ? laidOut.write(quote.product) : undefined;
}

interface SendingAgain {
  readonly from_job: string;
  /** The members of the request that could add to the document. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly country: Country;
  /** The place of the quote's own copy: the document of the order expires before a job for this quote is paid. */
  readonly key: string;
  readonly network: string;
  readonly partnerTakes?: number | undefined;
}

/**
 * The document of a paid order, quoted again: the same bytes, at today's price, for the same or another recipient. Only a
 * cover sheet is made again, because it names the day and the recipient's number.
 */
export async function documentOfOrder(
  deps: Deps,
  product: Product,
  paper: Paper,
  { from_job: id, beside, country, ...printing }: SendingAgain,
) {
  const { color: _, registered: __, ...added } = beside;
  const [extra] = Object.entries(added).find(([, value]) => value !== false && !isNothing(value)) ?? [];
  if (extra !== undefined)
    throw invalid(extra, 'cannot be sent with from_job, whose document is sent as it is: leave it out.');
  const job = isId('job', id) ? await deps.jobs.get(id) : undefined;
  const problem =
    job === undefined
      ? 'is not the id of an order here: send the job_id that the creation of the order returned, or send the content itself.'
      : problemOf(deps, product, job);
  if (job === undefined || problem !== undefined) throw invalid('from_job', `${problem}`);
  const { content, document } = job;
  const pdf = await readDocument(deps, job);
  if (content === undefined || document === undefined || pdf === undefined || !isIntact(job, pdf))
    throw invalid('from_job', notStored);
  const { key, partnerTakes } = printing;
  mustFit(pdf, partnerTakes, paper, 'from_job');
  const { sha256 } = document;
  const front = frontPageOf(product, { options: job.order, country, createdAt: deps.clock.now() });
  const isReplaced = typeof front === 'object';
  if (!isReplaced) await deps.documents.put(key, pdf);
  const quoted: QuotedContent = {
    kind: 'from_job',
    hash: sha256,
    pages: content.pages,
    document: isReplaced
      ? await replaceFrontPage(deps, front, { pdf, pages: content.pages }, paper, { ...printing, path: '' })
      : { key, sha256 },
    original: content.original ?? content.hash,
  };
  return {
    content: quoted,
    // The other warnings of an order are about its addresses, its requests and its tax, or are found again.
    warnings: job.warnings.filter(
      (warning) =>
        !('at' in warning) &&
        !['field_unknown', 'same_order', 'shared_area_code', 'tax_changed', 'flat_envelope'].includes(warning.code),
    ),
    options: optionsWith(front),
  };
}

/** The options by which a quote gets this page. */
function optionsWith(front: FrontPage | undefined): object {
  if (typeof front !== 'object') return front === undefined ? {} : { address_page: true };
  const { day: _, number: __, ...cover } = front;
  return { cover };
}

const notStored =
  'is an order whose document is not kept any more (60 days after it was sent to the partner, or 14 days after a return): send the content itself.';

/** Why the document of this order cannot be sent again. Anyone with the id of a job may read the job. */
function problemOf({ clock }: Deps, { name }: Product, job: Job): string | undefined {
  if (job.product !== name)
    return job.content === undefined
      ? `is an order for a ${job.product}, which has no document to send again: send the content itself.`
      : `is an order for a ${job.product}: quote a ${job.product}, or send the content itself.`;
  if (paymentStatus(job) !== 'paid')
    return 'is an order that is not paid, and its document is kept for two days only: pay that order, or send the content itself.';
  if (job.documentDeletedAt !== undefined)
    return 'is an order whose document was deleted at the request of its sender: send the content itself.';
  return isDocumentRetained(job, clock.now()) ? undefined : notStored;
}
