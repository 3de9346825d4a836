/** The developer's mailbox: the newest jobs of the simulated partners, each with its buttons. In English: only developers see it. */
import { mailboxScript } from '../built-scripts.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { type Card, cardOf } from './card.ts';
import { mailboxStyle } from './style.ts';

export interface MailboxView {
  /** Newest first. */
  readonly cards: readonly Card[];
  readonly secret: string;
}

export function mailboxPage({ cards, secret }: MailboxView, reader: Reader): Page {
  const body = html`<h1>Mailbox</h1>
<p class="message" id="says" role="status" hidden></p>
<div id="mail">${cards.length === 0 ? empty : html`<div class="envelopes">${cards.map((card) => cardOf(card, secret, reader))}</div>`}</div>`;
  return page(
    {
      title: 'Mailbox',
      body,
      notice: 'Simulated partners: nothing here was printed, mailed or faxed.',
      layout: 'table',
      images: true,
      formAction: true,
      style: mailboxStyle,
      script: mailboxScript(),
    },
    reader,
  );
}

/** The mailbox of a service whose partners are real. */
export function noMailboxPage(reader: Reader): Page {
  const body = html`<h1>Mailbox</h1>
<p class="lead">This service works with real partners: they have the orders, and this mailbox has none.</p>`;
  return page({ title: 'Mailbox', body, layout: 'table' }, reader);
}

const empty = html`<p class="lead">There is nothing here yet.</p>
<ol>
<li>Ask for a quote and create a job with it. The lines that <code>npm start</code> printed do both.</li>
<li>Open the job’s <code>pay_url</code> and pay on the test checkout page.</li>
<li>What the simulated partners accept appears here. <a href="/_mailbox">Refresh</a></li>
</ol>`;
