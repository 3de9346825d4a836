/** The content to print: exactly one of html, text, markdown and pdf_url, bound to its price by kind and hash. */
import * as z from 'zod/mini';
import type { PartHashes } from './given/content-hash.ts';
import { invalid, Refusal } from './refusal.ts';
import { atMost } from './text.ts';
import type { SheetSize, Warning } from './warnings/warning.ts';
import { capitalised } from './words.ts';

/** The sheet of a product, and how much of it a document may fill, in inches. Plain data for other processes. */
export interface Paper extends SheetSize {
  /** The word for a document on it: `letter`. */
  readonly noun: string;
  /** The margin on all four sides. The column of text is what it leaves. */
  readonly marginIn: number;
  readonly fontSizePt: number;
  readonly lineHeightPt: number;
  /** The top of page 1 that stays free of text, because the print partner stamps both addresses there. */
  readonly addressZoneIn: number;
  /** The part of a page's height that holds text. */
  readonly textHeightIn: number;
  readonly mostPages: number;
  /** The most bytes of a document that was joined from parts, as of a PDF that comes alone. */
  readonly mostBytes: number;
  /** The box that a letterhead is fitted into. Aside, it stands beside the addresses and takes no room of the text. */
  readonly letterhead: { readonly widthIn: number; readonly heightIn: number; readonly standsAside: boolean };
  /** A fax machine takes black on white only. */
  readonly isFaxed: boolean;
  /** One note beside the order's own print: its height counts, and it cannot be sent in parts. */
  readonly isNote: boolean;
}

/** The rendered content, or one sentence that says what must change. */
export type Rendered<T> = ({ readonly ok: true; readonly warnings: readonly Warning[] } & T) | Unprintable;

/** Content that cannot be printed. `problem` names the cause and the cure and never quotes the content at length. */
export interface Unprintable {
  readonly ok: false;
  readonly problem: string;
  /** Nothing is wrong with the content: this machine has no browser that could print HTML and Markdown. */
  readonly code?: 'html_unavailable';
}

export const contentKinds = ['html', 'text', 'markdown', 'pdf_url'] as const;
type ContentKind = (typeof contentKinds)[number];

/** Content that a browser prints. */
export interface Markup {
  readonly kind: Extract<ContentKind, 'html' | 'markdown'>;
  readonly value: string;
}

export const oneContent = `exactly one of ${contentKinds.join(', ')}`;

/** Content as a request carries it; `field` is its path, `letter.html`. */
export interface GivenContent {
  readonly kind: ContentKind;
  readonly value: string;
  readonly field: string;
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

/** A caller's file: which document it becomes, or which part of one. */
export interface FileUse {
  readonly paper: Paper;
  /** It stands behind other pages, so no address is stamped on its first one. */
  readonly isAttachment: boolean;
  /** Photographs and documents of word processors are taken from uploads alone. */
  readonly isUpload: boolean;
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

/** How a document is marked by its sender. A typed name is kept for people to read. */
export interface QuotedMarks extends Pick<PartHashes, 'letterhead' | 'signature'> {
  readonly signature?: (NonNullable<PartHashes['signature']> & { readonly typed?: string }) | undefined;
}

/** The parts of a document that has more than its content, each with its own hash. */
interface QuotedParts extends Omit<PartHashes, keyof QuotedMarks>, QuotedMarks {
  /** In the order of their pages, which follow those of the content. */
  readonly attachments?: readonly QuotedAttachment[] | undefined;
}

/** Content as a quote remembers it. Text has no stored document: its PDF is written from it when the job is created. */
export interface QuotedContent {
  readonly kind: ContentKind;
  /** Binds the price to the content: `given/content-hash.ts`. */
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

export const maxContentBytes = 1_000_000;

/** The limit of one file, and of all files of one request together. */
export const mostFileBytes = 20_000_000;
export const maxUrlLength = 2_000;

const source = (most: number, description: string) =>
  z.nullish(
    z.string('must be a string').check(atMost(most, ': shorten it or send a PDF by pdf_url'), z.describe(description)),
  );

const onlyOne = `${capitalised(oneContent)}.`;

/** The fields of content. Their descriptions name the paper that it is printed on. */
export const contentFields = ({ sizeName, widthIn, heightIn, marginIn, fontSizePt }: Paper) => ({
  html: source(
    maxContentBytes,
    `Body as HTML. The service sets the layout (${sizeName}, ${marginIn} inch margins, ${fontSizePt}pt serif); page CSS is ignored, scripts never run, images must be data: URIs. ${onlyOne}`,
  ),
  text: source(maxContentBytes, `Plain text body; blank lines start new paragraphs. ${onlyOne}`),
  markdown: source(
    maxContentBytes,
    `Body as Markdown: CommonMark with tables, laid out like html and with its rules; links print their addresses. ${onlyOne}`,
  ),
  pdf_url: source(
    maxUrlLength,
    `HTTPS URL of a PDF on a public address: ${widthIn} x ${heightIn} inch pages, not encrypted, at most 20 MB. ${onlyOne}`,
  ),
});

/** Names the content of a quote in a job, in place of the content itself. */
export const contentHashField = {
  content_hash: z.nullish(
    z
      .string('must be a string')
      .check(
        z.regex(/^[\da-f]{64}$/i, 'must be the content_hash of the quote: 64 hexadecimal digits'),
        z.describe('The content_hash of the quote, in place of the content: what was quoted is printed.'),
      ),
  ),
};

/** The one content in the input. `path` is the prefix of its object, `letter.` or empty. */
export function givenContent(
  input: { readonly [kind in ContentKind]?: string | null | undefined },
  path: '' | `${string}.`,
): GivenContent {
  const given = contentKinds.filter((kind) => typeof input[kind] === 'string');
  const [kind] = given;
  if (kind === undefined || given.length > 1) throw exactlyOne(given, path);
  const field = `${path}${kind}`;
  const value = input[kind] ?? '';
  if (value.trim() === '') throw invalid(field, 'is empty: send the content to print.');
  if (value.includes('\ufffd'))
    throw invalid(
      field,
      'holds U+FFFD, which stands for bytes that were not UTF-8: send the content again, encoded in UTF-8.',
    );
  const bytes = Buffer.byteLength(value);
  if (bytes > maxContentBytes)
    throw invalid(
      field,
      `has ${bytes} bytes; at most ${maxContentBytes} are possible. Shorten it or send a PDF by pdf_url.`,
    );
  return { kind, value, field };
}

function exactlyOne(given: readonly ContentKind[], path: string): Refusal {
  const names = contentKinds.map((kind) => path + kind).join(', ');
  const found =
    given.length === 0
      ? `none was sent${path === '' ? '' : `, and no ${path}content_hash`}`
      : `${given.map((kind) => path + kind).join(' and ')} were sent`;
  const message = `Send exactly one of ${names}: ${found}.`;
  const faults = given.map((kind) => ({ field: path + kind, error: message, code: 'field_invalid' as const }));
  // The fault lies with the object that holds the fields, so the error names the object.
  return new Refusal({ code: 'invalid_request', message, field: path.slice(0, -1) || undefined, faults });
}
