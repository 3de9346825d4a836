/** Draws the Markdown of docs/ as HTML. Its tokens go through the `html` tag: markup in a page stays text. */
import MarkdownIt, { type Token } from 'markdown-it';
import { betweenTags, type Html, html } from '../html.ts';

/** Gives the address behind a link, or nothing for a link that leads nowhere here: its words stay. */
export type Resolve = (target: string) => string | undefined;

// With `html`, a comment is told from text. Addresses are resolved and checked when they are drawn.
const reader = new MarkdownIt('commonmark', { html: true }).enable('table');
reader.validateLink = () => true;
reader.normalizeLink = (target) => target;

/** A token, and the tokens between it and the one that closes it. */
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

const wordsOf = (nodes: readonly Node[]): string =>
  nodes.map(({ token, inside }) => (inside.length > 0 ? wordsOf(inside) : token.content)).join('');

/** The text as it reads, without its marks. */
export const plain = (text: string): string => wordsOf(treeOf(reader.parseInline(text, {})));

/** The id of a heading, as GitHub makes it: `Rules of a day` → `rules-of-a-day`. */
export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const markdown = (text: string, resolve: Resolve): Html =>
  html`${drawn(treeOf(reader.parse(text, {})), resolve)}`;

type Draw = (words: readonly Html[], node: Node, resolve: Resolve) => Html | false;

const code = (_: unknown, { token }: Node): Html =>
  html`<div class="code"><pre><code class="copy">${betweenTags(token.content.replace(/\n$/, ''))}</code></pre></div>\n`;

const draws: Readonly<Record<string, Draw>> = {
  paragraph_open: (words) => html`<p>${words}</p>\n`,
  heading_open: (words, { token, inside }) => heading(token.tag, anchorOf(inside[0]?.token.content ?? ''), words),
  blockquote_open: (words) => html`<blockquote>${words}</blockquote>\n`,
  bullet_list_open: (words) => html`<ul>${words}</ul>\n`,
  ordered_list_open: (words) => html`<ol>${words}</ol>\n`,
  list_item_open: (_, { inside }, resolve) => html`<li>${drawn(besideMark(inside), resolve)}</li>`,
  fence: code,
  code_block: code,
  html_block: (_, { token }) => !token.content.startsWith('<!--') && html`<p>${token.content}</p>\n`,
  table_open: table,
  // The next row or cell ends them, as HTML has it.
  tr_open: (words) => html`<tr>${words}`,
  th_open: (words) => html`<th scope="col">${words}`,
  td_open: (words) => html`<td>${words}`,
  strong_open: (words) => html`<strong>${words}</strong>`,
  em_open: (words) => html`<em>${words}</em>`,
  code_inline: (_, { token }) => html`<code>${token.content}</code>`,
  link_open: (words, { token }, resolve) => link(resolve(String(token.attrGet('href'))), words),
  softbreak: () => html` `,
};

const asWords: Draw = (words, { token }) => (words.length > 0 ? html`${words}` : html`${token.content}`);

function drawn(nodes: readonly Node[], resolve: Resolve): Html[] {
  const groups: (readonly [Node, ...Node[]])[] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    const isTab = tabOf(node) !== undefined && last !== undefined && tabOf(last[0]) !== undefined;
    if (isTab) groups[groups.length - 1] = [...last, node];
    else groups.push([node]);
  }
  return groups.map((group) => {
    const [node] = group;
    if (group.length > 1) return tabs(group);
    return html`${(draws[node.token.type] ?? asWords)(drawn(node.inside, resolve), node, resolve)}`;
  });
}

/** The words behind the language of a fence: `sh curl`. Such fences that follow one another are tabs of one box. */
const tabOf = ({ token }: Node): string | undefined =>
  token.type === 'fence' ? /^\w+ (.+)$/.exec(token.info.trim())?.[1] : undefined;

/** Radio buttons choose among them, without a script. */
function tabs(fences: readonly Node[]): Html {
  const group = `tabs-${fences[0]?.token.map?.[0]}`;
  const choice = (fence: Node, at: number) =>
    html`<input type="radio" name="${group}" id="${`${group}-${at}`}"${at === 0 && html` checked`}><label for="${`${group}-${at}`}">${tabOf(fence)}</label>`;
  return html`<div class="tabs" role="group" aria-label="Languages">${fences.map(choice)}
${fences.map((fence) => code(undefined, fence))}</div>\n`;
}

function heading(tag: string, id: string, words: readonly Html[]): Html {
  if (tag === 'h1') return html`<h1>${words}</h1>\n`;
  if (tag === 'h2') return html`<h2 id="${id}">${words}</h2>\n`;
  return tag === 'h3' ? html`<h3 id="${id}">${words}</h3>\n` : html`<h4 id="${id}">${words}</h4>\n`;
}

/** The first paragraph of an item stands beside its mark. */
function besideMark(inside: readonly Node[]): readonly Node[] {
  const [first, ...rest] = inside;
  return first?.token.type === 'paragraph_open' ? [...first.inside, ...rest] : inside;
}

const link = (address: string | undefined, words: readonly Html[]): Html =>
  address === undefined ? html`${words}` : html`<a href="${address}">${words}</a>`;

/** It can be scrolled by keys where it is wider than the screen. */
function table(_: readonly Html[], { inside: [head, body] }: Node, resolve: Resolve): Html {
  const names = head?.inside.flatMap((row) => row.inside).map((cell) => wordsOf(cell.inside)) ?? [];
  return html`<div class="wide" role="group" tabindex="0" aria-label="${`Table: ${names.join(', ')}`}"><table>
<thead>${drawn(head?.inside ?? [], resolve)}</thead>
<tbody>${drawn(body?.inside ?? [], resolve)}</tbody>
</table></div>\n`;
}
