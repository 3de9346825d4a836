/** The store of PDFs, previews, quoted texts and uploads. */
import type { Upload } from '../domain/input/upload.ts';

/** A form that a browser posts straight to the store. */
export interface StoreForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Documents {
  /** Stores a PDF, a preview of a page or a quoted text; the key's extension says which. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deletes it for good. A key that holds nothing is no error. */
  delete(key: string): Promise<void>;
  /** The original name of the file, as the browser sent it. */
  nameOf(key: string): Promise<string | undefined>;
  /** A presigned URL: anyone who has it can read the document for 15 minutes. */
  link(key: string): Promise<string>;
  /** A presigned URL that accepts exactly this file, once, and the headers that must come with it. */
  putLink(
    key: string,
    file: NonNullable<Upload['promised']>,
    seconds: number,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** A presigned form. Until it expires, a later file under the same key replaces an earlier one. */
  storeForm(
    key: string,
    terms: {
      readonly type: string;
      readonly leastBytes: number;
      readonly mostBytes: number;
      /** The page to which the browser is sent afterwards; without it, the response is empty. */
      readonly next?: string | undefined;
    },
    seconds: number,
  ): Promise<StoreForm>;
}
