/** A page with a single message, for an error or a link that no longer works. */
import { html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export function messagePage(
  { title, message }: { readonly title: string; readonly message: string },
  reader: Reader,
): Page {
  return page({ title, body: html`<h1>${title}</h1>\n<p class="lead">${message}</p>` }, reader);
}
