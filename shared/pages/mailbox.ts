/** The developer's mailbox: every order that the simulated partners accepted, newest first. */
import type { ProductName } from '../core/product.ts';
import { capitalised } from '../core/words.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';
import { postmark } from './time.ts';

export interface MailboxItem {
  readonly id: string;
  readonly kind: ProductName;
  readonly jobId: string;
  readonly status: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly documentUrl: string | null;
  readonly documentSha256: string | null;
  /** An image of page 1, on the mailbox's own origin. */
  readonly previewUrl: string | null;
  /** The recipient's name. */
  readonly title: string;
  /** The recipient's address or fax number. */
  readonly lines: readonly string[];
}

/** In English: only developers see it. */
export function mailboxPage({ items }: { readonly items: readonly MailboxItem[] }, reader: Reader): Page {
  const newestFirst = items.toSorted((a, b) => b.createdAt - a.createdAt);
  const body = html`<h1>Mailbox</h1>
${items.length === 0 ? empty : html`<p class="lead">${items.length === 1 ? 'One item' : `${items.length} items`}, newest first.</p>`}
<div class="envelopes">${newestFirst.map(envelope)}</div>`;
  const notice = 'Simulated partners: nothing here was printed, mailed or faxed.';
  return page({ title: 'Mailbox', body, notice, layout: 'table', images: true }, reader);
}

const empty = html`<p class="lead">Nothing has been accepted yet.</p>
<ol>
<li>Ask for a quote and create a job with it. The lines that <code>npm start</code> printed do both.</li>
<li>Open the job’s <code>pay_url</code> and pay on the test checkout page.</li>
<li>Reload this page. What the simulated partners accepted lies here.</li>
</ol>`;

function envelope(item: MailboxItem): Html {
  return html`<article class="item">
<div class="preview">${preview(item)}</div>
<div class="envelope">
<header>
<p><b>${capitalised(item.kind)}</b><br>${item.status.replaceAll('_', ' ')}</p>
${postmark(item.createdAt)}
</header>
<div class="window">
<h2>${item.title}</h2>
${item.lines.map((line) => html`<p>${line}</p>`)}
</div>
<div class="foot">
${particulars(item)}
${item.documentUrl !== null && html`<a class="way" href="${item.documentUrl}">Open the PDF</a>`}
</div>
</div>
</article>`;
}

function preview({ kind, title, documentUrl, previewUrl }: MailboxItem): Html {
  if (previewUrl === null) return html`<p>${documentUrl === null ? 'No document' : 'No preview'}</p>`;
  const alt = `Page 1, ${kind} to ${title}`;
  return html`<img src="${previewUrl}" alt="${alt}" width="170" height="220" loading="lazy">`;
}

function particulars({ id, jobId, documentSha256 }: MailboxItem): Html {
  return html`<details>
<summary>Particulars</summary>
<dl>
<dt>Partner’s id</dt><dd><code>${id}</code></dd>
<dt>Job</dt><dd><code>${jobId}</code></dd>
${documentSha256 !== null && html`<dt>SHA-256 of the PDF</dt><dd><code>${documentSha256}</code></dd>`}
</dl>
</details>`;
}
