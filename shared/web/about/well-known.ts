/** Short documents about the service: prices, OpenAPI, the icon, and the files that crawlers and security researchers read. */
import type { Operator } from '../../domain/names.ts';
import { notFound } from '../../domain/refusal.ts';
import { storedOpenApi } from '../docs/docs-files.ts';
import { pricesOf } from '../docs/products.ts';
import { json } from '../http/http-event.ts';
import { withMiddleware } from '../http/middleware.ts';
import { problemAsJson, statusOfOutcome } from '../http/problem.ts';

/** Text of security.txt, the contact for security reports (RFC 9116). `undefined` without a contact. `now` is in Unix ms. */
export function securityText({ support }: Operator, baseUrl: string, now: number): string | undefined {
  if (support === undefined) return undefined;
  const day = 24 * 60 * 60 * 1_000;
  const expires = new Date(Math.ceil(now / day) * day + 90 * day);
  return `Contact: ${support}
Expires: ${expires.toISOString().replace('.000Z', 'Z')}
Preferred-Languages: en, fr
Canonical: ${new URL(baseUrl).origin}/.well-known/security.txt
`;
}

const openToAll = { formatProblem: problemAsJson, openToBrowsers: true } as const;

export const wellKnownDocuments = () =>
  withMiddleware(
    'show-about',
    async ({ event, deps: { settings, clock }, caller: { baseUrl } }) => {
      const statusCode = statusOfOutcome.done;
      const cached = { 'cache-control': 'public, max-age=3600' };
      const headers = { 'content-type': 'text/plain; charset=utf-8', ...cached };
      if (event.rawPath === '/v1/prices') return json(statusCode, pricesOf(settings.sold), cached);
      // Pages about orders say `noindex` themselves, and a crawler must be allowed to read them to see that.
      if (event.rawPath === '/robots.txt') return { statusCode, headers, body: 'User-agent: *\nAllow: /\n' };
      const body = securityText(settings.operator, baseUrl, clock.now());
      if (body === undefined) throw notFound();
      return { statusCode, headers, body };
    },
    openToAll,
  );

/** The icon of the service: an envelope. */
export const icon = () =>
  withMiddleware(
    'show-about',
    async () => ({
      statusCode: statusOfOutcome.done,
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a4f8b" stroke-width="2" stroke-linejoin="round"><rect x="2" y="5" width="20" height="14" rx="2"/><path d="m3 7 9 6 9-6"/></svg>',
    }),
    openToAll,
  );

/** The OpenAPI document is the same for every caller, except for the server's URL. */
export function openapi() {
  const document = storedOpenApi();
  return withMiddleware(
    'show-about',
    async ({ caller }) => json(statusOfOutcome.done, { ...document, servers: [{ url: caller.baseUrl }] }),
    openToAll,
  );
}
