/** Reads a form with files that a stranger posted: few fields, held in memory only, and none of them kept. */
import { invalidBody } from '../../domain/refusal.ts';
import type { HttpEvent } from './http-event.ts';

export interface PostedForm {
  text(name: string): string;
  /** The bytes of a file; undefined if none was chosen. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

const mostFields = 10;

export async function postedForm({ headers, body = '', isBase64Encoded }: HttpEvent): Promise<PostedForm> {
  const type = headers['content-type'] ?? '';
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const form = await parsed(bytes, type);
  return {
    text(name) {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    },
    async file(name) {
      const value = form.get(name);
      if (value === null || typeof value === 'string' || value.size === 0) return undefined;
      return new Uint8Array(await value.arrayBuffer());
    },
  };
}

async function parsed(bytes: Buffer, type: string): Promise<FormData> {
  const refusal = invalidBody('is not a form with files: use the form of the page.');
  const boundary = /^multipart\/form-data;.*\bboundary="?([^\s";]{1,100})/i.exec(type)?.[1];
  // Counted first: the parser takes a second for a hundred thousand fields.
  if (boundary === undefined || countOf(bytes, `--${boundary}`) > mostFields) throw refusal;
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw refusal;
  }
}

function countOf(bytes: Buffer, mark: string): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && count <= mostFields; at = bytes.indexOf(mark, at + 1)) count += 1;
  return count;
}
