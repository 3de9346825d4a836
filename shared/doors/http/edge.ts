/**
 * Finds the caller's address, with or without an edge in front of the service. The edge always overwrites two headers:
 * one of its secrets and the viewer's address. A request that bypasses it is refused. Without an edge, the connection
 * counts.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../core/digest.ts';
import type { HttpEvent } from './http-event.ts';

/** Header names, in lower case as in events. */
export const edgeHeaders = { secret: 'x-origin-secret', viewer: 'x-viewer-address' } as const;

/** The caller's IP address, or `undefined` if the request bypassed the edge. Without secrets there is no edge. */
export function callerAddress({ headers, requestContext }: HttpEvent, secrets: readonly string[]): string | undefined {
  if (secrets.length === 0) return requestContext.http.sourceIp;
  // Digests have equal lengths, which the constant-time comparison needs.
  const digest = (text: string) => Buffer.from(sha256Hex(text));
  const shown = digest(headers[edgeHeaders.secret] ?? '');
  const isFromEdge = secrets.filter((secret) => timingSafeEqual(shown, digest(secret))).length > 0;
  return isFromEdge ? (headers[edgeHeaders.viewer] ?? '') : undefined;
}
