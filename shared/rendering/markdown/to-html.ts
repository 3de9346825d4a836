/** Converts Markdown to HTML: CommonMark with GitHub's tables and strikethrough. */
import MarkdownIt, { type Token } from 'markdown-it';
import type { Warning } from '../../domain/warnings.ts';

/** Accepts the author's markup and every URL, because the HTML checks come later. */
const markdown = new MarkdownIt('default', { html: true });
// By default, a line like `[Name]: Smith` defines a link and prints nothing. Here it stays text if it has no URL.
markdown.validateLink = (url) => /^(?:$|[a-z][a-z\d+.-]*:|#|\.{0,2}\/|[^@]*\.[a-z]{2,})/i.test(url);

/** Prints the URL, email address or phone number after a link, unless the link's text already says it. */
markdown.renderer.rules.link_close = (tokens, end) => {
  const start = tokens.slice(0, end).findLastIndex(({ type }) => type === 'link_open');
  const href = String(tokens[start]?.attrGet('href') ?? '');
  const [, target] = /^(?:mailto:|tel:|(?=https?:\/\/))(.+)$/i.exec(href) ?? [];
  if (target === undefined) return '</a>';
  // Without the scheme and the last slash.
  const shortened = (url: string) => url.toLowerCase().replaceAll(/^https?:\/\/|\/$/g, '');
  const contents = tokens.slice(start + 1, end).map(({ content }) => content);
  const linkText = shortened(contents.join(''));
  const isShown = [target, markdown.normalizeLinkText(target)].some((url) => shortened(url) === linkText);
  return isShown ? '</a>' : `</a> (${markdown.utils.escapeHtml(target)})`;
};

/**
 * The HTML, not yet checked, without front matter. Throws if the HTML gets too long for a string, which is possible because
 * the URL of a reference link may be repeated many times.
 */
export function convertMarkdown(source: string): { readonly html: string; readonly warnings: readonly Warning[] } {
  // For example `---\ntitle: My letter\n---\n`. Each alternative for a line begins with a different character, so that the
  // pattern doesn't backtrack.
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

/**
 * True if Markdown joins a few short lines, such as an address, or list items whose markers it doesn't know. Long lines
 * and long paragraphs are ordinary text.
 */
function joinsShortLines({ type, children }: Token): boolean {
  const maxLength = 40;
  const minLines = 3;
  const maxLines = 8;
  if (type !== 'inline') return false;
  const lineBreak = '\f';
  const textOf = (child: Token): string => {
    if (child.type === 'hardbreak' || /^<br\b/i.test(child.content)) return lineBreak;
    if (child.type === 'softbreak') return '\n';
    return child.type === 'html_inline' ? '' : child.content;
  };
  const text = (children ?? []).map(textOf).join('');
  return text.split(lineBreak).some((part) => {
    const lines = part.trim().split('\n');
    const items = lines.filter((line) =>
      /^(?:[•◦▪‣·–—☐☑☒✓✔]|\(?(?:[a-z]|[ivx]{2,4}|\d{1,3})[.)]|\[\^[^\]]+\]:)\s/i.test(line),
    );
    if (items.length > 1) return true;
    return lines.length >= minLines && lines.length <= maxLines && lines.every((line) => line.length <= maxLength);
  });
}

/** True if a row has text after the last column of its table's header: GitHub's rules omit such cells. */
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
