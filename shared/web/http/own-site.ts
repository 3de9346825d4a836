/** Tells a form of our own pages from one that another site sends in its reader's name. Here are no cookies to tell by. */
import type { HttpEvent } from './http-event.ts';

/**
 * Browsers name the site of a form in `sec-fetch-site`, and older ones in `origin`. Our pages send no referrer, so their
 * origin is `null`. A request without both headers is no browser's, and nobody can be lured into sending it.
 */
export function isFromOtherSite({ headers }: Pick<HttpEvent, 'headers'>, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
