/** Gets the bytes behind a `pdf_url`: an own upload from the store, anything else from the network. */

import { sha256Hex } from '../../domain/digest.ts';
import {
  isWordFile,
  mostFileBytes,
  type Room,
  type SentContent,
  saveAsPdf,
  tooLargeTogether,
} from '../../domain/input/content.ts';
import type { Validators } from '../../domain/input/quoted-content.ts';
import {
  attachPage,
  nameOfType,
  typeOfBytes,
  type Upload,
  type UploadType,
  uploadIn,
  uploadKey,
} from '../../domain/input/upload.ts';
import type { Rendered, Unprintable } from '../../domain/paper.ts';
import { update } from '../../domain/stored.ts';
import type { Deps } from '../deps.ts';

export interface FileFetching {
  /** The address under which the caller reached the service. */
  readonly baseUrl: string;
  /** Shared by all files of a request with several. */
  readonly room?: Room;
}

export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** The validators of the server; an upload has none. */
  readonly validators: Validators;
  /** True for an upload. A file from the network must be a PDF. */
  readonly isUpload: boolean;
}

/** Fetches for a quote. The bytes that are first read of an upload count from then on. */
export async function fetchFile(
  deps: Deps,
  url: SentContent['value'],
  { baseUrl, room }: FileFetching,
): Promise<Rendered<FetchedFile>> {
  const id = uploadIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdf(url, room);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf, isUpload: false } : fetched;
  }
  const upload = await deps.uploads.get(id);
  if (upload === undefined || upload.keepUntil <= deps.clock.now()) return unknownUpload;
  const bytes = await deps.documents.get(uploadKey(id));
  if (bytes === undefined) return problem(absence(upload, baseUrl, deps.clock.now()));
  if (room?.(bytes.length) === false) return problem(tooLargeTogether);
  const hash = sha256Hex(bytes);
  const type = typeOfBytes(bytes);
  const fault = faultOf(upload, { bytes, hash, type });
  if (fault !== undefined) return problem(fault);
  const read = await update(deps.uploads, id, (known) =>
    known?.readAs === undefined ? known && { ...known, readAs: hash } : known,
  );
  return read?.readAs === hash ? { ok: true, warnings: [], bytes, isUpload: true, validators: {} } : problem(replaced);
}

/** Fetches for a job, and changes nothing. `undefined` if the server says that the file is the known one. */
export async function fetchFileAgain(
  deps: Deps,
  url: SentContent['value'],
  known: Validators,
  { baseUrl, room }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array | undefined }>> {
  const id = uploadIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdfAgain(url, known, room);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf } : fetched;
  }
  const bytes = await deps.documents.get(uploadKey(id));
  return bytes === undefined ? problem(gone) : { ok: true, warnings: [], bytes };
}

const problem = (sentence: string): Unprintable => ({ ok: false, problem: sentence });

const unknownUpload = problem('This upload is unknown, or more than a day old: request a new one at /uploads.');

const replaced =
  'The file of this upload was replaced after it was quoted: request a new upload at /uploads, and send the right file there.';

const gone =
  'The file of this upload is not kept any more, or never arrived. Send the content_hash of the quote in place of the address: what was quoted is printed.';

const absence = ({ id, expiresAt }: Upload, baseUrl: string, now: number): string =>
  expiresAt > now
    ? `No file has arrived at this upload yet. Send it to put_url, or have it attached at ${attachPage(baseUrl, id)}, then quote again.`
    : 'No file has arrived at this upload in time: request a new one at /uploads.';

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly type: UploadType | undefined;
}

/** The store has compared most of this already, but a quote relies on no other program. */
function faultOf({ promised }: Upload, { bytes, hash, type }: StoredFile): string | undefined {
  if (bytes.length === 0) return 'The uploaded file is empty: request a new upload at /uploads.';
  if (bytes.length > mostFileBytes) return `The uploaded file has more than ${mostFileBytes / 1_000_000} MB.`;
  if (isWordFile(bytes)) return saveAsPdf;
  if (promised === undefined) return undefined;
  if (bytes.length !== promised.size)
    return `The uploaded file has ${bytes.length} bytes, and ${promised.size} were promised: ${anew}`;
  if (promised.sha256 !== undefined && hash !== promised.sha256)
    return `The uploaded file is not the one whose SHA-256 was promised: ${anew}`;
  // A file of no known type is refused when it is opened.
  if (type === undefined || type === promised.type) return undefined;
  return `The uploaded file is not the ${nameOfType(promised.type)} that its content_type promised, but a ${nameOfType(type)}: ${anew}`;
}

const anew = 'request a new upload at /uploads for this file.';
