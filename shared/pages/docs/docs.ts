/** A page of the documentation: search, the other pages, what stands on it, and the text. */
import { type Html, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { anchorOf, markdown, plain, type Resolve } from './markdown.ts';
import { docsStyle } from './style.ts';

export interface DocsView {
  /** `/v1/docs` */
  readonly path: string;
  /** All pages, this one too, by their addresses. */
  readonly pages: readonly { readonly title: string; readonly path: string }[];
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
  const room = (each: { readonly title: string; readonly path: string }) =>
    each.path === current
      ? html`<li><a href="${each.path}" aria-current="page">${each.title}</a></li>`
      : html`<li><a href="${each.path}">${each.title}</a></li>`;
  return page(
    {
      title,
      style: docsStyle,
      formAction: true,
      isListed: true,
      body: html`<nav class="rooms" aria-label="Documentation"><ul>${pages.map(room)}</ul></nav>
<form class="seek" role="search" action="${path}" method="get">
<input type="search" name="q" value="${sought}" aria-label="Search the documentation" placeholder="Search" maxlength="100">
<button class="button quiet">Search</button>
</form>
${body}
<footer><p class="links">${also.map((link) => html`<a href="${link.url}">${link.title}</a> `)}</p></footer>`,
    },
    reader,
  );
}

function contents(lines: readonly string[], path: string): Html | false {
  const text = lines.join('\n').replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading);
  if (headings.length < 3) return false;
  return html`<details class="toc"><summary>On this page</summary>
<ul>${headings.map((heading) => html`<li><a href="${`${path}#${anchorOf(heading)}`}">${plain(heading)}</a></li>`)}</ul>
</details>`;
}
