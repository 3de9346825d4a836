/** Finds a page, searches all of them, and puts the service's own addresses into what is shown. */
import type { SearchHit } from '../../pages/docs/docs.ts';
import { anchorOf, plain } from '../../pages/docs/markdown.ts';
import { mcpUrlMark } from './library.ts';
import { baseUrlMark, type DocPage } from './reference.ts';

export interface DocUrls {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
}

export const withUrls = (text: string, { baseUrl, mcpUrl }: DocUrls): string =>
  text.replaceAll(baseUrlMark, baseUrl).replaceAll(mcpUrlMark, mcpUrl);

/** The page's address below the documentation; the first page has none. */
const below = (name: string, suffix = ''): string => (name === 'index' ? suffix : `/${name}${suffix}`);

export const pathOf = ({ name }: Pick<DocPage, 'name'>, docs: string): string => `${docs}${below(name)}`;

/** A section of a page that is not shown whole. */
const moved: Readonly<Record<string, string>> = { 'configuration.md#test-triggers': 'testing.md' };

/** The address of a link on a page; undefined for a file that is not part of the documentation. */
export function docUrl(target: string, from: DocPage, pages: readonly DocPage[], docs: string, suffix = '') {
  if (/^https?:\/\//.test(target)) return target;
  if (target === 'openapi.json') return `${docs.replace(/\/docs$/, '')}/openapi.json`;
  const [file = '', anchor] = (moved[target] ?? target).split('#');
  const named = file === '' ? (from.part ?? from.name) : file.replace(/^\.\.\/docs\//, '').replace(/\.md$/, '');
  const cut = anchor === undefined ? undefined : pages.find((page) => page.part === named && hasAnchor(page, anchor));
  const name = cut?.name ?? named;
  if (!pages.some((page) => page.name === name)) return undefined;
  const isTitle = cut !== undefined && anchorOf(cut.title) === anchor;
  return `${docs}${below(name, suffix)}${anchor === undefined || isTitle ? '' : `#${anchor}`}`;
}

const hasAnchor = (page: DocPage, anchor: string): boolean =>
  sectionsOf(page).some(({ heading }) => anchorOf(heading) === anchor);

/** The page as Markdown with whole addresses. */
export function markdownOf(page: DocPage, pages: readonly DocPage[], addresses: DocUrls): string {
  const docs = `${addresses.baseUrl}/docs`;
  const linked = page.text.replace(/\[((?:[^[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)/g, (_, words: string, target: string) => {
    const address = docUrl(withUrls(target, addresses), page, pages, docs, '.md');
    return address === undefined ? words : `[${words}](${address})`;
  });
  return `${withUrls(linked, addresses).trimEnd()}\n`;
}

export const wholeText = (pages: readonly DocPage[], addresses: DocUrls): string =>
  pages.map((page) => markdownOf(page, pages, addresses)).join('\n');

interface DocSection {
  readonly page: DocPage;
  readonly heading: string;
  readonly text: string;
  /** The text that a search looks through, in lower case: once for all searches. */
  readonly sought: { readonly heading: string; readonly prose: string; readonly all: string };
}

/** Pages do not change while a process runs, so a search does not take them apart again. */
const known = new WeakMap<DocPage, readonly DocSection[]>();

function sectionsOf(page: DocPage): readonly DocSection[] {
  const sections = known.get(page) ?? takenApart(page);
  known.set(page, sections);
  return sections;
}

const takenApart = (page: DocPage): DocSection[] => {
  const [, ...parts] = page.text
    .replace(/^(```[^\n]*\n[\s\S]*?^```)/gm, (block) => block.replace(/^#/gm, ' #'))
    .split(/^#{1,4} (.+)$/m);
  return parts.flatMap((heading, at) => (at % 2 === 0 ? [sectionOf(page, heading, parts[at + 1] ?? '')] : []));
};

const sectionOf = (page: DocPage, heading: string, text: string): DocSection => ({
  page,
  heading,
  text,
  sought: {
    heading: heading.toLowerCase(),
    prose: text.replace(/^```[\s\S]*?^```/gm, '').toLowerCase(),
    all: `${heading}\n${text}`.toLowerCase(),
  },
});

const mostFound = 30;
const mostWords = 8;
/** Characters of an excerpt. */
const longest = 180;

/** The words of this service, each with those that other services use and readers bring. */
const otherWords: Readonly<Record<string, string>> = {
  'test mode': 'sandbox playground',
  'on your machine': 'self-host selfhost',
  'single-sided': 'duplex two-sided double-sided',
  browsers: 'cors',
  'several recipients': 'bulk batch',
  several: 'multiple csv',
  'other countries': 'international abroad',
  'lists of jobs': 'pagination paging',
  'typed client': 'typescript javascript sdk python',
  day: 'date',
  'expected delivery': 'eta',
  send_on: 'schedule',
  registered: 'certified',
  'api keys': 'apikey',
};

const synonyms: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(otherWords).flatMap(([own, others]) => others.split(' ').map((word) => [word, own])),
);

const isIn = (text: string, word: string): boolean => {
  const same = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
  return text.includes(word) || (same !== undefined && text.includes(same));
};

/** The sections that have every word: those with it in their heading first, then those that say it in a sentence. */
export function found(sought: string, pages: readonly DocPage[], docs: string): SearchHit[] {
  const phrase = sought.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (phrase.length === 0) return [];
  const has = (text: string) => phrase.filter((word) => isIn(text, word)).length;
  const worth = ({ sought: { heading, prose } }: DocSection) =>
    10 * has(heading) + has(prose) + (prose.includes(phrase.join(' ')) ? mostWords : 0);
  return pages
    .flatMap(sectionsOf)
    .filter((section) => has(section.sought.all) === phrase.length)
    .map((section) => ({ section, is: worth(section) }))
    .sort((a, b) => b.is - a.is)
    .slice(0, mostFound)
    .map(({ section: { page, heading, text } }) => {
      // A title has no anchor: it is where the page begins.
      const isTitle = heading === page.title;
      return {
        title: isTitle ? heading : `${page.title}: ${plain(heading)}`,
        path: isTitle ? pathOf(page, docs) : `${pathOf(page, docs)}#${anchorOf(heading)}`,
        excerpt: excerptOf(text, phrase),
      };
    });
}

/** The line that has the most of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const lines = text.split('\n').filter((line) => /[a-z]/i.test(line) && !/^(?:```|<!--)/.test(line));
  const has = (line: string) => words.filter((word) => isIn(line.toLowerCase(), word)).length;
  const [line = ''] = lines.toSorted((a, b) => has(b) - has(a));
  const said = plain(line.replace(/^\s*(?:\||- |> |\d+\. )\s*/, '').replaceAll(/\s*\\?\|\s*/g, ' · ')).replace(
    / · $/,
    '',
  );
  return said.length > longest ? `${said.slice(0, longest)}…` : said;
}
