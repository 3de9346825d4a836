/** The developer's mailbox: every job of the simulated partners, newest first, to search, to filter and to act upon. */
import { script } from '#scripts/mailbox';
import type { ProductName } from '../../core/product-names.ts';
import { capitalised } from '../../core/words.ts';
import { type Html, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { type Card, cardOf } from './card.ts';
import { mailboxStyle } from './style.ts';

/** The filters and the page that the reader asked for. */
export interface MailboxQuery {
  readonly q?: string | undefined;
  readonly kind?: ProductName | undefined;
  readonly status?: string | undefined;
  /** Rows instead of cards. */
  readonly view?: 'list' | undefined;
}

export interface MailboxView {
  readonly sought: MailboxQuery;
  /** The cards of this page, newest first. */
  readonly cards: readonly Card[];
  /** Cards of all pages. */
  readonly found: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of jobs for each filter, among those that the other filters let through. */
  readonly kinds: readonly Count[];
  readonly statuses: readonly Count[];
  /** Whether the mailbox holds anything at all. */
  readonly isEmpty: boolean;
  readonly secret: string;
  /** The result of a button. */
  readonly says?: string | undefined;
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** In English: only developers see it. */
export function mailboxPage(view: MailboxView, reader: Reader): Page {
  const body = html`<div class="top"><h1>Mailbox</h1>${!view.isEmpty && search(view)}</div>
<p class="message" id="says" role="status"${view.says === undefined && html` hidden`}>${view.says}</p>
<div id="mail">${view.isEmpty ? empty : mail(view, reader)}</div>`;
  return page(
    {
      title: 'Mailbox',
      body,
      notice: 'Simulated partners: nothing here was printed, mailed or faxed.',
      layout: 'table',
      images: true,
      formAction: true,
      style: mailboxStyle,
      script,
    },
    reader,
  );
}

/** One job alone, with all that can be done to it. */
export function mailboxJobPage(card: Card, secret: string, reader: Reader): Page {
  const body = html`<h1>${card.title}</h1>
<p class="line"><a href="/_mailbox">Mailbox</a></p>
<div class="envelopes">${cardOf(card, { secret, back: '' }, reader)}</div>`;
  return page(
    {
      title: `Mailbox: ${card.title}`,
      body,
      layout: 'table',
      images: true,
      formAction: true,
      style: mailboxStyle,
      notice: 'Simulated partners: nothing here was printed, mailed or faxed.',
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

function mail(view: MailboxView, reader: Reader): Html {
  const { sought, cards, found, pages } = view;
  const sending = { secret: view.secret, back: queryOf(sought, view.page) };
  const place = `/_mailbox${sending.back}`;
  const isList = sought.view === 'list';
  return html`<nav class="filters part" id="filters" aria-label="Filters">
${chips('kind', 'All kinds', view.kinds, sought)}
${chips('status', 'Any status', view.statuses, sought)}
</nav>
<div class="line part" id="line">
<p>${found === 1 ? 'One job' : `${found} jobs`}<span class="wide">, newest first</span>${pages > 1 && html`, page ${view.page} of ${pages}`}.
<a href="${place}">Refresh</a> <a href="${`/_mailbox${queryOf({ ...sought, view: isList ? undefined : 'list' })}`}">${isList ? 'As cards' : 'As a list'}</a>${found === 0 && html` <a href="/_mailbox">Show all</a>`}</p>
${emptying(view, sending.back)}
</div>
<div class="${isList ? 'envelopes rows' : 'envelopes'}">${cards.map((card) => cardOf(card, sending, reader))}</div>
<nav class="turning part" id="turning" aria-label="Pages">${turning(view)}</nav>`;
}

function search({ sought: { q, kind, status, view } }: MailboxView): Html {
  return html`<form class="search" role="search" method="get" action="/_mailbox">
${kind !== undefined && html`<input type="hidden" name="kind" value="${kind}">`}
${status !== undefined && html`<input type="hidden" name="status" value="${status}">`}
${view !== undefined && html`<input type="hidden" name="view" value="${view}">`}
<label for="q">Name, number, job, pay link or e-mail address</label>
<input type="search" id="q" name="q" value="${q ?? ''}" maxlength="100" autocomplete="off">
<button class="button quiet">Find</button>
</form>`;
}

/** `awaiting_payment` → `Awaiting payment` */
const wordsOf = (status: string): string => capitalised(status.replaceAll('_', ' '));

function chips(by: 'kind' | 'status', all: string, counts: readonly Count[], sought: MailboxQuery): Html {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const chip = (name: string | undefined, words: string, count: number) => {
    const to = `/_mailbox${queryOf({ ...sought, [by]: name })}`;
    return html`<li><a href="${to}"${sought[by] === name && html` aria-current="true"`}>${words} <span>${count}</span></a></li>`;
  };
  return html`<ul class="chips">
${chip(undefined, all, total)}
${counts.map(({ name, count }) => chip(name, by === 'kind' ? capitalised(name) : wordsOf(name), count))}
</ul>`;
}

function emptying({ found, sought, secret }: MailboxView, back: string): Html | false {
  if (found === 0) return false;
  const isPart = [sought.q, sought.kind, sought.status].some((value) => value !== undefined);
  return html`<details class="emptying"><summary>${isPart ? 'Remove these' : 'Empty'}</summary>
<form method="post" action="/_mailbox">
<input type="hidden" name="secret" value="${secret}">
<input type="hidden" name="back" value="${back}">
<p>The simulated partners keep their orders, and no job changes.</p>
<button class="button quiet" name="action" value="empty">${isPart ? `Remove ${found} from this view` : 'Empty the mailbox'}</button>
</form>
</details>`;
}

function turning({ sought, page: at, pages }: MailboxView): Html {
  const to = (page: number) => `/_mailbox${queryOf(sought, page)}`;
  return html`${at > 1 && html`<a class="way" href="${to(at - 1)}">Newer</a>`}
${at < pages && html`<a class="way" href="${to(at + 1)}">Older</a>`}`;
}

/** `?kind=fax&page=2`; empty if nothing is asked. */
export function queryOf({ q, kind, status, view }: MailboxQuery, page = 1): string {
  const asked = Object.entries({ q, kind, status, view, page: page > 1 ? String(page) : undefined });
  const query = new URLSearchParams(asked.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return query.size === 0 ? '' : `?${query}`;
}
