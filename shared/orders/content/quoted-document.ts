/**
 * The document of a quote, from price to print. Only a text can still be unwritten. The quote keeps that text, so a job
 * can name it by its hash instead of sending it again.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256Hex } from '../../domain/ids.ts';
import type { SentContent, SentDocument } from '../../domain/input/content.ts';
import type { QuotedContent, StoredDocument } from '../../domain/input/quoted-content.ts';
import { dayOf } from '../../domain/job/job.ts';
import type { FrontPage, Paper } from '../../domain/paper.ts';
import type { Product, Quote } from '../../domain/product.ts';
import { Refusal } from '../../domain/refusal.ts';
import { localTime } from '../../products/mail.ts';
import type { Deps } from '../deps.ts';
import { unpaidTextKey } from '../document.ts';
import { printable } from '../renderer.ts';
import { replaceFrontPage, stored } from './lay-out.ts';
import { mismatch } from './verify.ts';

/**
 * The most characters of packed text in a quote's item, about six pages of prose. DynamoDB bills each 1,024 as one write,
 * and eight writes cost what one PUT into S3 costs (`test/support/prices.ts`). An item may have 400 kB.
 */
export const mostPackedText = 8_192;

/** Keeps a text that isn't written yet. Returns small text packed, for the quote's item, and stores any other. */
export async function keepText(
  { documents }: Deps,
  quoteId: string,
  { value }: SentContent,
  { document }: QuotedContent,
): Promise<string | undefined> {
  if (document !== undefined) return undefined;
  const bytes = new TextEncoder().encode(value);
  // Prose packs to half its size. Longer text isn't even tried, because packing takes time.
  const packed = bytes.length > 8 * mostPackedText ? undefined : deflateRawSync(bytes).toString('base64');
  if (packed !== undefined && packed.length <= mostPackedText) return packed;
  await documents.put(unpaidTextKey(quoteId), bytes);
  return undefined;
}

/** Text that no job has written yet. `field`: where the request has it. */
export type Unwritten = Pick<SentContent, 'field' | 'value'>;

/** `undefined` if the document is written, or if the text isn't kept as it was quoted. */
async function keptText({ documents }: Deps, { id, packedText, content }: Quote): Promise<string | undefined> {
  if (content === undefined || content.document !== undefined) return undefined;
  const kept =
    packedText === undefined
      ? await documents.get(unpaidTextKey(id))
      : inflateRawSync(Buffer.from(packedText, 'base64'));
  return kept !== undefined && sha256Hex(kept) === content.hash ? Buffer.from(kept).toString() : undefined;
}

/** The text still to be written for a job that names its content by hash. `field`: of the hash. */
export async function unwritten(deps: Deps, field: string, quote: Quote): Promise<Unwritten | undefined> {
  if (quote.content === undefined || quote.content.document !== undefined) return undefined;
  const value = await keptText(deps, quote);
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
  text: Unwritten | undefined,
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
  const text = await keptText(deps, quote);
  const laidOut = text === undefined ? undefined : await deps.renderer.layOutText(text, paper);
  return laidOut?.ok ? laidOut.write(quote.product) : undefined;
}
