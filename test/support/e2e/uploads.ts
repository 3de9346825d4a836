/** Files that a test uploads, as a caller does. */
import type { Client, Json } from './client.ts';

/** A ticket for a file of that type. */
export const ticketFor = (client: Client, file: Uint8Array, fields: object = {}): Promise<Json> =>
  client.make('/uploads', { size: file.length, content_type: 'application/pdf', ...fields });

/** Sends the bytes where the ticket says. */
export const put = ({ put_url, headers }: Json, file: Uint8Array): Promise<Response> =>
  fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(file) });

/** A ticket whose file has arrived. */
export async function uploaded(client: Client, file: Uint8Array, fields: object = {}): Promise<Json> {
  const ticket = await ticketFor(client, file, fields);
  const { status } = await put(ticket, file);
  if (status !== 200) throw new Error(`the store answered ${status}`);
  return ticket;
}

/** Sends a file by the form of an upload's page, as a browser without scripts does. `change` replaces fields. */
export function attach(page: string, file: Uint8Array, change: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.set(name, change[name] ?? value.replaceAll('&amp;', '&'));
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'letter.pdf');
  return fetch(storeOf(page), { method: 'POST', body: form });
}

/** The address to which that form goes. */
const storeOf = (page: string): string => /action="([^"]+)"/.exec(page)?.[1] ?? '';
