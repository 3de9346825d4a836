/** Reads a posted form with files. Anyone may send such a form, so it may have only a few fields, and nothing is stored. */
import { invalidBody } from '../../domain/refusal.ts';
import type { HttpEvent } from './http-event.ts';

export async function postedForm({ headers: requestHeaders, body = '', isBase64Encoded }: HttpEvent) {
  const type = requestHeaders['content-type'] ?? '';
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const refusal = invalidBody('is not a form with files: use the form on the page.');
  const boundary = /^multipart\/form-data;.*\bboundary="?([\w'()+,./:=?-]{1,70})/i.exec(type)?.[1];
  if (boundary === undefined) throw refusal;
  // Checked first, because the parser takes a second for a hundred thousand fields. Ten boundaries make eleven pieces.
  if (bytes.toString('latin1').split(`--${boundary}`, 12).length > 11) throw refusal;
  // The parser must use the same boundary, and the header may name several.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => Promise.reject(refusal));
  return {
    text(name: string): string {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    },
    /** The bytes of a file; `undefined` if the person chose no file. */
    async file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const value = form.get(name);
      if (value === null || typeof value === 'string' || value.size === 0) return undefined;
      return new Uint8Array(await value.arrayBuffer());
    },
  };
}
