/** A file that a caller uploads because no public address has it: its types, its limits, its address and its place. */
import { isId } from '../ids.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';

export const uploadTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export type UploadType = (typeof uploadTypes)[number];

/** A caller's word on the file before it sends it. Other bytes are refused. */
export interface PromisedFile {
  readonly size: number;
  readonly type: UploadType;
  /** Lower-case hex. */
  readonly sha256?: string | undefined;
}

/** A ticket for one file. */
export interface Upload extends Stored {
  /** Missing if a person chooses the file on the page. */
  readonly promised?: PromisedFile | undefined;
  /** The file must arrive by then, Unix ms. */
  readonly expiresAt: number;
  /** SHA-256 of the bytes that the first quote has read. No others count from then on. */
  readonly readAs?: string | undefined;
  /** The form on which a person goes on with the file. */
  readonly goesOnWith?: ProductName | undefined;
}

/** The address of the file in a `pdf_url`. */
export const uploadUrl = (baseUrl: string, id: string): string => `${baseUrl}/uploads/${id}`;

/** The page on which a person attaches the file. */
export const attachPage = (baseUrl: string, id: string): string => `${uploadUrl(baseUrl, id)}/attach`;

/** The id in such an address. Nothing but the exact text counts: any other address is fetched from the network. */
export function uploadIn(url: string, baseUrls: readonly (string | undefined)[]): string | undefined {
  const at = url.lastIndexOf('/');
  const id = url.slice(at + 1);
  const isOwn = baseUrls.some((baseUrl) => baseUrl !== undefined && url === uploadUrl(baseUrl, id));
  return isOwn && isId('upload', id) ? id : undefined;
}

/** The place of the bytes in the store of documents. */
export const uploadKey = (id: string): string => `uploads/${id}`;

/** The first bytes of the types other than PDF, as Latin-1. */
const beginnings: readonly (readonly [UploadType, string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n'],
];

/** Some writers put bytes before the mark of a PDF, and readers accept it within the first KiB; never behind a tag. */
const pdf = /^(?!(?:\xef\xbb\xbf)?\s*<).*%PDF-/s;

/** A file has one type only, whatever follows its first bytes. */
export function typeOfBytes(bytes: Uint8Array): UploadType | undefined {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const match = beginnings.find(([, beginning]) => start.startsWith(beginning));
  return match?.[0] ?? (pdf.test(start) ? 'application/pdf' : undefined);
}

const typeNames: Readonly<Record<UploadType, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
};

/** The name that people use: `PDF` or `PNG picture`. */
export const nameOfType = (type: UploadType): string => typeNames[type];
