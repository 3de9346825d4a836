/** Content as a quote remembers it: hashes, pages and the stored document. */
import { sha256Hex } from '../digest.ts';
import type { Warning } from '../warnings/warning.ts';
import type { ContentKind } from './content.ts';

/** The parts in the order of their lines; attachments in the order of their pages. */
interface PartHashes {
  /** The hash of html, text or markdown as sent, in UTF-8, or of the file's bytes. */
  readonly content: string;
  readonly attachments?: readonly { readonly hash: string }[] | undefined;
}

const linesOf = ({ content, attachments = [] }: PartHashes): string[] => [
  `content ${content}`,
  ...attachments.map(({ hash }) => `attachment ${hash}`),
];

/** The list, where there is one: content alone has its own hash. */
export function listedParts(parts: PartHashes): string[] | undefined {
  const lines = linesOf(parts);
  return lines.length === 1 ? undefined : lines;
}

export function contentHashOf(parts: PartHashes): string {
  const lines = listedParts(parts);
  return lines === undefined ? parts.content : sha256Hex(lines.join('\n'));
}

/** A PDF in the documents store. */
export interface StoredDocument {
  readonly key: string;
  /** Lower-case hex of the PDF's bytes. */
  readonly sha256: string;
}

/** A server's own marks of a file, by which it can tell later whether the file has changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A file that was fetched for a quote, by which a job's file is compared. */
export interface QuotedFile {
  /** The hash of the bytes as they came. */
  readonly hash: string;
  /** Where it came from, as a SHA-256 because an address may hold a secret. */
  readonly source?: Validators & { readonly urlHash: string };
}

export interface QuotedAttachment extends QuotedFile {
  readonly pages: number;
}

/** The parts of a document that has more than its content, each with its own hash. */
interface QuotedParts extends PartHashes {
  /** In the order of their pages, which follow those of the content. */
  readonly attachments?: readonly QuotedAttachment[] | undefined;
}

/** Content as a quote remembers it. Text has no stored document: its PDF is written from it when the job is created. */
export interface QuotedContent {
  readonly kind: ContentKind;
  /** Binds the price to the content: `contentHashOf`. */
  readonly hash: string;
  /** Missing for content alone, whose own hash `hash` is. Such a document was written for the quote, text too. */
  readonly parts?: QuotedParts;
  /** The pages of the whole document. */
  readonly pages: number;
  /** The browser that counted the pages of HTML or Markdown, `Chrome/139.0.7258.66`, if it is not the shipped one. */
  readonly engine?: string;
  /** The version of the typesetter that counted the pages of a text. */
  readonly layoutVersion?: string;
  readonly document?: StoredDocument;
  /** Says where a file came from. */
  readonly source?: QuotedFile['source'];
}

/** The content as it is compared with a job's: its own hash, without the other parts. */
export const ownContent = ({ hash, parts, source }: QuotedContent): QuotedFile => ({
  hash: parts?.content ?? hash,
  source,
});

/** Blanks as templates write them. Each has a bound, so that a megabyte is read in linear time. */
const blanks = new RegExp(
  [
    String.raw`\{\{[^{}\n]{1,60}\}\}`,
    String.raw`\{%[^{}\n]{1,60}%\}`,
    String.raw`\$\{[\w.]{1,60}\}`,
    String.raw`(?:<<|&lt;&lt;)[\w .]{1,60}(?:>>|&gt;&gt;)`,
    String.raw`\*\|[A-Z_:]{1,60}\|\*`,
    String.raw`\[object Object\]`,
    // A reference (`[SIC]`) or the text of a link is no blank.
    String.raw`\[(?!(?:SIC|SEAL|REDACTED|CC|CDATA)\])(?:[A-Z]{2}[A-Z_ /'’-]{0,40}|(?:[Yy]our|[Ii]nsert|[Rr]ecipient|[Ss]ender)[ _][\w ]{1,40})\](?![([:])`,
  ].join('|'),
  'g',
);

const tag = /<\/?(?:p|br|b|i|u|strong|em|div|span|ul|ol|li|h[1-6]|table|tr|td|html|body)(?: [^<>\n]{0,200})?\/?>/i;
const markdownMark = /^#{1,6} \S|\*\*[^\s*][^*\n]{0,200}\*\*/m;
const escapedBreak = /\\n\\n|[,.!?]\\n|\\n(?=[A-Z])/;
const column = /\S(?: {3,}|\t+ *)\S/;
const mostNamed = 3;

/** The warnings of content as its author wrote it. */
export function slipsIn(kind: 'text' | 'html' | 'markdown', content: string): Warning[] {
  const warnings: Warning[] = [];
  const marks = new Set<string>();
  for (const [mark] of content.matchAll(blanks)) {
    if (marks.size === mostNamed) break;
    marks.add(mark.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  }
  if (marks.size > 0) warnings.push({ code: 'blanks_unfilled', marks: [...marks] });
  if (kind !== 'html' && escapedBreak.test(content)) warnings.push({ code: 'line_breaks_escaped' });
  if (kind !== 'text') return warnings;
  const aligned = content.split('\n').map((line) => column.test(line));
  if (aligned.some((isAligned, at) => isAligned && aligned[at + 1])) warnings.push({ code: 'columns_by_spaces' });
  if (tag.test(content)) warnings.push({ code: 'markup_in_text', markup: 'html' });
  else if (markdownMark.test(content)) warnings.push({ code: 'markup_in_text', markup: 'markdown' });
  return warnings;
}
