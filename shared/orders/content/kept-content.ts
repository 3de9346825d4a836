/** Keeps the content of a quote, so that a job can name it by its hash and nobody has to send it twice. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256Hex } from '../../domain/digest.ts';
import type { GivenContent } from '../../domain/given/content.ts';
import type { QuotedContent } from '../../domain/given/quoted-content.ts';
import type { Quote } from '../../domain/quote.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Deps } from '../deps.ts';
import { unpaidTextKey } from '../document.ts';

/**
 * The most characters of packed text in a quote's item, about six pages of prose. DynamoDB bills each 1,024 as one write,
 * and eight writes cost what one PUT into S3 costs (`test/support/cost/prices.ts`). An item may have 400 kB.
 */
export const mostPackedText = 8_192;

/** Prose packs to half its size. Longer text is not even tried, because packing takes time. */
const mostTriedBytes = 8 * mostPackedText;

/**
 * Text is only laid out for a quote; what is printed of HTML and PDFs is stored already. Returns small text packed, for the
 * quote's item, and stores any other.
 */
export async function keepText(
  { documents }: Deps,
  quoteId: string,
  { kind, value }: GivenContent,
): Promise<string | undefined> {
  if (kind !== 'text') return undefined;
  const bytes = new TextEncoder().encode(value);
  const packed = bytes.length > mostTriedBytes ? undefined : deflateRawSync(bytes).toString('base64');
  if (packed !== undefined && packed.length <= mostPackedText) return packed;
  await documents.put(unpaidTextKey(quoteId), bytes);
  return undefined;
}

/** The text that was quoted alone, or `undefined` if it is not kept as it was quoted. */
export async function keptText(
  { documents }: Deps,
  { id, packedText, content }: Pick<Quote, 'id' | 'packedText' | 'content'>,
): Promise<string | undefined> {
  if (content?.kind !== 'text' || content.document !== undefined) return undefined;
  const kept = packedText === undefined ? await documents.get(unpaidTextKey(id)) : unpacked(packedText);
  return kept !== undefined && sha256Hex(kept) === content.hash ? Buffer.from(kept).toString() : undefined;
}

const unpacked = (packed: string): Uint8Array => inflateRawSync(Buffer.from(packed, 'base64'));

/** The hash that a job names, and the path of its field. */
export interface NamedContent {
  readonly hash: string;
  readonly field: string;
}

export function checkHash({ log }: Deps, { hash, field }: NamedContent, quoted: QuotedContent): void {
  if (hash.toLowerCase() === quoted.hash) return;
  log.measure('contentMismatches', 1);
  throw new Refusal(
    'quote_content_mismatch',
    `${field} is not the content_hash of this quote. Send the one that the quote's answer has, or request a fresh quote for other content and let the user approve its price.`,
    { field },
  );
}

/** The text that was quoted alone. All else is printed from the PDF that was stored for the quote, and needs none. */
export async function keptContent(
  deps: Deps,
  { field }: NamedContent,
  quote: Quote,
): Promise<Pick<GivenContent, 'field' | 'value'>> {
  if (quote.content?.document !== undefined) return { field, value: '' };
  const value = await keptText(deps, quote);
  if (value !== undefined) return { field, value };
  throw new Refusal(
    'content_not_kept',
    `${field}: the content of this quote is not kept any more. Send the content itself, as it was quoted.`,
    { field },
  );
}
