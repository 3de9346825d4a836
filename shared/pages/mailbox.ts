/** The developer's mailbox: the simulated partners' newest jobs, each with its buttons. In English, for developers only. */
import type { ProductName } from '../domain/names.ts';
import type { CheckFace } from '../domain/product.ts';
import { capitalized } from '../domain/text.ts';
import { mailboxScript } from './built-scripts.ts';
import { type Html, hiddenFields, html } from './html.ts';
import { type Page, page } from './page.ts';
import { checkStyle, drawnCheck } from './pay/drawn-check.ts';
import type { Reader } from './reader.ts';

export interface MailboxView {
  /** Newest first. */
  readonly cards: readonly Card[];
  readonly secret: string;
}

export function mailboxPage({ cards, secret }: MailboxView, reader: Reader): Page {
  const empty = html`<p class="lead">Nothing here yet.</p>
<ol>
<li>Get a quote and create a job with it. The lines that <code>npm start</code> printed do both.</li>
<li>Open the job’s <code>pay_url</code> and pay on the test checkout page.</li>
<li>Orders that the simulated partners accept appear here. <a href="/_mailbox">Refresh</a></li>
</ol>`;
  const body = html`<h1>Mailbox</h1>
<p class="message" id="status-message" role="status" hidden></p>
<div id="mail">${cards.length === 0 ? empty : html`<div class="envelopes">${cards.map((card) => renderCard(card, secret, reader))}</div>`}</div>`;
  return page(
    {
      title: 'Mailbox',
      body,
      notice: 'Simulated partners: nothing here was printed, mailed or faxed.',
      layout: 'table',
      images: true,
      hasForm: true,
      style: mailboxStyle,
      script: mailboxScript(),
    },
    reader,
  );
}

export function noMailboxPage(reader: Reader): Page {
  const body = html`<h1>Mailbox</h1>
<p class="lead">This service uses real partners, so this mailbox is empty.</p>`;
  return page({ title: 'Mailbox', body, layout: 'table' }, reader);
}

const actions = {
  print: 'Print it',
  mail: 'Mail it',
  send: 'Send it',
  scan: 'Scan it',
  nobody_home: 'No one is home',
  deliver: 'Deliver it',
  return: 'Return it to sender',
  fail: 'Make it fail',
  lose_answer: 'Lose the next response',
  hold_event: 'Delay the payment event',
  send_event: 'Deliver the payment event',
} as const;

