/** Answers requests that match no route: a known path with another method is unknown as well, and its methods are told. */
import { notFound } from '../../shared/domain/refusal.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { statusOfMoved } from '../../shared/web/http/problem.ts';
import { problemAsJson } from '../../shared/web/http/problem-json.ts';
import { routeHint } from '../../shared/web/http/route-hint.ts';
import { manifest } from '../manifest.ts';

const forms = ['application/json', 'text/html'] as const;

/** Few ask here, and fewer with a browser. */
const askedByPeople = () => import('../../shared/web/http/page.ts');

const movedTo = (path: string, query = '') => ({
  statusCode: statusOfMoved,
  headers: { location: query === '' ? path : `${path}?${query}` },
});

const routes = manifest.flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []));

export const handler = withMiddleware('not-found', () => Promise.reject(notFound()), {
  formatProblem: async ({ status, headers, body }, request) => {
    const { rawPath, requestContext } = request.event;
    const { method } = requestContext.http;
    const { hint, allow, page, moved } = routeHint(routes, method, rawPath);
    const isForPeople = method === 'GET' && preferred(request.event.headers.accept, forms) === 'text/html';
    if (isForPeople && moved !== undefined) return movedTo(moved, request.event.rawQueryString);
    if (isForPeople)
      return (await askedByPeople()).problemAsPage({ status, headers, body }, { ...request, meant: page });
    // A header with no value would be sent, so it is there or not.
    const allowing = allow === undefined ? headers : { ...headers, allow };
    return problemAsJson({ status, headers: allowing, body: { ...body, hint } }, request);
  },
  // An OPTIONS route that leads here is closed to pages of other origins.
  openToBrowsers: ({ requestContext }) => requestContext.http.method !== 'OPTIONS',
});
