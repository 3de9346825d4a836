/** The documents about the service, and the responses to requests that match no other route. */
import type { Context } from 'aws-lambda';
import { lazy } from '../../shared/domain/lazy.ts';
import { notFound } from '../../shared/domain/refusal.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { problemAsJson, statusOfRedirect } from '../../shared/web/http/problem.ts';
import { routeHint } from '../../shared/web/http/route-hint.ts';
import { manifest } from '../manifest.ts';
import { dispatchAmong } from './dispatch-among.ts';

/** The first pattern that matches the path decides. Each handler is loaded when it is first requested. */
const documents: readonly (readonly [path: RegExp, load: () => Promise<ReturnType<typeof withMiddleware>>])[] = [
  [/^\/(?:v1)?$/, lazy(async () => (await import('../../shared/web/about/home.ts')).home())],
  [/^\/favicon\.ico$/, lazy(async () => (await import('../../shared/web/about/well-known.ts')).icon())],
  [/\/openapi\.json$/, lazy(async () => (await import('../../shared/web/about/well-known.ts')).openapi())],
  [/\/llms\.txt$/, lazy(async () => (await import('../../shared/web/llms.ts')).llms())],
  [/\/docs|\/llms-full\.txt$/, lazy(async () => (await import('../../shared/web/docs/library.ts')).docs())],
  [/./, lazy(async () => (await import('../../shared/web/about/well-known.ts')).wellKnownDocuments())],
];

export const handlers = {
  /**
   * GET /, GET /v1, GET /favicon.ico, GET /v1/openapi.json, GET /v1/prices, GET /llms.txt, GET /v1/llms.txt,
   * GET /v1/docs, GET /v1/docs.md, GET /v1/docs/{page}, GET /llms-full.txt, GET /v1/llms-full.txt, GET /robots.txt
   * and GET /.well-known/security.txt
   */
  async 'show-about'(event: HttpEvent, context: Context): Promise<HttpResult> {
    const [, load] = documents.find(([path]) => path.test(event.rawPath)) ?? [];
    if (load === undefined) throw new Error(`${event.rawPath} has no document`);
    return (await load())(event, context);
  },
  /** OPTIONS on the JSON endpoints: pages of any origin may call them, because there are no cookies to abuse. */
  preflight: withMiddleware(
    'preflight',
    async () => ({
      statusCode: 204,
      headers: {
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key',
        'access-control-max-age': '86400',
      },
    }),
    { formatProblem: problemAsJson, openToBrowsers: true },
  ),
  /** Requests that match no route. An existing path with the wrong method also gets 404, with the allowed methods. */
  'not-found': withMiddleware('not-found', () => Promise.reject(notFound()), {
    formatProblem: async ({ status, headers, body }, request) => {
      const { rawPath, rawQueryString, requestContext, headers: requestHeaders } = request.event;
      const { method } = requestContext.http;
      const routes = manifest.flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []));
      const { hint, allow, page, moved } = routeHint(routes, method, rawPath);
      const type = preferred(requestHeaders.accept, ['application/json', 'text/html']);
      const isForPeople = method === 'GET' && type === 'text/html';
      if (isForPeople && moved !== undefined)
        return {
          statusCode: statusOfRedirect.moved,
          headers: { location: rawQueryString ? `${moved}?${rawQueryString}` : moved },
        };
      // Loaded here, because few requests come from a browser.
      if (isForPeople)
        return (await import('../../shared/web/http/page.ts')).problemAsPage(
          { status, headers, body },
          { ...request, suggestedPath: page },
        );
      // A header with the value undefined would still be sent.
      const allHeaders = allow === undefined ? headers : { ...headers, allow };
      return problemAsJson({ status, headers: allHeaders, body: { ...body, hint } });
    },
    // An OPTIONS route that leads here is closed to pages from other origins.
    openToBrowsers: ({ requestContext }) => requestContext.http.method !== 'OPTIONS',
  }),
};

export const handler = dispatchAmong(handlers);
