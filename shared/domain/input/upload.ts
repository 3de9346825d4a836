/** A file that a caller uploads because it has no public URL: its types, its URL and its place in the store. */
import { isId } from '../ids.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';

export const uploadTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export type UploadType = (typeof uploadTypes)[number];

/** A ticket for one file. */
export interface Upload extends Stored {
  /**
   * The file that a caller announces before sending it: other bytes are refused. Missing if a person chooses it on the
   * page.
   */
  readonly promised?:
    | {
        readonly size: number;
        readonly type: UploadType;
        /** Lower-case hex. */
        readonly sha256?: string | undefined;
      }
    | undefined;
  /** The file must arrive by then, Unix ms. */
  readonly expiresAt: number;
  /** SHA-256 of the bytes that the first quote read. Later quotes accept no others. */
  readonly readAs?: string | undefined;
  /** The order form on which a person continues with the file. */
  readonly goesOnWith?: ProductName | undefined;
}

/** The URL of the file in a `pdf_url`. */
export const uploadUrl = (baseUrl: string, id: string): string => `${baseUrl}/uploads/${id}`;

/** The page on which a person attaches the file. */
export const attachPage = (baseUrl: string, id: string): string => `${uploadUrl(baseUrl, id)}/attach`;

/** The id in such a URL. Only the exact text counts: any other URL is fetched from the network. */
export function uploadIn(url: string, baseUrls: readonly (string | undefined)[]): string | undefined {
  const at = url.lastIndexOf('/');
  const id = url.slice(at + 1);
  const isOwn = baseUrls.some((baseUrl) => baseUrl !== undefined && url === uploadUrl(baseUrl, id));
  return isOwn && isId('upload', id) ? id : undefined;
}

/** The place of the bytes in the store of documents. */
export const uploadKey = (id: string): string => `uploads/${id}`;

/** The one type of a file, by its first bytes. */
export function typeOfBytes(bytes: Uint8Array): UploadType | undefined {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n')) return 'image/png';
  // Some writers put bytes before the mark of a PDF. Readers accept it within the first KiB; we don't after a tag.
  return /^(?!(?:\xef\xbb\xbf)?\s*<).*%PDF-/s.test(start) ? 'application/pdf' : undefined;
}
