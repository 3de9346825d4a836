/** The documentation as it is served: its pages, as HTML and as Markdown, and the search. */
import { mcpSettings } from '../../config/app.ts';
import { notFound } from '../../domain/refusal.ts';
import { type DocsView, docsPage, foundPage } from '../../pages/docs/docs.ts';
import { docsStyle } from '../../pages/docs/style.ts';
import { besidePage, rulesWith } from '../../pages/page.ts';
import { libraryOf } from '../docs/library.ts';
import type { DocPage } from '../docs/reference.ts';
import { docUrl, found, markdownOf, pathOf, wholeText, withUrls } from '../docs/serve.ts';
import type { HttpResult } from '../http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../http/middleware.ts';
import { englishReaderOf, problemAsPage } from '../http/page.ts';
import { statusOfOutcome } from '../http/problem.ts';

const text = (type: string, body: string): HttpResult => ({
  statusCode: statusOfOutcome.done,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-robots-tag': 'noindex' },
  body,
});

const addressesOf = ({ caller: { baseUrl } }: HttpRequest) => ({
  baseUrl,
  mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href,
});

async function serve(request: HttpRequest, library: readonly DocPage[]): Promise<HttpResult> {
  const { event } = request;
  const addresses = addressesOf(request);
  if (event.rawPath.endsWith('/llms-full.txt')) return text('text/plain', wholeText(library, addresses));
  const asked = event.pathParameters?.page ?? (event.rawPath.endsWith('.md') ? 'index.md' : 'index');
  const page = library.find(({ name }) => name === asked.replace(/\.md$/, ''));
  if (page === undefined || (page.name === 'index' && event.pathParameters?.page !== undefined)) throw notFound();
  if (asked.endsWith('.md')) return text('text/markdown', markdownOf(page, library, addresses));
  const path = `${new URL(addresses.baseUrl).pathname}/docs`;
  const { q, style } = event.queryStringParameters ?? {};
  if (style !== undefined)
    return { statusCode: statusOfOutcome.done, ...besidePage('style', rulesWith(docsStyle), style) };
  const sought = q?.slice(0, 100).trim();
  const view: DocsView = {
    path,
    pages: library.map((each) => ({
      title: each.title,
      path: pathOf(each, path),
      group: each.group,
      // Limits alone are looked for from every page, among all rules.
      part: each.part === undefined || each.name === 'rules-limits' ? undefined : pathOf({ name: each.part }, path),
    })),
    current: sought === undefined ? pathOf(page, path) : undefined,
    sought,
    also: [
      { title: 'This page as Markdown', url: `${pathOf(page, path)}.md` },
      { title: 'OpenAPI 3.1', url: `${addresses.baseUrl}/openapi.json` },
      { title: 'For language models', url: `${addresses.baseUrl}/llms-full.txt` },
    ],
  };
  const reader = await englishReaderOf(request);
  const { headers, body } =
    sought === undefined
      ? docsPage(
          { ...view, text: withUrls(page.text, addresses) },
          (target) => docUrl(target, page, library, path),
          reader,
        )
      : foundPage({ ...view, found: found(sought, library, path) }, reader);
  return { statusCode: statusOfOutcome.done, headers, body };
}

export function docs() {
  const library = libraryOf();
  return withMiddleware('show-about', (request) => serve(request, library), {
    formatProblem: problemAsPage,
    openToBrowsers: true,
  });
}
