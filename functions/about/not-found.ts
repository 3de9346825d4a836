/** Whatever no route takes; a known path with another method is as unknown as any. */
import { notFound } from '../../shared/core/refusal.ts';
import { tellJson } from '../../shared/doors/http/endpoint.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';

export const handler = withMiddleware('not-found', () => Promise.reject(notFound()), {
  tell: tellJson,
  // What is routed here with OPTIONS is closed to pages of other origins.
  openToBrowsers: ({ requestContext }) => requestContext.http.method !== 'OPTIONS',
});
