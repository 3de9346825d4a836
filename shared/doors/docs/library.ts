/** All pages of the documentation: those made from the OpenAPI document, and the guides. */

import { statusOfRefusal } from '../http/problem.ts';
import { exampleOf, meaningOf, refusalCodes } from '../openapi/codes.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Row } from '../openapi/paths.ts';
import { guides } from './guides.ts';
import { type ApiDocument, baseUrlMark, type DocPage, jsonBlock, objectsPage, pageOf, tagPages } from './reference.ts';
import { startPage } from './start.ts';

/** In the order in which the pages are shown. The first one has the address of the documentation itself. */
export function libraryOf(rows: readonly Row[]): readonly DocPage[] {
  const document = openApiDocument(rows, baseUrlMark) as unknown as ApiDocument;
  const others = [
    ...tagPages(document),
    objectsPage(document),
    errorsPage,
    guide('testing', 'Test triggers'),
    guide('contract', 'Rules'),
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

const errorsPage = pageOf('errors', 'Errors', [
  'A refusal is JSON: `error` is a sentence for people that names the field and the cure, `code` is for programs, `field` is the path of the field, and `docs_url` leads to the section of this page that explains the code. Something unknown is `{"error": "not_found"}` alone. Every answer carries `x-request-id`.',
  ...refusalCodes.map((code) =>
    [
      `## ${code}`,
      `Status ${statusOfRefusal[code]}. ${meaningOf(code)}`,
      jsonBlock({
        ...exampleOf(code),
        ...(code !== 'not_found' && { docs_url: `${baseUrlMark}/docs/errors#${code}` }),
      }),
    ].join('\n\n'),
  ),
  '## Other statuses',
  'A body over 6 MB is 413. An accident of the service is 500: its sentence names the request id. [Errors](contract.md#errors) has the rest.',
]);