export interface Card {
  readonly jobId: string;
  readonly kind: ProductName;
  readonly orderNumber: string;
  readonly total: string;
  /** The status in the API. */
  readonly status: string;
  readonly title: string;
  /** The rest of the recipient's address. */
  readonly lines: readonly string[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** When it was mailed, Unix milliseconds; missing until then. */
  readonly mailedAt?: number | undefined;
  /** Its orders at a simulated partner, newest first. A fax to a busy line may have several. */
  readonly attempts: readonly {
    readonly number: number;
    /** The partner's own status. */
    readonly partnerStatus: string;
    readonly reason?: string | undefined;
    readonly recordUrl: string;
    readonly documentUrl: string | null;
  }[];
  readonly maxAttempts: number;
  /** An image of page 1, on the mailbox's own origin. */
  readonly previewUrl: string | null;
  readonly checkFace?: CheckFace | undefined;
  readonly payUrl: string;
  readonly statusUrl: string;
  readonly receiptUrl: string;
  /** The faults and stages that a developer chose for it. */
  readonly notes: readonly string[];
  readonly actions: readonly (keyof typeof actions)[];
  /** Emails that were stored instead of sent, oldest first. */
  readonly emails: readonly {
    readonly to: string;
    readonly subject: string;
    readonly htmlUrl: string;
    readonly textUrl: string;
  }[];
}

/** Unix milliseconds → date, year, time and zone as the four lines of a postmark. */
function postmark(ms: number): Html {
  const format = { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' } as const;
  const lines = [...new Date(ms).toLocaleString('en-US', format).split(', '), 'UTC'];
  return html`<time class="postmark" datetime="${new Date(ms).toISOString()}">${lines.map((line) => html`<span>${line}</span> `)}</time>`;
}

/** The order as its recipient would get it, with attempts, links and buttons. `secret`: included in every mailbox form. */
function renderCard(card: Card, secret: string, reader: Reader): Html {
  const { jobId, kind, status, attempts, mailedAt, emails } = card;
  const state = capitalized(status.replaceAll('_', ' ').replace('cancelled', 'canceled'));
  return html`<article class="item of-${kind}${mailedAt !== undefined && ' stamped'}" id="${jobId}">
<div class="preview">${documentPreview(card, reader)}</div>
<div class="envelope">
<header>
<p><b>${capitalized(kind)}</b> <span class="status ${status}">${state}</span></p>
${kind !== 'fax' && html`<div class="stamp">${mailedAt !== undefined && postmark(mailedAt)}</div>`}
</header>
<div class="window">
<h2>${card.title}</h2>
${card.lines.map((line) => html`<p>${line}</p>`)}
</div>
${(attempts.length > 1 || attempts[0]?.reason !== undefined) && html`<ol class="attempts">${attempts.map(({ number, partnerStatus, reason, recordUrl }) => html`<li><a href="${recordUrl}">Attempt ${number} of ${card.maxAttempts}</a>: ${reason ?? partnerStatus}</li>`)}</ol>`}
${card.notes.length > 0 && html`<ul class="notes">${card.notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<p class="about">${card.orderNumber} · ${card.total} · ${reader.time(card.createdAt, 'short')} ${reader.time(card.createdAt, 'zone')}</p>
${cardLinks(card)}
${
  emails.length > 0 &&
  html`<details><summary>Emails: ${emails.length}</summary>
<ul class="emails">${emails.map(
    ({ to, subject, htmlUrl, textUrl }) =>
      html`<li><a href="${htmlUrl}">${subject}</a><br>to ${to} (<a href="${textUrl}">text</a>)</li>`,
  )}</ul>
</details>`
}
${
  card.actions.length > 0 &&
  html`<details><summary>Actions</summary>
<form method="post" action="${`/_mailbox/${jobId}`}">
${hiddenFields({ secret })}
${card.actions.map((name) => html`<button class="button quiet" name="action" value="${name}">${actions[name]}</button>`)}
</form>
</details>`
}
</div>
</article>`;
}

function documentPreview({ kind, title, attempts, previewUrl, checkFace }: Card, reader: Reader): Html {
  if (checkFace !== undefined) return drawnCheck(checkFace, reader);
  if (previewUrl === null)
    return html`<p>${attempts.some(({ documentUrl }) => documentUrl !== null) ? 'No preview' : 'No document'}</p>`;
  return html`<img src="${previewUrl}" alt="${`Page 1, ${kind} to ${title}`}" width="170" height="220" loading="lazy">`;
}

function cardLinks({ payUrl, status, statusUrl, receiptUrl, attempts: [latest] }: Card): Html {
  return html`<p class="card-links">
<a href="${payUrl}">Pay page</a>
<a href="${statusUrl}">Status</a>
${status !== 'awaiting_payment' && html`<a href="${receiptUrl}">Receipt</a>`}
${latest !== undefined && html`<a href="${latest.recordUrl}">Record</a>`}
${latest !== undefined && latest.documentUrl !== null && html`<a href="${latest.documentUrl}">PDF</a>`}
</p>`;
}

const mailboxStyle = html`${checkStyle}
#status-message:not([hidden]) { position: sticky; top: 3.5rem; z-index: 1; background: var(--paper); box-shadow: var(--shade); }
#mail > ol { max-width: 38rem; margin-top: 1rem; }
.envelopes {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem 2.5rem;
  align-items: start; margin-top: 1rem;
}
.item { position: relative; scroll-margin-top: 4rem; }
.envelope header b, .window h2 { color: var(--ink); }
.preview { overflow: hidden; background: #fff; color: #645d52; box-shadow: var(--shade); }
.preview img { display: block; width: 100%; height: auto; }
.preview > p { padding: 1rem .5rem; font-size: .8125rem; text-align: center; }
.item figcaption { display: none; }
.item .front { gap: .375em 1em; padding: .75em 1.25em; border: 0; border-radius: 0; font-size: .6875rem; }
.envelope header { font-size: .875rem; color: var(--soft); }
.item .status::before { content: none; }
.item .status { display: inline; margin: 0; color: var(--soft); font-weight: 600; }
.item :is(.awaiting_payment, .queued, .unknown) { color: var(--amber); }
.item :is(.in_production, .sending) { color: var(--blue); }
.item :is(.mailed, .sent) { color: var(--green); }
.item .failed { color: var(--red); }
.window { font-size: .875rem; line-height: 1.45; }
.window h2 { margin: 0; font: 600 .875rem/1.45 system-ui, sans-serif; }
.stamp { display: none; }
.about { margin-top: .5rem; color: var(--soft); font-size: .875rem; }
.emails { padding: 0 0 .5rem; list-style: none; }
.attempts, .notes { margin-top: .5rem; padding: 0; font-size: .8125rem; list-style: none; }
.attempts li + li { margin: 0; }
.notes { color: var(--amber); font-weight: 600; }
.card-links { display: flex; flex-wrap: wrap; column-gap: .875rem; margin-top: .25rem; font-size: .875rem; }
.card-links a { padding: .25rem 0; line-height: 1.25rem; }
.envelope details { color: var(--soft); font-size: .875rem; }
.envelope summary { padding: .375rem 0; }
.envelope form { display: grid; gap: .5rem; padding: .25rem 0 .75rem; }
.envelope form .button { min-height: 2.5rem; padding: .25rem .75rem; font-size: .875rem; }

@media (max-width: 41.99rem) {
  .envelopes { margin-top: .25rem; }
  .item { display: flex; gap: .875rem; padding: .75rem; background: var(--paper); box-shadow: var(--shade); }
  .of-check { flex-wrap: wrap; }
  .of-check .preview { flex-basis: 100%; max-height: none; }
  .item:not(.of-check) .preview { flex: 0 0 4.5rem; align-self: start; max-height: 5.75rem; }
  .envelope { flex: 1; min-width: 0; }
  .window p + p { display: none; }
}
@media (min-width: 42rem) {
  .envelopes { gap: 2.5rem; margin-top: 1.5rem; }
  .preview { height: 13rem; margin: 0 1.25rem; }
  .of-check .preview { height: auto; min-height: 13rem; }
  .preview > p { padding-top: 4rem; font-size: 1rem; }
  .envelope {
    position: relative; padding: 1rem 1.25rem .25rem; border-radius: 3px; background: var(--envelope);
    box-shadow: var(--shade);
  }
  .envelope header { display: flex; justify-content: space-between; gap: .75rem; min-height: 4.25rem; }
  .item .status { display: block; }
  .stamped header p { max-width: calc(100% - 5.5rem); }
  .window {
    max-width: 78%; min-height: 6.5rem; margin-top: .75rem; padding: .625rem .875rem; border-radius: .625rem;
    background: var(--paper); box-shadow: inset 0 1px 3px #0003;
  }
  .stamp {
    display: block; flex: none; position: relative; width: 3.25rem; height: 3.75rem; border: 3px dotted var(--envelope);
    outline: 1px solid var(--rule); background: var(--paper);
  }
  .stamp::before {
    content: ''; position: absolute; inset: .375rem; opacity: .55;
    background: repeating-linear-gradient(-45deg, var(--red) 0 4px, #0000 4px 8px, var(--blue) 8px 12px, #0000 12px 16px);
  }
  .postmark {
    position: absolute; top: -.5rem; right: 1.25rem; display: flex; flex-direction: column; justify-content: center;
    width: 5.25rem; height: 5.25rem; border: 1.5px solid; border-radius: 50%; outline: 1px solid;
    outline-offset: -5px; background: radial-gradient(var(--envelope) 40%, #0000 75%); rotate: -8deg; font-size: .6875rem; line-height: 1.35; text-align: center; text-transform: uppercase;
  }
  .of-fax .envelope { border-top: 2px dashed var(--rule); border-radius: 0; background: var(--paper); }
  .of-fax .window { max-width: none; min-height: 2.75rem; padding: 0; background: none; box-shadow: none; }
  .of-fax .envelope header { min-height: 0; }
}
@media print { .card-links, .envelope details { display: none; } }
`;
