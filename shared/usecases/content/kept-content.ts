/** Keeps the content of a quote, so that a job can name it by its hash and nobody has to send it twice. */

import { sha256Hex } from '../../core/digest.ts';
import type { GivenContent } from '../../core/given/content.ts';
import type { QuotedContent } from '../../core/quoted-content.ts';
import { Refusal } from '../../core/refusal.ts';
import { unpaidTextKey } from '../../fulfilment/document.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';

/** Text is only laid out for a quote; what is printed of HTML and PDFs is stored already. */
export async function keepText(
  { documents }: { readonly documents: Documents },
  quoteId: string,
  { kind, value }: GivenContent,
): Promise<void> {
  if (kind === 'text') await documents.put(unpaidTextKey(quoteId), new TextEncoder().encode(value));
}

/** The hash that a job names, and the path of its field. */
export interface NamedContent {
  readonly hash: string;
  readonly field: string;
}

/** Refuses a hash that is not the one of the quote. */
export function checkHash({ log }: { readonly log: Log }, { hash, field }: NamedContent, quoted: QuotedContent): void {
  if (hash.toLowerCase() === quoted.hash) return;
  log.measure('contentMismatches', 1);
  throw new Refusal({
    code: 'quote_content_mismatch',
    message: `${field} is not the content_hash of this quote. Send the one that the quote's answer has, or request a fresh quote for other content and let the user approve its price.`,
    field,
  });
}

/** The text that was quoted alone. All else is printed from the PDF that was stored for the quote, and needs none. */
export async function keptContent(
  { documents }: { readonly documents: Documents },
  { field }: NamedContent,
  quoteId: string,
  { kind, hash, parts }: QuotedContent,
): Promise<Pick<GivenContent, 'field' | 'value'>> {
  if (kind !== 'text' || parts !== undefined) return { field, value: '' };
  const kept = await documents.get(unpaidTextKey(quoteId));
  if (kept !== undefined && sha256Hex(kept) === hash) return { field, value: Buffer.from(kept).toString() };
  throw new Refusal({
    code: 'content_not_kept',
    message: `${field}: the content of this quote is not kept any more. Send the content itself, as it was quoted.`,
    field,
  });
}
