/** Turns Markdown into the HTML of a letter: CommonMark, with the tables and the struck-out text of GitHub. */
import MarkdownIt, { type Token } from 'markdown-it';

/** Markup of the author's own passes, and every address: the checks of HTML come afterwards, and tell the cure. */
const markdown = new MarkdownIt('default', { html: true });
markdown.validateLink = () => true;

/** Paper shows where a link leads, unless its words already do. */
markdown.renderer.rules.link_close = (tokens, at) => {
  const address = addressBehind(tokens, at);
  return address === undefined ? '</a>' : `</a> (${markdown.utils.escapeHtml(address)})`;
};

/** The HTML is not checked yet. Throws if it grows too long for a string: a link's address may be repeated at will. */
export const markdownToHtml = (text: string): string => markdown.render(text);

/** The address or number to type or dial, if the words of the link that ends at `end` do not say it. */
function addressBehind(tokens: readonly Token[], end: number): string | undefined {
  const start = tokens.slice(0, end).findLastIndex(({ type }) => type === 'link_open');
  const href = String(tokens[start]?.attrGet('href') ?? '');
  const [, address] = /^(?:mailto:|tel:|(?=https?:\/\/))(.+)$/i.exec(href) ?? [];
  if (address === undefined) return undefined;
  const words = tokens.slice(start + 1, end).map(({ content }) => content);
  const said = bare(words.join(''));
  return said === bare(address) || said === bare(markdown.normalizeLinkText(address)) ? undefined : address;
}

const bare = (address: string): string =>
  address
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();
