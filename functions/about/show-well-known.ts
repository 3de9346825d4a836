/**
 * GET /favicon.ico, GET /robots.txt, GET /.well-known/security.txt, GET and HEAD /.well-known/api-catalog,
 * GET /.well-known/ai-catalog.json, GET /.well-known/mcp/server-card.json
 * and GET /.well-known/mcp/mail/server-card.json
 */
import { mcpSettings } from '../../shared/app.ts';
import { notFound } from '../../shared/core/refusal.ts';
import { icon } from '../../shared/doors/http/icon.ts';
import { type HttpRequest, withMiddleware } from '../../shared/doors/http/middleware.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';
import {
  aiCatalog,
  aiCatalogType,
  apiCatalog,
  apiCatalogLink,
  apiCatalogType,
  robotsText,
  securityText,
  serverCard,
  serverCardType,
  wellKnown,
} from '../../shared/doors/well-known.ts';

type Known = { readonly type: string; readonly body: string | undefined; readonly link?: string };

const json = (type: string, value: object): Known => ({ type, body: JSON.stringify(value) });

function documentAt({ event, deps, caller: { baseUrl } }: HttpRequest): Known {
  const { settings, clock } = deps;
  const place = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
  switch (event.rawPath) {
    case wellKnown.icon:
      return { type: 'image/svg+xml', body: icon };
    case wellKnown.securityText:
      return { type: 'text/plain; charset=utf-8', body: securityText(settings.operator, place, clock.now()) };
    case wellKnown.apiCatalog:
      return { ...json(apiCatalogType, apiCatalog(settings.operator, place)), link: apiCatalogLink(place) };
    case wellKnown.aiCatalog:
      return json(aiCatalogType, aiCatalog(place));
    case wellKnown.serverCard:
      return json(serverCardType, serverCard(place));
    case wellKnown.mailCard:
      return json(serverCardType, serverCard(place, 'mail'));
    default:
      return { type: 'text/plain; charset=utf-8', body: robotsText };
  }
}

export const handler = withMiddleware(
  'show-well-known',
  async (request) => {
    const { type, body, link } = documentAt(request);
    if (body === undefined) throw notFound();
    return {
      statusCode: statusOfOutcome.done,
      headers: {
        'content-type': type,
        'cache-control': 'public, max-age=3600',
        ...(link === undefined ? {} : { link }),
      },
      body: request.event.requestContext.http.method === 'HEAD' ? '' : body,
    };
  },
  { formatProblem: problemAsJson, openToBrowsers: true },
);
