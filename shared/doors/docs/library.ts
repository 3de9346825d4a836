/** All pages of the documentation: those made from the OpenAPI document, and the guides. */

import { writtenApi } from './beside.ts';
import { errorsPage } from './errors.ts';
import { guides } from './guides.ts';
import { type ApiDocument, baseUrlMark, type DocPage, objectsPage, tagPages } from './reference.ts';
import { startPage } from './start.ts';

/** In the order in which the pages are shown. The first one has the address of the documentation itself. */
export function libraryOf(): readonly DocPage[] {
  const document = writtenApi(baseUrlMark) as unknown as ApiDocument;
  const others = [
    ...tagPages(document),
    objectsPage(document),
    errorsPage,
    guide('testing', 'Test triggers'),
    guide('contract', 'Rules'),
    guide('webhooks', 'Webhooks'),
    guide('receipts', 'Receipts'),
    guide('assistants', 'Assistants'),
  ];
  return [startPage(others, document), ...others];
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
