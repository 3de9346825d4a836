/** All pages of the documentation: those made from the OpenAPI document, and the guides. */

import { anchorOf } from '../../pages/docs/markdown.ts';
import { writtenApi } from './beside.ts';
import { errorsPage } from './errors.ts';
import { guides, rulesOf } from './guides.ts';
import { type ApiDocument, baseUrlMark, type DocPage, objectsPage, tagPages } from './reference.ts';
import { startPage } from './start.ts';

/** In the order in which the pages are shown, and read one after the other. The first one has the address of the documentation itself. */
export function libraryOf(): readonly DocPage[] {
  const document = writtenApi(baseUrlMark) as unknown as ApiDocument;
  const tagged = new Map(tagPages(document).map((page) => [page.name, page]));
  const products = [...tagged.values()].filter(({ name }) => ['letters', 'checks', 'faxes'].includes(name));
  const others = [...tagged.values()].filter((page) => !products.includes(page));
  const start = [
    guide('assistants', 'Assistants'),
    guide('command-line', 'Command line'),
    guide('client', 'Typed clients'),
    guide('testing', 'Test triggers'),
    guide('not-done', 'What it does not do'),
  ];
  const about = [
    guide('payers', 'What payers see'),
    guide('emails', 'E-mails'),
    guide('webhooks', 'Webhooks'),
    guide('receipts', 'Receipts'),
  ];
  const reference = [...others, objectsPage(document), errorsPage, ...rulesOf(guide('contract', 'Rules').text)];
  const grouped = [
    ...start.map((page) => ({ ...page, group: 'Start' })),
    ...[...products, ...about].map((page) => ({ ...page, group: 'Products' })),
    ...reference.map((page) => ({ ...page, group: 'Reference' })),
  ];
  const all = grouped.flatMap(cutLong);
  return [{ ...startPage(all, document), group: 'Start' }, ...all];
}

/** A page of fields has twice as many bytes as characters here, and is read on telephones. */
const mostCharacters = 13_000;

/** The longest sections of a long page become pages of their own behind it, and a line leads there from their places. */
function cutLong(page: DocPage): DocPage[] {
  const sections = page.text.split(/^(?=## )/m);
  const cut = new Set<string>();
  let left = page.text.length;
  for (const section of sections.toSorted((a, b) => b.length - a.length)) {
    if (left <= mostCharacters) break;
    cut.add(section);
    left -= section.length;
  }
  const parts = sections.filter((section) => cut.has(section)).map((section) => partOf(section, page));
  const lead = (section: string): string => {
    const { title, name } = partOf(section, page);
    const [, about] = /^## .+\n\n([^|\n].*)/.exec(section) ?? [];
    return `**[${title}](${name}.md)**${about === undefined ? '' : ` – ${about}`}\n\n`;
  };
  return [{ ...page, text: sections.map((each) => (cut.has(each) ? lead(each) : each)).join('') }, ...parts];
}

/** `POST /jobs` of the page of letters → `letters-post-jobs` */
function partOf(section: string, page: DocPage): DocPage {
  const [, title = ''] = /^## (.+)/.exec(section) ?? [];
  const name = `${page.name}-${anchorOf(title.replace(/\W+/g, ' ').trim())}`;
  return { ...page, name, title, part: page.name, text: section.replace(/^## /, '# ') };
}

/** The links of the page name its headings, so only its title is new. */
const guide = (name: keyof typeof guides, title: string): DocPage => ({
  name,
  title,
  text: guides[name]
    .replace(/^# .+/, `# ${title}`)
    .replaceAll('http://127.0.0.1:8787/mcp', mcpUrlMark)
    .replaceAll('http://127.0.0.1:8787/v1', baseUrlMark),
});

/** Stands for the address of the MCP endpoint until a page is served. */
export const mcpUrlMark = '{{MCP_URL}}';
