/** A page of the documentation: the list of all pages, and this page's Markdown as HTML. HTML in the Markdown stays text. */
import MarkdownIt, { type Token } from 'markdown-it';
import { copyScript } from './built-scripts.ts';
import { betweenTags, type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

interface DocsView {
  /** The path of the documentation. Each page's path is added to it. */
  readonly docs: string;
  readonly path: string;
  /** Markdown that starts with the title. */
  readonly text: string;
  /** All pages, including this one. */
  readonly pages: readonly { readonly title: string; readonly path: string; readonly group: string }[];
}

/** The documentation and its navigation are in English only. */
export function docsPage({ docs, path, text, pages }: DocsView, reader: Reader): Page {
  const [, heading = '', rest = ''] = /^# (.*)\n([\s\S]*)/.exec(text) ?? [];
  const title = withoutMarkdown(heading);
  const body = html`<div class="docs">
<details class="page-list" tabindex="0"><summary>All pages</summary>
<nav aria-label="Documentation">${[...Map.groupBy(pages, ({ group }) => group)].map(
    ([group, list]) =>
      html`<p>${group}</p><ul>${list.map((entry) => html`<li><a href="${`${docs}${entry.path}`}"${entry.path === path && html` aria-current="page"`}>${entry.title}</a></li>`)}</ul>`,
  )}</nav>
</details>
<article data-copy="Copy" data-copied="Copied"><h1>${title}</h1>
${markdown(rest)}</article>
</div>`;
  const script = rest.includes('```') ? copyScript() : undefined;
  return page({ title, body, layout: 'table', style, script, isListed: true }, reader);
}

// With the option `html`, we can recognize comments and leave them out. With `typographer`, quotes outside code become curly.
const parser = new MarkdownIt('commonmark', { html: true, typographer: true }).enable(['table', 'smartquotes']);
// The parser keeps every URL as it is, because our own `html` tag checks it.
parser.validateLink = () => true;
parser.normalizeLink = (target) => target;

/** A token with the tokens between it and its closing token. */
interface Node {
  readonly token: Token;
  readonly inside: Node[];
}

function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    const node = { token, inside: treeOf(token.children ?? []) };
    if (token.nesting === -1) open.pop();
    else open.at(-1)?.push(node);
    if (token.nesting === 1) open.push(node.inside);
  }
  return root;
}

const textOf = (nodes: readonly Node[]): string =>
  nodes.map(({ token, inside }) => (inside.length > 0 ? textOf(inside) : token.content)).join('');

/** The text without Markdown syntax. */
export const withoutMarkdown = (text: string): string => textOf(treeOf(parser.parseInline(text, {})));

/** A heading's id, the same as on GitHub: `Rules of a day` → `rules-of-a-day`. */
export const anchorOf = (heading: string): string =>
  withoutMarkdown(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const markdown = (text: string): Html => html`${render(treeOf(parser.parse(text, {})))}`;

function render(nodes: readonly Node[]): Html[] {
  const groups: Node[][] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if (tabLabel(node) && last?.[0] && tabLabel(last[0])) last.push(node);
    else groups.push([node]);
  }
  return groups.map((group) => (group.length > 1 ? tabs(group) : html`${group.map(renderNode)}`));
}

function renderNode({ token, inside }: Node): Html {
  const { tag, type, content } = token;
  if (type === 'table_open') {
    // On a phone, each table row is a block, so each cell repeats its column's heading.
    const [head, body] = inside;
    const labels = head?.inside[0]?.inside.map((cell) => textOf(cell.inside));
    for (const row of body?.inside ?? [])
      for (const [index, cell] of row.inside.entries()) cell.token.attrSet('data-label', labels?.[index] ?? '');
  }
  const children = render(inside);
  if (type === 'fence' || type === 'code_block') return code(content);
  if (type === 'code_inline') return html`<code>${content}</code>`;
  if (type === 'softbreak') return html` `;
  if (type === 'html_block') return content.startsWith('<!--') ? html`` : html`<p>${content}</p>\n`;
  if (token.nesting === 0) return children.length > 0 ? html`${children}` : html`${content}`;
  if (token.hidden) return html`${children}`;
  if (type === 'heading_open') {
    const heading = inside[0]?.token.content ?? '';
    // A heading such as `GET /jobs/{job_id}` names an operation.
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(heading) ?? [];
    const operation = method && html`<small>${method}</small> <code>${path}</code>`;
    return html`<${tag} id="${anchorOf(heading)}">${operation || children}</${tag}>\n`;
  }
  if (type === 'link_open') return html`<a href="${String(token.attrGet('href'))}">${children}</a>`;
  if (type === 'td_open') return html`<td data-label="${String(token.attrGet('data-label'))}">${children}</td>\n`;
  return html`<${tag}>${children}</${tag}>${token.block && '\n'}`;
}

