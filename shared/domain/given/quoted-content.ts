/** Content as a quote remembers it: hashes, pages and the stored document. */

import type { ContentKind } from './content.ts';
import type { PartHashes } from './content-hash.ts';

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
