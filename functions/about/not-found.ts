/** Answers requests that match no route. A known path with another method is unknown as well. */
import { notFound } from '../../shared/core/refusal.ts';
import { problemAsJson } from '../../shared/doors/http/endpoint.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';

export const handler = withMiddleware('not-found', () => Promise.reject(notFound()), {
  formatProblem: problemAsJson,
  // An OPTIONS route that leads here is closed to pages of other origins.
  openToBrowsers: ({ requestContext }) => requestContext.http.method !== 'OPTIONS',
});