const code = (text: string): Html =>
  html`<div class="code"><pre><code class="copy">${betweenTags(text.replace(/\n$/, ''))}</code></pre></div>\n`;

/** The label after the language of a code fence: `sh curl` → `curl`. Consecutive fences with labels become the tabs of one box. */
const tabLabel = ({ token }: Node): string | undefined =>
  token.type === 'fence' ? /^\w+ (.+)$/.exec(token.info.trim())?.[1] : undefined;

/** Radio buttons switch between the tabs, without a script. The line number in the Markdown makes their names unique. */
function tabs(fences: readonly Node[]): Html {
  const group = `tabs-${fences[0]?.token.map?.[0]}`;
  return html`<div class="tabs" role="group" aria-label="Languages">${fences.map(
    (fence, index) =>
      html`<input type="radio" name="${group}" id="${`${group}-${index}`}"${index === 0 && html` checked`}><label for="${`${group}-${index}`}">${tabLabel(fence)}</label>${code(fence.token.content)}`,
  )}</div>\n`;
}

const style = html`
article { min-width: 0; padding: 1.5rem 1.25rem; background: var(--paper); box-shadow: var(--shade); }
article h2 { margin: 2.75rem 0 .5rem; font-size: 1.5rem; overflow-wrap: anywhere; }
article h2 code { font-size: 1.125rem; font-weight: 600; }
article h2 small { padding: .125rem .375rem; border: 1px solid; border-radius: .25rem; color: var(--soft); font: 600 .75rem system-ui, sans-serif; }
article h3 { margin: 2rem 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
article :is(p, ul, ol), .code, .tabs { margin-top: .75rem; }
article > :is(p, ul, ol) { max-width: 44rem; }
.code { display: flex; gap: .5rem; align-items: start; }
pre { flex: 1; min-width: 0; background: var(--table); border-left: 3px solid var(--blue); }
article pre code.copy { padding: 1rem; font-size: .8125rem; line-height: 1.5; white-space: pre-wrap; user-select: auto; }
.code .button { width: auto; min-height: 2rem; padding: .125rem .625rem; font-size: .8125rem; }
.tabs { display: flex; flex-wrap: wrap; }
.tabs > input { position: absolute; opacity: 0; }
.tabs > label { padding: .5rem 1rem; color: var(--soft); font-size: .875rem; cursor: pointer; }
.tabs > :checked + label { color: var(--ink); font-weight: 600; box-shadow: inset 0 -3px var(--blue); }
.tabs > :focus-visible + label { outline: 3px solid var(--blue); }
.tabs > .code { order: 1; display: none; width: 100%; margin: 0; }
.tabs > :checked + label + .code { display: flex; }
article table { width: 100%; margin-top: 1rem; border-collapse: collapse; font-size: .875rem; }
article th, article td { padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--rule); text-align: left; vertical-align: top; overflow-wrap: break-word; }
article th { border: 0; color: var(--soft); font-weight: 600; }
@media (max-width: 48rem) {
  .code { flex-direction: column-reverse; } .code .button { align-self: end; } pre { width: 100%; }
  article thead { display: none; }
  article :is(table, tbody, tr, td) { display: block; }
  article tr { padding: .5rem 0; border-top: 1px solid var(--rule); }
  article td { padding: .125rem 0; border: 0; }
  article td:not([data-label=""])::before { content: attr(data-label) ":"; margin-right: .375rem; color: var(--soft); }
}
.page-list p { margin-top: .875rem; font: 600 1.0625rem var(--serif); }
.page-list ul { padding: 0; list-style: none; }
.page-list li + li { margin: 0; }
.page-list a { display: block; padding: .25rem .75rem; border-left: 3px solid var(--rule); color: inherit; text-decoration: none; }
.page-list [aria-current] { border-color: var(--red); font-weight: 600; }
@media (min-width: 60rem) {
  .docs { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .page-list { position: sticky; top: 4rem; max-height: calc(100vh - 5rem); overflow-y: auto; }
  @supports selector(::details-content) { .page-list summary { display: none; } }
  .page-list::details-content { content-visibility: visible; height: auto; }
  article { padding: 3rem 3.5rem 2rem; }
}
@media print {
  .page-list, .code .button { display: none; }
  article { padding: 0; box-shadow: none; }
}
`;
