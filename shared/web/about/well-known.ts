/** The well-known documents as they are served. */
import { mcpSettings } from '../../config/app.ts';
import { notFound } from '../../domain/refusal.ts';
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

type KnownFile = {
  readonly type: string;
  readonly body: string | undefined;
  /** Beside the content type. */
  readonly headers?: Readonly<Record<string, string>>;
};

const json = (type: string, value: object): KnownFile => ({ type, body: JSON.stringify(value) });

function documentAt({ event, deps, caller: { baseUrl } }: HttpRequest): KnownFile {
  const { settings, clock } = deps;
  const place = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
  switch (event.rawPath) {
    case wellKnown.securityText:
      return { type: 'text/plain; charset=utf-8', body: securityText(settings.operator, place, clock.now()) };
    case wellKnown.apiCatalog:
      return {
        ...json(apiCatalogType, apiCatalog(settings.operator, place)),
        headers: { link: apiCatalogLink(place) },
      };
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

export const wellKnownDocuments = () =>
  withMiddleware(
    'show-about',
    async (request) => {
      const { type, body, headers } = documentAt(request);
      if (body === undefined) throw notFound();
      return {
        statusCode: statusOfOutcome.done,
        headers: { 'content-type': type, 'cache-control': 'public, max-age=3600', ...headers },
        body: body,
      };
    },
    { formatProblem: problemAsJson, openToBrowsers: true },
  );
