/** The well-known documents as they are served. */
import { mcpSettings } from '../../config/app.ts';
import { notFound } from '../../domain/refusal.ts';
import { writtenApi } from '../docs/beside.ts';
import { json } from '../http/endpoint.ts';
import { iconAnswer } from '../http/icon.ts';
import { type HttpRequest, withMiddleware } from '../http/middleware.ts';
import { statusOfOutcome } from '../http/problem.ts';
import { problemAsJson } from '../http/problem-json.ts';
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
} from './well-known-texts.ts';

const servedToAll = { formatProblem: problemAsJson, openToBrowsers: true } as const;

const documentAt = ({ event, deps, caller: { baseUrl } }: HttpRequest) => {
  const { settings, clock } = deps;
  const place = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
  switch (event.rawPath) {
    case wellKnown.securityText:
      return { type: 'text/plain; charset=utf-8', body: securityText(settings.operator, place, clock.now()) };
    case wellKnown.apiCatalog:
      return {
        type: apiCatalogType,
        body: apiCatalog(settings.operator, place),
        headers: { link: apiCatalogLink(place) },
      };
    case wellKnown.aiCatalog:
      return { type: aiCatalogType, body: aiCatalog(place) };
    case wellKnown.serverCard:
      return { type: serverCardType, body: serverCard(place) };
    case wellKnown.mailCard:
      return { type: serverCardType, body: serverCard(place, 'mail') };
    default:
      return { type: 'text/plain; charset=utf-8', body: robotsText };
  }
};

export const wellKnownDocuments = () =>
  withMiddleware(
    'show-about',
    async (request) => {
      const { type, body, headers } = documentAt(request);
      if (body === undefined) throw notFound();
      return {
        statusCode: statusOfOutcome.done,
        headers: { 'content-type': type, 'cache-control': 'public, max-age=3600', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      };
    },
    servedToAll,
  );

export const icon = () => withMiddleware('show-about', async () => iconAnswer, servedToAll);

/** The OpenAPI document is the same for every caller, except for the server's URL. */
export function openapi() {
  const document = writtenApi('');
  return withMiddleware(
    'show-about',
    async ({ caller }) => json(statusOfOutcome.done, { ...document, servers: [{ url: caller.baseUrl }] }),
    servedToAll,
  );
}
