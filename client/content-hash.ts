/** The content_hash of a quote, computed from the parts: anyone who has them can check what a price is bound to. */

/** A string counts in UTF-8 exactly as it is sent, a file by its bytes. */
type HashPart = string | Uint8Array<ArrayBuffer>;

interface Parts {
  /** `html`, `text` or `markdown` as sent, or the bytes of the file. */
  readonly content: HashPart;
  /** The bytes of each attachment, in their order. */
  readonly attachments?: readonly Uint8Array<ArrayBuffer>[];
}

/** Content alone has its own SHA-256. With other parts it is that of a list, a line for each part. */
export async function contentHash({ content, attachments = [] }: Parts): Promise<string> {
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
