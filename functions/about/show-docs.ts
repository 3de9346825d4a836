/** GET /v1/docs, GET /v1/docs.md, GET /v1/docs/{page}, and GET llms.txt and llms-full.txt at / and at /v1 */
import { mcpSettings } from '../../shared/app.ts';
import { notFound } from '../../shared/core/refusal.ts';
import { libraryOf } from '../../shared/doors/docs/library.ts';
import { addressOf, filled, found, markdownOf, pathOf, wholeText } from '../../shared/doors/docs/serve.ts';
import type { HttpResult } from '../../shared/doors/http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../../shared/doors/http/middleware.ts';
import { englishReaderOf, problemAsPage } from '../../shared/doors/http/page.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { llmsText } from '../../shared/doors/llms.ts';
import { type DocsView, docsPage, foundPage } from '../../shared/pages/docs/docs.ts';
import { manifest } from '../manifest.ts';

const library = libraryOf(manifest);

const text = (type: string, body: string): HttpResult => ({
  statusCode: statusOfOutcome.done,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-robots-tag': 'noindex' },
  body,
});

const addressesOf = ({ caller: { baseUrl } }: HttpRequest) => ({
  baseUrl,
  mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href,
});

const summaryOf = ({ deps: { settings } }: HttpRequest, addresses: ReturnType<typeof addressesOf>): string =>
  llmsText({ ...addresses, paymentMode: settings.paymentMode, rows: manifest, sold: settings.sold });

function serve(request: HttpRequest): HttpResult {
  const { event } = request;
  const addresses = addressesOf(request);
  if (event.rawPath.endsWith('/llms.txt')) return text('text/plain', summaryOf(request, addresses));
  if (event.rawPath.endsWith('/llms-full.txt')) return text('text/plain', wholeText(library, addresses));
  const asked = event.pathParameters?.page ?? (event.rawPath.endsWith('.md') ? 'index.md' : 'index');
  const page = library.find(({ name }) => name === asked.replace(/\.md$/, ''));
  if (page === undefined || (page.name === 'index' && event.pathParameters?.page !== undefined)) throw notFound();
  if (asked.endsWith('.md')) return text('text/markdown', markdownOf(page, library, addresses));
  const path = `${new URL(addresses.baseUrl).pathname}/docs`;
  const sought = event.queryStringParameters?.q?.slice(0, 100).trim();
  const view: DocsView = {
    path,
    pages: library.map((each) => ({ title: each.title, path: pathOf(each, path) })),
    current: sought === undefined ? pathOf(page, path) : undefined,
    sought,
    also: [
      { title: 'This page as Markdown', url: `${pathOf(page, path)}.md` },
      { title: 'OpenAPI 3.1', url: `${addresses.baseUrl}/openapi.json` },
      { title: 'For language models', url: `${addresses.baseUrl}/llms-full.txt` },
    ],
  };
  const reader = englishReaderOf(request);
  const { headers, body } =
    sought === undefined
      ? docsPage(
          { ...view, text: filled(page.text, addresses) },
          (target) => addressOf(target, page, library, path),
          reader,
        )
      : foundPage({ ...view, found: found(sought, library, path) }, reader);
  return { statusCode: statusOfOutcome.done, headers, body };
}

export const handler = withMiddleware('show-docs', async (request) => serve(request), {
  formatProblem: problemAsPage,
  openToBrowsers: true,
});
