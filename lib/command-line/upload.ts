/** Uploads a file from this disk, so that the service can quote and print it. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { paths } from '../../client/index.ts';
import { answered, type Desk, reached } from './desk.ts';
import { exits, Stop } from './stop.ts';

type SentType = NonNullable<paths['/uploads']['post']['requestBody']['content']['application/json']['content_type']>;

const types: Readonly<Record<string, SentType>> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** By the end of its name; undefined for a file that is sent as text. */
export const typeOfFile = (file: string): SentType | undefined => types[extname(file).toLowerCase()];

/** The address that stands for the file. The store takes these bytes and no others. */
export async function uploadFile(desk: Desk, content_type: SentType): Promise<{ readonly pdf_url: string }> {
  const { command, api, tell, readBytes } = desk;
  const bytes = await readBytes(command.subject);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { size: bytes.length, content_type, sha256 };
  const { put_url = '', headers, pdf_url } = await answered(api.POST('/uploads', { body }));
  tell('Sending the file …');
  const { ok, status } = await reached(fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(bytes) }));
  if (!ok) throw new Stop(exits.unreached, `The store answered ${status}: send the file again.`);
  return { pdf_url };
}
