/** The text of a document as a page, for people who do not see its pictures. */
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import type { showWords } from '../views/show-preview.ts';

type DocumentWords = Awaited<ReturnType<typeof showWords>> & { readonly proofPath: string };

export function wordsPage({ pages, count, proofPath, back }: DocumentWords, reader: Reader): Page {
  const { say } = reader;
  const title = say('The text of the document');
  const unread = say('We couldn’t read this page in time. Open the PDF.');
  const pictured = say('This page has no text to read out. It’s a picture, such as a scan.');
  const sections = Array.from({ length: count }, (_, at) => {
    const text = pages[at];
    return html`<section>
<h2>${say('Page {number} of {count}', { number: at + 1, count })}</h2>
<p class="${text ? 'words' : 'lead'}" dir="auto">${text || (text === undefined ? unread : pictured)}</p>
</section>`;
  });
  const body = html`<h1>${title}</h1>
<p class="lead">${say('This is the text of the PDF that we print, in the file’s order. It has no pictures, handwriting or drawings.')}</p>
<p><a class="way" href="${proofPath}">${say('Save the PDF')}</a>${back !== undefined && html` · <a class="way" href="${back}">${say('Back to the order')}</a>`}</p>
${sections}`;
  const style = html`.words { white-space: pre-line; font-family: var(--serif); }`;
  return page({ title, body, style }, reader);
}
