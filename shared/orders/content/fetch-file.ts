/** Gets the bytes behind a `pdf_url`: from the store for an upload to this service, else from the network. */

import { sha256Hex } from '../../domain/digest.ts';
import {
  isWordFile,
  maxFileBytes,
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

/**
 * Fetches for a quote. The bytes first read of an upload are the ones that count from then on. `validators`: of the
 * server; an upload has none. `isUpload`: a file from the network must be a PDF.
 */
export async function fetchFile(
  deps: Deps,
  url: SentContent['value'],
  { baseUrl, room }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array; readonly validators: Validators; readonly isUpload: boolean }>> {
  const id = uploadIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdf(url, room);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf, isUpload: false } : fetched;
  }
  const upload = await deps.uploads.get(id);
  const now = deps.clock.now();
  if (upload === undefined || upload.keepUntil <= now)
    return problem('This upload is unknown, or more than a day old: request a new one at /uploads.');
  const bytes = await deps.documents.get(uploadKey(id));
  if (bytes === undefined)
    return problem(
      upload.expiresAt > now
        ? `No file has arrived at this upload yet. Send it to put_url, or have it attached at ${attachPage(baseUrl, id)}, then quote again.`
        : 'No file has arrived at this upload in time: request a new one at /uploads.',
    );
  if (room?.(bytes.length) === false) return problem(tooLargeTogether);
  const hash = sha256Hex(bytes);
  const type = typeOfBytes(bytes);
  const fault = faultOf(upload, bytes, hash, type);
  if (fault !== undefined) return problem(fault);
  const read = await update(deps.uploads, id, (stored) =>
    stored?.readAs === undefined ? stored && { ...stored, readAs: hash } : stored,
  );
  if (read?.readAs === hash) return { ok: true, warnings: [], bytes, isUpload: true, validators: {} };
  return problem(
    'The file of this upload was replaced after it was quoted: request a new upload at /uploads, and send the right file there.',
  );
}

/** Fetches for a job, and changes nothing. `undefined` if the server says that the file is unchanged. */
export async function fetchFileAgain(
  deps: Deps,
  url: SentContent['value'],
  quoted: Validators,
  { baseUrl, room }: FileFetching,
): Promise<Rendered<{ readonly bytes: Uint8Array | undefined }>> {
  const id = uploadIn(url, [baseUrl, deps.settings.publicBaseUrl]);
  if (id === undefined) {
    const fetched = await deps.renderer.fetchPdfAgain(url, quoted, room);
    return fetched.ok ? { ...fetched, bytes: fetched.pdf } : fetched;
  }
  const bytes = await deps.documents.get(uploadKey(id));
  if (bytes !== undefined) return { ok: true, warnings: [], bytes };
  return problem(
    'The file of this upload is not kept any more, or never arrived. Send the content_hash of the quote in place of the address: what was quoted is printed.',
  );
}

const problem = (sentence: string): Unprintable => ({ ok: false, problem: sentence });

/** The store has checked most of this already, but a quote does not rely on other programs. */
function faultOf(
  { promised }: Upload,
  bytes: Uint8Array,
  hash: string,
  type: UploadType | undefined,
): string | undefined {
  if (bytes.length === 0) return 'The uploaded file is empty: request a new upload at /uploads.';
  if (bytes.length > maxFileBytes) return `The uploaded file has more than ${maxFileBytes / 1_000_000} MB.`;
  if (isWordFile(bytes)) return saveAsPdf;
  if (promised === undefined) return undefined;
  const cure = 'request a new upload at /uploads for this file.';
  if (bytes.length !== promised.size)
    return `The uploaded file has ${bytes.length} bytes, and ${promised.size} were promised: ${cure}`;
  if (promised.sha256 !== undefined && hash !== promised.sha256)
    return `The uploaded file is not the one whose SHA-256 was promised: ${cure}`;
  // A file of another type is refused when it is opened.
  if (type === undefined || type === promised.type) return undefined;
  return `The uploaded file is not the ${nameOfType(promised.type)} that its content_type promised, but a ${nameOfType(type)}: ${cure}`;
}
