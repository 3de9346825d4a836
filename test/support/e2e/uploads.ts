/** Uploads files as a client does. */
import type { Client, Json } from './client.ts';

export const ticketFor = (client: Client, file: Uint8Array, fields: object = {}): Promise<Json> =>
  client.make('/uploads', { size: file.length, content_type: 'application/pdf', ...fields });

/** Sends the bytes to the ticket's URL. */
export const put = ({ put_url, headers }: Json, file: Uint8Array): Promise<Response> =>
  fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(file) });

/** A ticket whose file has arrived. */
export async function uploaded(client: Client, file: Uint8Array, fields: object = {}): Promise<Json> {
  const ticket = await ticketFor(client, file, fields);
  const { status } = await put(ticket, file);
  if (status !== 200) throw new Error(`the store responded with ${status}`);
  return ticket;
}

/** Submits the form of an upload page with a file, as a browser without scripts does. `change` replaces values. */
export function attach(page: string, file: Uint8Array, change: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.set(name, change[name] ?? value.replaceAll('&amp;', '&'));
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'letter.pdf');
  return fetch(/action="([^"]+)"/.exec(page)?.[1] ?? '', { method: 'POST', body: form });
}
