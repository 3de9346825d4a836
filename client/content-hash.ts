/** Computes the content_hash of a quote, so that anyone with the content can check what a price is bound to. */

/** A string is hashed as UTF-8, exactly as sent; a file is hashed as its bytes. */
type HashPart = string | Uint8Array<ArrayBuffer>;

/**
 * Without attachments, this is the SHA-256 of the content. With attachments, it is the SHA-256 of a list with a line for
 * each part: `content` or `attachment`, a space, and the SHA-256 of the part.
 */
export async function contentHash(parts: {
  /** `html`, `text` or `markdown` as sent, or the bytes of the file. */
  readonly content: HashPart;
  /** The bytes of each attachment, in order. */
  readonly attachments?: readonly Uint8Array<ArrayBuffer>[];
}): Promise<string> {
  const { content, attachments = [] } = parts;
  const named: (readonly [name: string, part: HashPart])[] = [
    ['content', content],
    ...attachments.map((file) => ['attachment', file] as const),
  ];
  if (named.length === 1) return sha256(content);
  const lines = await Promise.all(named.map(async ([name, part]) => `${name} ${await sha256(part)}`));
  return sha256(lines.join('\n'));
}

async function sha256(part: HashPart): Promise<string> {
  const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
