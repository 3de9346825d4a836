/** The documentation as it is served: its pages as HTML and as Markdown. */
import { mcpSettings } from '../../config/app.ts';
import { notFound } from '../../domain/refusal.ts';
import { docsPage } from '../../pages/docs.ts';
import { readerFor } from '../../pages/reader.ts';
import { type DocPage, libraryOf, markdownOf } from '../docs/library.ts';
import type { HttpResult } from '../http/http-event.ts';
import { withMiddleware } from '../http/middleware.ts';
import { problemAsPage } from '../http/page.ts';
import { statusOfOutcome } from '../http/problem.ts';

const plainText = (type: string, body: string): HttpResult => ({
  statusCode: statusOfOutcome.done,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-robots-tag': 'noindex' },
  body,
});

export function docs() {
  const library = libraryOf();
  return withMiddleware(
    'show-about',
    async (request) => {
      const { rawPath, pathParameters: { page: named } = {} } = request.event;
      const { baseUrl } = request.caller;
      const urls = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
      const asMarkdown = (page: DocPage) => markdownOf(page, library, urls, `${baseUrl}/docs`, '.md');
      if (rawPath.endsWith('/llms-full.txt')) return plainText('text/plain', library.map(asMarkdown).join('\n'));
      const page = library.find(({ name }) => name === (named?.replace(/\.md$/, '') ?? 'index'));
      if (page === undefined || (page.name === 'index' && named !== undefined)) throw notFound();
      if (rawPath.endsWith('.md')) return plainText('text/markdown', asMarkdown(page));
      const docs = `${new URL(baseUrl).pathname}/docs`;
      const view = { docs, path: page.path, text: markdownOf(page, library, urls, docs), pages: library };
      const reader = await readerFor({ ...request.deps.settings, acceptLanguage: 'en' });
      return { statusCode: statusOfOutcome.done, ...docsPage(view, reader) };
    },
    { formatProblem: problemAsPage, openToBrowsers: true },
  );
}
