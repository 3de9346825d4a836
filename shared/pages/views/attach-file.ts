/** The page on which a person attaches a file to a ticket: what it offers, by how far the ticket is. */
import { mostFileBytes } from '../../domain/given/content.ts';
import { attachPage, type Upload, uploadKey, uploadTypes } from '../../domain/given/upload.ts';
import { isId } from '../../domain/ids.ts';
import { notFound } from '../../domain/refusal.ts';
import type { Deps } from '../../orders/deps.ts';
import type { AttachView } from '../attach.ts';

export async function uploadOf({ clock, uploads }: Deps, id: string): Promise<Upload> {
  const upload = isId('upload', id) ? await uploads.get(id) : undefined;
  if (upload === undefined || upload.keepUntil <= clock.now()) throw notFound();
  return upload;
}

/** `hasArrived`: the store says so, which leads the browser back with the file's `etag`. Nothing hangs on it but words. */
export async function attachFile(
  { clock, documents }: Deps,
  upload: Upload,
  { baseUrl, hasArrived }: { readonly baseUrl: string; readonly hasArrived: boolean },
): Promise<AttachView> {
  const { id, promised, expiresAt, readAs } = upload;
  if (readAs !== undefined) return { state: 'read' };
  const next = attachPage(baseUrl, id);
  const path = new URL(next).pathname;
  if (hasArrived) return { state: 'arrived', again: path };
  const seconds = Math.floor((expiresAt - clock.now()) / 1_000);
  if (seconds <= 0) return { state: 'late' };
  const { size, type } = promised ?? {};
  // Without a promise, a form cannot know what will be chosen: a quote reads it from the bytes.
  const terms = { type: type ?? 'application/octet-stream', leastBytes: size ?? 1, mostBytes: size ?? mostFileBytes };
  return {
    state: 'open',
    form: await documents.storeForm(uploadKey(id), { ...terms, next }, seconds),
    quiet: await documents.storeForm(uploadKey(id), terms, seconds),
    next: `${path}?etag=sent`,
    types: type === undefined ? uploadTypes : [type],
  };
}
