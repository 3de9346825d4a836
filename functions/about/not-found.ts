/** Whatever no route takes; a known path with another method is as unknown as any. */
import { notFound } from '../../shared/core/refusal.ts';
import { tellJson } from '../../shared/doors/http/endpoint.ts';
import { onion } from '../../shared/doors/http/onion.ts';

export const handler = onion('not-found', () => Promise.reject(notFound()), {
  tell: tellJson,
  // What is routed here with OPTIONS is closed to pages of other origins.
  openToBrowsers: ({ requestContext }) => requestContext.http.method !== 'OPTIONS',
});
