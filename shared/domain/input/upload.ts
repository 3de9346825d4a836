/** A file that a caller uploads because it has no public URL: its types, its URL and its key in the documents store. */
import { isId } from '../ids.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';

export const uploadTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type UploadType = (typeof uploadTypes)[number];

/** A caller's promise about a file. Other bytes are refused. */
export interface PromisedFile {
  readonly size: number;
  readonly type: UploadType;
  /** Lower-case hex. */
  readonly sha256?: string | undefined;
}

/** Permission to upload one file. */
export interface Upload extends Stored {
  /** Missing if a person chooses the file on the upload page. */
  readonly promised?: PromisedFile | undefined;
  /** When the file must have arrived, Unix ms. */
  readonly expiresAt: number;
  /** SHA-256 of the bytes that the first quote read. Later quotes refuse other bytes. */
  readonly quotedSha256?: string | undefined;
  /** The order form that the person returns to with the file. */
  readonly continuesWith?: ProductName | undefined;
}

/** The URL of the file in a `pdf_url`. */
export const uploadUrl = (baseUrl: string, id: string): string => `${baseUrl}/uploads/${id}`;

/** The page on which a person uploads the file. */
export const attachPage = (baseUrl: string, id: string): string => `${uploadUrl(baseUrl, id)}/attach`;

/** The id in an `uploadUrl`; `undefined` for any other URL, which is fetched from the network. */
export function uploadIdIn(url: string, baseUrls: readonly (string | undefined)[]): string | undefined {
  const at = url.lastIndexOf('/');
  const id = url.slice(at + 1);
  const isOwn = baseUrls.some((baseUrl) => baseUrl !== undefined && url === uploadUrl(baseUrl, id));
  return isOwn && isId('upload', id) ? id : undefined;
}

export const uploadKey = (id: string): string => `uploads/${id}`;

/** The type of a file, by its first bytes; `undefined` if we don't take it. */
export function typeOfBytes(bytes: Uint8Array): UploadType | undefined {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n')) return 'image/png';
  // Some programs write up to 1 KiB before `%PDF-`. We accept that like other readers, unless it begins with a tag.
  return /^(?!(?:\xef\xbb\xbf)?\s*<).*%PDF-/s.test(start) ? 'application/pdf' : undefined;
}
