/**
 * Where an edge stands before the service, it shows a secret with each request, and says who the viewer is: headers that
 * it sets itself, whatever the viewer sends. Who comes past it is turned away; without one the caller is who connects.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../core/digest.ts';
import type { HttpEvent } from './http-event.ts';

/** In lower case, as events have them. */
export const edgeHeaders = { secret: 'x-origin-secret', viewer: 'x-viewer-address' } as const;

/** The caller's IP address; `undefined` for a request that came past the edge. */
export function addressOf({ headers, requestContext }: HttpEvent, secret: string | undefined): string | undefined {
  if (secret === undefined) return requestContext.http.sourceIp;
  return isSame(headers[edgeHeaders.secret] ?? '', secret) ? (headers[edgeHeaders.viewer] ?? '') : undefined;
}

/** In a time that tells nothing of how much was right. */
const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(secret)));
