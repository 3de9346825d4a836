/** Turns Markdown into the HTML of a letter: CommonMark, with the tables and the struck-out text of GitHub. */
import MarkdownIt, { type Token } from 'markdown-it';
import type { Warning } from '../../domain/warnings.ts';

/** The author's own markup passes, and so does every address: the HTML checks come later and name the cure. */
const markdown = new MarkdownIt('default', { html: true });
markdown.validateLink = () => true;

/** Paper shows the address or number to type or dial, unless the words of the link already say it. */
markdown.renderer.rules.link_close = (tokens, end) => {
  const start = tokens.slice(0, end).findLastIndex(({ type }) => type === 'link_open');
  const href = String(tokens[start]?.attrGet('href') ?? '');
  const [, address] = /^(?:mailto:|tel:|(?=https?:\/\/))(.+)$/i.exec(href) ?? [];
  if (address === undefined) return '</a>';
  const bare = (text: string) =>
    text
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  const words = bare(
    tokens
      .slice(start + 1, end)
      .map(({ content }) => content)
      .join(''),
  );
  const isSaid = [address, markdown.normalizeLinkText(address)].some((form) => bare(form) === words);
  return isSaid ? '</a>' : `</a> (${markdown.utils.escapeHtml(address)})`;
};

export interface ReadMarkdown {
  /** Not checked yet. */
  readonly html: string;
  readonly warnings: readonly Warning[];
}

/** Leaves out front matter. Throws if the HTML grows too long for a string: a link's address may be repeated at will. */
export function readMarkdown(source: string): ReadMarkdown {
  // Each kind of line begins with another character, so that no text is read in two ways.
  const frontMatter =
    /^\uFEFF?---[ \t]*\r?\n[A-Za-z_][\w-]*:(?:[ \t].*)?\r?\n(?:(?:[A-Za-z_][\w .-]{0,60}:(?:[ \t].*)?|[ \t].*|- .*|#.*|)\r?\n)*(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
  const text = source.replace(frontMatter, '');
  const tokens = markdown.parse(text, {});
  const warnings: Warning[] = [];
  if (text !== source) warnings.push({ code: 'front_matter_left_out' });
  if (tokens.some(joinsShortLines)) warnings.push({ code: 'lines_joined' });
  if (losesCells(tokens, text)) warnings.push({ code: 'cells_left_out' });
  return { html: markdown.renderer.render(tokens, markdown.options, {}), warnings };
}

/** True for three short lines in a row without a break, as of an address; longer paragraphs are wrapped text. */
function joinsShortLines({ type, children }: Token): boolean {
  const [longest, fewest, most] = [40, 3, 8];
  if (type !== 'inline' || !children?.some((child) => child.type === 'softbreak')) return false;
  const runs = [[0]];
  for (const { type: kind, content } of children) {
    const run = runs.at(-1) ?? [];
    if (kind === 'hardbreak' || /^<br\b/i.test(content)) runs.push([0]);
    else if (kind !== 'softbreak') run.push((run.pop() ?? 0) + (kind === 'html_inline' ? 0 : content.length));
    else if (run.at(-1) !== 0) run.push(0);
  }
  return runs.some(
    (run) => run.length >= fewest && run.length <= most && run.every((length) => length > 0 && length <= longest),
  );
}

/** True if a row has words behind the last column of its table's head: GitHub's rule leaves them out. */
function losesCells(tokens: readonly Token[], text: string): boolean {
  if (!tokens.some(({ type }) => type === 'table_open')) return false;
  const lines = text.split(/\r\n?|\n/);
  let columns = 0;
  for (const { type, map } of tokens) {
    if (type === 'thead_open') columns = 0;
    if (type === 'th_open') columns += 1;
    if (type !== 'tr_open' || columns === 0) continue;
    const row = lines[map?.[0] ?? -1] ?? '';
    const cells = row.replace(/^[\s>]*\|?/, '').split(/(?<!\\)\|/);
    if (cells.slice(columns).some((cell) => cell.trim() !== '')) return true;
  }
  return false;
}
