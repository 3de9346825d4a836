/** Uploads a file from this disk, so that the service can quote and print it. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { paths } from '../../client/index.ts';
import { answered, type Desk, reached } from './desk.ts';
import { exits, Stop } from './stop.ts';

type SentType = NonNullable<paths['/uploads']['post']['requestBody']['content']['application/json']['content_type']>;

const types: Readonly<Record<string, SentType>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** By the end of its name; undefined for a file that is sent as text. */
export const typeOfFile = (file: string): SentType | undefined => types[extname(file).toLowerCase()];

/** A service may not send requests of its own into the network of whoever calls it: https, or its own host. */
function isStore(address: string, baseUrl: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.hostname === new URL(baseUrl).hostname);
}

/** The headers that an upload is signed with. */
const ofUploads = /^(?:content-(?:type|length)|if-none-match|x-amz-[\w-]+)$/i;

/** The address that stands for the file. The store takes these bytes and no others. */
export async function uploadFile(desk: Desk, content_type: SentType): Promise<{ readonly pdf_url: string }> {
  const { command, api, tell, readBytes } = desk;
  const bytes = await readBytes(command.subject);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { size: bytes.length, content_type, sha256 };
  const { put_url = '', headers, pdf_url } = await answered(api.POST('/uploads', { body }));
  if (!isStore(put_url, command.baseUrl) || !Object.keys(headers ?? {}).every((name) => ofUploads.test(name)))
    throw new Stop(exits.refused, 'The service names a strange place for the file, so nothing was sent.');
  tell('Sending the file …');
  const sent = fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(bytes), redirect: 'error' });
  const { ok, status } = await reached(sent);
  if (!ok) throw new Stop(exits.unreached, `The store answered ${status}: send the file again.`);
  return { pdf_url };
}
