/** Turns Markdown as docs/ has it into HTML: headings, paragraphs, lists, tables, quotations and blocks of code. */
import { type Html, html } from '../html.ts';
import { inline, plain, type Resolve } from './inline.ts';

/** The id of a heading, as GitHub makes it: `Rules of a day` → `rules-of-a-day`. */
export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

interface Kind {
  /** The first line of such a block. */
  readonly begins: RegExp;
  /** Whether a further line still belongs to it. */
  readonly continues: (line: string, before: readonly string[]) => boolean;
  readonly draw: (lines: readonly string[], resolve: Resolve) => Html | false;
}

const fence = /^(`{3,})/;
const marker = /^(?:- |\d+\. )/;
const isBlank = (line: string): boolean => line.trim() === '';

const kinds: readonly Kind[] = [
  {
    begins: fence,
    continues: (_, before) => before.length === 1 || before.at(-1)?.trimEnd() !== fence.exec(before[0] ?? '')?.[1],
    draw: (lines) => html`<pre><code>${lines.slice(1, -1).join('\n')}</code></pre>`,
  },
  {
    begins: /^<!--/,
    continues: (_, before) => !before.at(-1)?.includes('-->'),
    draw: () => false,
  },
  { begins: /^#{1,4} /, continues: () => false, draw: ([line = ''], resolve) => heading(line, resolve) },
  { begins: /^\|/, continues: (line) => line.startsWith('|'), draw: table },
  {
    begins: /^>/,
    continues: (line) => line.startsWith('>'),
    draw: (lines, resolve) =>
      html`<blockquote>${blocks(
        lines.map((line) => line.replace(/^> ?/, '')),
        resolve,
      )}</blockquote>`,
  },
  { begins: marker, continues: (line) => marker.test(line) || isBlank(line) || /^ /.test(line), draw: list },
];

const paragraph: Kind = {
  begins: /./,
  continues: (line) => !isBlank(line) && !kinds.some(({ begins }) => begins.test(line)),
  draw: (lines, resolve) => html`<p>${inline(lines.join(' '), resolve)}</p>`,
};

export const markdown = (text: string, resolve: Resolve): Html => html`${blocks(text.split('\n'), resolve)}`;

function blocks(lines: readonly string[], resolve: Resolve): Html[] {
  const drawn: Html[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? '';
    const kind = kinds.find(({ begins }) => begins.test(first)) ?? paragraph;
    let end = at + 1;
    while (end < lines.length && kind.continues(lines[end] ?? '', lines.slice(at, end))) end += 1;
    if (!isBlank(first)) drawn.push(html`${kind.draw(lines.slice(at, end), resolve)}\n`);
    at = isBlank(first) ? at + 1 : end;
  }
  return drawn;
}

function heading(line: string, resolve: Resolve): Html {
  const text = line.replace(/^#+ /, '');
  const words = inline(text, resolve);
  const id = anchorOf(text);
  const level = line.length - line.replace(/^#+/, '').length;
  if (level === 1) return html`<h1>${words}</h1>`;
  if (level === 2) return html`<h2 id="${id}">${words}</h2>`;
  return level === 3 ? html`<h3 id="${id}">${words}</h3>` : html`<h4 id="${id}">${words}</h4>`;
}

function list(lines: readonly string[], resolve: Resolve): Html {
  const starts = lines.flatMap((line, at) => (marker.test(line) ? [at] : []));
  const items = starts.map((start, at) => {
    const own = lines.slice(start, starts[at + 1] ?? lines.length);
    const inside = own.map((line) => line.replace(/^(?:- |\d+\. | {1,3})/, ''));
    const [words = '', ...rest] = inside;
    return html`<li>${inline(words, resolve)}${blocks(rest, resolve)}</li>`;
  });
  return lines[0]?.startsWith('-') ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

/** A bar inside code is written `\|`. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** It can be scrolled by keys where it is wider than the screen. */
function table([head = '', , ...rows]: readonly string[], resolve: Resolve): Html {
  const names = cellsOf(head);
  const row = (line: string) => html`<tr>${cellsOf(line).map((cell) => html`<td>${inline(cell, resolve)}</td>`)}</tr>`;
  return html`<div class="wide" role="group" tabindex="0" aria-label="${`Table: ${names.map(plain).join(', ')}`}"><table>
<thead><tr>${names.map((name) => html`<th scope="col">${inline(name, resolve)}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;
}
