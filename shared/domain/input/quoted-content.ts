/** Content as a quote stores it: hashes, pages and the document. Also warnings about an author's likely mistakes. */
import { unfilledPlaceholders } from '../blanks.ts';
import { sha256Hex } from '../ids.ts';
import type { Warning } from '../warnings.ts';
import type { SentContent } from './content.ts';

/** `content`: the hash of html, text or markdown as sent, in UTF-8, or of the file's bytes. */
interface HashedParts {
  readonly content: string;
  readonly attachments?: readonly { readonly hash: string }[] | undefined;
}

/** The lines that `contentHashOf` hashes: the content, then the attachments in order. `undefined` without attachments. */
export function hashedLines({ content, attachments = [] }: HashedParts): string[] | undefined {
  if (attachments.length === 0) return undefined;
  return [`content ${content}`, ...attachments.map(({ hash }) => `attachment ${hash}`)];
}

/** The content's hash or, with attachments, the hash of the lines. */
export function contentHashOf(parts: HashedParts): string {
  const lines = hashedLines(parts);
  return lines === undefined ? parts.content : sha256Hex(lines.join('\n'));
}

/** A PDF in the documents store. */
export interface StoredDocument {
  readonly key: string;
  /** Lower-case hex of the PDF's bytes. */
  readonly sha256: string;
}

/** The response headers that let us ask the server later whether the file has changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A file that was fetched for a quote. A job's file is compared with it. */
export interface QuotedFile {
  /** SHA-256 of the bytes as received. */
  readonly hash: string;
  /** Where it came from. `urlHash`: SHA-256, because a URL may contain a secret. `uploadId`: only for our own uploads. */
  readonly source?: Validators & { readonly urlHash: string; readonly uploadId?: string | undefined };
}

/** Text without attachments has no stored document: its PDF is made when the job is created. */
export interface QuotedContent {
  /** `from_job`: the document of an earlier order. */
  readonly kind: SentContent['kind'] | 'from_job';
  /** `contentHashOf`: binds the price to the content. */
  readonly hash: string;
  /** With attachments: the hash of the content alone, and the attachments in order. */
  readonly parts?: {
    readonly content: string;
    readonly attachments?: readonly (QuotedFile & { readonly pages: number })[] | undefined;
  };
  /** The pages of the whole document. */
  readonly pages: number;
  /** The browser that laid out HTML or Markdown, `Chrome/139.0.7258.66`. Missing if it is the browser that we ship. */
  readonly engine?: string;
  /** The version of the typesetter that laid out a text. */
  readonly layoutVersion?: string;
  readonly document?: StoredDocument;
  /** The `hash` of the earlier order whose document this is. It identifies duplicate orders. */
  readonly original?: string;
  readonly source?: QuotedFile['source'];
}

/** Warns about likely mistakes: placeholders, escaped line breaks, columns made with spaces, markup in text. */
export function authorWarnings(kind: 'text' | 'html' | 'markdown', content: string): Warning[] {
  const marks = unfilledPlaceholders(content);
  const warnings: Warning[] = marks.length > 0 ? [{ code: 'blanks_unfilled', marks }] : [];
  if (kind !== 'html' && /\\n\\n|[,.!?]\\n|\\n(?=[A-Z])/.test(content)) warnings.push({ code: 'line_breaks_escaped' });
  if (kind === 'html' && content.trim().includes('\n') && !/<[a-z]/i.test(content))
    warnings.push({ code: 'lines_joined', isHtml: true });
  // In HTML and Markdown only preformatted blocks keep their spaces: every second part between fences is such a block.
  const fences = kind === 'html' ? /<\/?pre\b[^<>]*>/i : /^ {0,3}(?:`{3,}[^`\n]*|~~~.*)$/m;
  const parts = kind === 'text' ? ['', content] : content.split(fences);
  const lines = parts.filter((_, at) => at % 2 === 1).flatMap((part) => part.split('\n'));
  const aligned = lines.map((line) => /\S(?: {3,}|\t+ *)\S/.test(line));
  if (aligned.some((isAligned, at) => isAligned && aligned[at + 1])) warnings.push({ code: 'columns_by_spaces' });
  if (kind !== 'text') return warnings;
  const tag = /<\/?(?:p|br|b|i|u|strong|em|div|span|ul|ol|li|h[1-6]|table|tr|td|html|body)(?: [^<>\n]{0,200})?\/?>/i;
  if (tag.test(content)) warnings.push({ code: 'markup_in_text', markup: 'html' });
  else if (/^#{1,6} \S|\*\*[^\s*][^*\n]{0,200}\*\*/m.test(content))
    warnings.push({ code: 'markup_in_text', markup: 'markdown' });
  return warnings;
}
