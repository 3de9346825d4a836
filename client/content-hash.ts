/** The content_hash of a quote, computed from the parts: whoever holds them can tell what a price is bound to. */

/** A string counts in UTF-8 exactly as it is sent, a file by its bytes. */
export type Part = string | Uint8Array<ArrayBuffer>;

export interface Parts {
  /** `html`, `text` or `markdown` as sent, or the bytes of the file. */
  readonly content: Part;
  /** The bytes of each attachment, in their order. */
  readonly attachments?: readonly Uint8Array<ArrayBuffer>[];
}

/** Content alone has its own SHA-256. With attachments it is that of a list, a line for each part. */
export async function contentHash({ content, attachments = [] }: Parts): Promise<string> {
  const own = await sha256(content);
  if (attachments.length === 0) return own;
  const attached = await Promise.all(attachments.map(sha256));
  return sha256([`content ${own}`, ...attached.map((hash) => `attachment ${hash}`)].join('\n'));
}

async function sha256(part: Part): Promise<string> {
  const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
