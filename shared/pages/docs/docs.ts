/** A page of the documentation: search, the other pages, what stands on it, and the text. */
import { copyScript } from '../built-scripts.ts';
import { type Html, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { anchorOf, markdown, plain, type Resolve } from './markdown.ts';
import { docsStyle } from './style.ts';

interface ListedPage {
  readonly title: string;
  readonly path: string;
  /** The heading under which it is listed. */
  readonly group?: string | undefined;
  /** The address of the page from which it was cut. It is listed below that, and only beside its like. */
  readonly part?: string | undefined;
}

export interface DocsView {
  /** `/v1/docs` */
  readonly path: string;
  /** All pages, this one too, by their addresses. */
  readonly pages: readonly ListedPage[];
  readonly current?: string | undefined;
  /** The words that were searched for. */
  readonly sought?: string | undefined;
  readonly also: readonly { readonly title: string; readonly url: string }[];
}

export interface SearchHit {
  readonly title: string;
  readonly path: string;
  readonly excerpt: string;
}

/** The documentation is in English only, so its frame is, too. */
export function docsPage(view: DocsView & { readonly text: string }, resolve: Resolve, reader: Reader): Page {
  const { text } = view;
  const [first = '', ...rest] = text.split('\n');
  const title = plain(first.replace(/^# /, ''));
  const body = html`<h1>${title}</h1>
${contents(rest, view.current ?? view.path)}
${markdown(rest.join('\n'), resolve)}`;
  return framed(title, body, view, reader);
}

export function foundPage(view: DocsView & { readonly found: readonly SearchHit[] }, reader: Reader): Page {
  const { found, sought = '' } = view;
  const title = sought === '' ? 'Search' : `Search: ${sought}`;
  const item = ({ title: heading, path, excerpt }: SearchHit) =>
    html`<li><a href="${path}">${heading}</a><br>${excerpt}</li>`;
  const body = html`<h1>${title}</h1>
<p>${summary(sought, found.length)}</p>
<ol class="found">${found.map(item)}</ol>`;
  return framed(title, body, view, reader);
}

function summary(sought: string, count: number): string {
  if (sought === '') return 'Type a word, such as the name of a field or the code of an error.';
  if (count === 0) return 'No section has all of these words. Try fewer of them, or the name of a field.';
  return count === 1
    ? '1 section has all of these words.'
    : `${count} sections have all of these words, the best first.`;
}

function framed(title: string, body: Html, view: DocsView, reader: Reader): Page {
  const { path, pages, current, sought = '', also } = view;
  const hasCode = body.toString().includes('<pre>');
  return page(
    {
      title,
      layout: 'table',
      style: docsStyle,
      beside: { kind: 'style', path },
      script: hasCode ? copyScript() : undefined,
      formAction: true,
      isListed: true,
      body: html`<div class="docs">
<div class="rooms">
<form class="seek" role="search" action="${path}" method="get">
<input type="search" name="q" value="${sought}" aria-label="Search the documentation" placeholder="Search" maxlength="100">
<button class="button quiet">Search</button>
</form>
<input type="checkbox" id="rooms"><label for="rooms">All pages</label>
<nav aria-label="Documentation">${listed(pages, current)}</nav>
</div>
<article data-copy="Copy" data-copied="Copied">${body}
${turning(pages, current)}
<footer><p class="links">${also.map((link) => html`<a href="${link.url}">${link.title}</a> `)}</p></footer></article>
</div>`,
    },
    reader,
  );
}

/** In groups. The parts of a page are listed while it, or one of them, is read. */
function listed(pages: readonly ListedPage[], current: string | undefined): Html {
  const whole = pages.find(({ path }) => path === current)?.part ?? current;
  const shown = pages.filter(({ part }) => part === undefined || part === whole);
  const groups = Map.groupBy(shown, ({ group = '' }) => group);
  const room = ({ path, title, part }: ListedPage) =>
    html`<li${part !== undefined && html` class="part"`}><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>`;
  return html`${[...groups].map(([group, rooms]) => html`${group !== '' && html`<p>${group}</p>`}<ul>${rooms.map(room)}</ul>`)}`;
}

/** The pages before and behind this one. */
function turning(pages: readonly ListedPage[], current: string | undefined): Html | false {
  const at = pages.findIndex(({ path }) => path === current);
  if (at === -1) return false;
  const way = (room: ListedPage | undefined, words: string) =>
    room !== undefined && html`<a href="${room.path}"><small>${words}</small> ${room.title}</a>`;
  return html`<p class="turning">${way(pages[at - 1], 'Before')}${way(pages[at + 1], 'Next')}</p>`;
}

function contents(lines: readonly string[], path: string): Html | false {
  const text = lines.join('\n').replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading);
  if (headings.length < 3) return false;
  return html`<details class="toc"><summary>On this page</summary>
<ul>${headings.map((heading) => html`<li><a href="${`${path}#${anchorOf(heading)}`}">${plain(heading)}</a></li>`)}</ul>
</details>`;
}
