/** Turns the Markdown of docs/ into HTML. Its tokens go through the `html` tag, so markup in a page stays text. */
import MarkdownIt, { type Token } from 'markdown-it';
import { betweenTags, type Html, html } from '../html.ts';

// With `html`, comments are recognized and left out. The `html` tag checks addresses.
const parser = new MarkdownIt('commonmark', { html: true }).enable('table');
parser.validateLink = () => true;
parser.normalizeLink = (target) => target;

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

const textOf = (nodes: readonly Node[]): string =>
  nodes.map(({ token, inside }) => (inside.length > 0 ? textOf(inside) : token.content)).join('');

/** The text without its Markdown marks. */
export const plain = (text: string): string => textOf(treeOf(parser.parseInline(text, {})));

/** The id of a heading, as GitHub makes it: `Rules of a day` → `rules-of-a-day`. */
export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const markdown = (text: string): Html => html`${draw(treeOf(parser.parse(text, {})))}`;

function draw(nodes: readonly Node[]): Html[] {
  const groups: Node[][] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if (tabOf(node) && last?.[0] && tabOf(last[0])) last.push(node);
    else groups.push([node]);
  }
  return groups.map((group) => (group.length > 1 ? tabs(group) : html`${group.map(element)}`));
}

function element({ token, inside }: Node): Html {
  const { tag, type, content } = token;
  const words = draw(inside);
  if (type === 'fence' || type === 'code_block') return code(content);
  if (type === 'code_inline') return html`<code>${content}</code>`;
  if (type === 'softbreak') return html` `;
  if (type === 'html_block') return content.startsWith('<!--') ? html`` : html`<p>${content}</p>\n`;
  if (token.nesting === 0) return words.length > 0 ? html`${words}` : html`${content}`;
  if (token.hidden) return html`${words}`;
  if (type === 'heading_open') {
    const heading = inside[0]?.token.content ?? '';
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(heading) ?? [];
    const operation = method && html`<small>${method}</small> <code>${path}</code>`;
    return html`<${tag} id="${anchorOf(heading)}">${operation || words}</${tag}>\n`;
  }
  if (type === 'link_open') return html`<a href="${String(token.attrGet('href'))}">${words}</a>`;
  return html`<${tag}>${words}</${tag}>${token.block && '\n'}`;
}

const code = (text: string): Html =>
  html`<div class="code"><pre><code class="copy">${betweenTags(text.replace(/\n$/, ''))}</code></pre></div>\n`;

/** The words after the language of a fence: `sh curl`. Such fences that follow one another are tabs of one box. */
const tabOf = ({ token }: Node): string | undefined =>
  token.type === 'fence' ? /^\w+ (.+)$/.exec(token.info.trim())?.[1] : undefined;

/** Radio buttons choose among them, without a script. */
function tabs(fences: readonly Node[]): Html {
  const group = `tabs-${fences[0]?.token.map?.[0]}`;
  return html`<div class="tabs" role="group" aria-label="Languages">${fences.map(
    (fence, at) =>
      html`<input type="radio" name="${group}" id="${`${group}-${at}`}"${at === 0 && html` checked`}><label for="${`${group}-${at}`}">${tabOf(fence)}</label>${code(fence.token.content)}`,
  )}</div>\n`;
}
