/** The documents at addresses that crawlers and clients know: who to tell of a hole, which APIs there are, and where. */
import type { Operator } from '../../domain/operator.ts';

interface TextPlace {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
}

const originOf = ({ baseUrl }: TextPlace): string => new URL(baseUrl).origin;

export const wellKnown = {
  securityText: '/.well-known/security.txt',
  apiCatalog: '/.well-known/api-catalog',
  aiCatalog: '/.well-known/ai-catalog.json',
  serverCard: '/.well-known/mcp/server-card.json',
  mailCard: '/.well-known/mcp/mail/server-card.json',
} as const;

/** Pages about orders say `noindex` themselves, and a crawler that may not read them could not see that. */
export const robotsText = `User-agent: *
Allow: /
`;

const day = 24 * 60 * 60 * 1_000;

/** RFC 9116. Without anybody to tell there is none. `now` in Unix ms. */
export function securityText({ support }: Operator, place: TextPlace, now: number): string | undefined {
  if (support === undefined) return undefined;
  const expires = new Date(Math.ceil(now / day) * day + 90 * day);
  return `Contact: ${support}
Expires: ${expires.toISOString().replace('.000Z', 'Z')}
Preferred-Languages: en, fr
Canonical: ${originOf(place)}${wellKnown.securityText}
`;
}

export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9727: a linkset (RFC 9264) of the two APIs, with the relations of RFC 8631 and RFC 6903. */
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

/** Names the catalog where its document is not asked for. */
export const apiCatalogLink = (place: TextPlace): string =>
  `<${originOf(place)}${wellKnown.apiCatalog}>; rel="api-catalog"`;

export const serverCardType = 'application/mcp-server-card+json';
export const aiCatalogType = 'application/ai-catalog+json';

/** `mail.example.com` → `com.example.mail`. A machine without a name of its own is `localhost`. */
function namespaceOf(mcpUrl: string): string {
  const { hostname } = new URL(mcpUrl);
  return /^[\d.]+$|[^\w.-]/.test(hostname) ? 'localhost' : hostname.split('.').reverse().join('.');
}

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

/** The MCP server card (SEP-2127): what the registry shows, with this service's own address. */
export function serverCard(place: TextPlace, server: keyof typeof servers = 'all') {
  const { baseUrl, mcpUrl } = place;
  const { name, title, description, path } = servers[server];
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${namespaceOf(mcpUrl)}/${name}`,
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
