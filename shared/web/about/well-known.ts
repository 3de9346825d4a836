/** The documents at addresses that crawlers and clients know: whom to contact about security, which APIs there are, and where. */
import { mcpSettings } from '../../config/app.ts';
import type { Operator } from '../../domain/operator.ts';
import { notFound } from '../../domain/refusal.ts';
import { writtenApi } from '../docs/beside.ts';
import { pricesOf } from '../docs/products.ts';
import { json } from '../http/endpoint.ts';
import { iconAnswer } from '../http/icon.ts';
import { withMiddleware } from '../http/middleware.ts';
import { statusOfOutcome } from '../http/problem.ts';
import { problemAsJson } from '../http/problem-json.ts';

interface TextPlace {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
}

const originOf = ({ baseUrl }: TextPlace): string => new URL(baseUrl).origin;

const wellKnown = {
  securityText: '/.well-known/security.txt',
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  serverCard: '/.well-known/mcp/server-card.json',
  mailCard: '/.well-known/mcp/mail/server-card.json',
} as const;

/** The contact for security reports (RFC 9116). Without a contact there is none. `now` in Unix ms. */
export function securityText({ support }: Operator, place: TextPlace, now: number): string | undefined {
  if (support === undefined) return undefined;
  const day = 24 * 60 * 60 * 1_000;
  const expires = new Date(Math.ceil(now / day) * day + 90 * day);
  return `Contact: ${support}
Expires: ${expires.toISOString().replace('.000Z', 'Z')}
Preferred-Languages: en, fr
Canonical: ${originOf(place)}${wellKnown.securityText}
`;
}

/** The catalog of RFC 9727: a linkset (RFC 9264) of the two APIs, with the relations of RFC 8631 and RFC 6903. */
export function apiCatalog({ termsUrl, privacyUrl }: Operator, place: TextPlace) {
  const { baseUrl, mcpUrl } = place;
  const origin = originOf(place);
  const target = (href: string, type?: string) => [{ href, type }];
  const policies = {
    'terms-of-service': termsUrl === undefined ? undefined : target(termsUrl),
    'privacy-policy': privacyUrl === undefined ? undefined : target(privacyUrl),
  };
  return {
    linkset: [
      { anchor: `${origin}${wellKnown.apiCatalog}`, item: [{ href: baseUrl }, { href: mcpUrl }] },
      {
        anchor: baseUrl,
        'service-desc': target(`${baseUrl}/openapi.json`, 'application/json'),
        'service-doc': target(`${baseUrl}/docs`, 'text/html'),
        status: target(`${baseUrl}/health`, 'application/json'),
        ...policies,
      },
      {
        anchor: mcpUrl,
        'service-desc': target(`${origin}${wellKnown.serverCard}`, serverCardType),
        'service-doc': target(`${baseUrl}/docs/assistants`, 'text/html'),
        ...policies,
      },
    ],
  };
}

const serverCardType = 'application/mcp-server-card+json';

/** The two addresses of the MCP endpoint, as docs/server.json and docs/server-mail.json name them. */
const servers = {
  all: {
    name: 'print-and-mail',
    title: 'Print and mail',
    description: 'Mails letters and checks and sends faxes in the US and Canada; a person approves and pays.',
    path: '',
    card: wellKnown.serverCard,
  },
  mail: {
    name: 'letters-and-faxes',
    title: 'Letters and faxes',
    description: 'Mails letters and sends faxes in the US and Canada; a person approves and pays.',
    path: '/mail',
    card: wellKnown.mailCard,
  },
} as const;

/** The MCP server card (SEP-2127): what the registry shows, with the address of this service. */
export function serverCard(place: TextPlace, server: keyof typeof servers = 'all') {
  const { baseUrl, mcpUrl } = place;
  const { name, title, description, path } = servers[server];
  const { hostname } = new URL(mcpUrl);
  // `mail.example.com` → `com.example.mail`. A machine without a name is `localhost`.
  const namespace = /^[\d.]+$|[^\w.-]/.test(hostname) ? 'localhost' : hostname.split('.').reverse().join('.');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespace}/${name}`,
    title,
    description,
    version: '1.0.0',
    websiteUrl: `${baseUrl}/docs/assistants`,
    icons: [{ src: `${originOf(place)}/favicon.ico`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    remotes: [{ type: 'streamable-http', url: path === '' ? mcpUrl : `${mcpUrl.replace(/\/$/, '')}${path}` }],
  };
}

/** The catalog by which clients find the cards. */
export function aiCatalog(place: TextPlace) {
  const namespace = new URL(place.mcpUrl).hostname.replaceAll(/[^\w.-]/g, '');
  return {
    specVersion: '1.0',
    entries: Object.values(servers).map(({ name, card }) => ({
      identifier: `urn:air:${namespace}:mcp:${name}`,
      type: serverCardType,
      url: `${originOf(place)}${card}`,
    })),
  };
}

const servedToAll = { formatProblem: problemAsJson, openToBrowsers: true } as const;

export const wellKnownDocuments = () =>
  withMiddleware(
    'show-about',
    async ({ event, deps, caller: { baseUrl } }) => {
      const documentAt = () => {
        const { settings, clock } = deps;
        const place = { baseUrl, mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', baseUrl).href };
        switch (event.rawPath) {
          case wellKnown.securityText:
            return { type: 'text/plain; charset=utf-8', body: securityText(settings.operator, place, clock.now()) };
          case wellKnown.apiCatalog:
            return {
              type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
              body: apiCatalog(settings.operator, place),
              headers: { link: `<${originOf(place)}${wellKnown.apiCatalog}>; rel="api-catalog"` },
            };
          case wellKnown.aiCatalog:
            return { type: 'application/ai-catalog+json', body: aiCatalog(place) };
          case wellKnown.serverCard:
            return { type: serverCardType, body: serverCard(place) };
          case '/v1/prices':
            return { type: 'application/json; charset=utf-8', body: JSON.stringify(pricesOf(settings.sold)) };
          case wellKnown.mailCard:
            return { type: serverCardType, body: serverCard(place, 'mail') };
          default:
            // Pages about orders say `noindex` themselves. A crawler that may not read them could not see that.
            return { type: 'text/plain; charset=utf-8', body: 'User-agent: *\nAllow: /\n' };
        }
      };
      const { type, body, headers } = documentAt();
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
