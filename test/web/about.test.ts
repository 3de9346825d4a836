/** The well-known documents, each held against the rules of its format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { priceList } from '../../shared/products/common.ts';
import { aiCatalog, apiCatalog, securityText, serverCard } from '../../shared/web/about/well-known.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { attribute, elements, words } from '../support/pages/reading.ts';

process.env.REQUEST_LIMITS = 'off';
const { handlers } = await import('../../functions/groups/about.ts');

const served = (rawPath: string): Promise<HttpResult> =>
  handlers['show-about']({ ...httpEvent({ method: 'GET', headers: {} }), rawPath }, {
    awsRequestId: 'request',
    getRemainingTimeInMillis: () => 60_000,
  } as never);

const place = { baseUrl: 'https://mail.example.com/v1', mcpUrl: 'https://mail.example.com/mcp' };
const local = { baseUrl: 'http://127.0.0.1:8787/v1', mcpUrl: 'http://127.0.0.1:8787/mcp' };
const now = Date.UTC(2026, 2, 14, 16, 5);
const operator = { support: 'mailto:help@example.com', termsUrl: 'https://mail.example.com/terms' };

const root = join(import.meta.dirname, '..', '..');
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

describe('security.txt, by the grammar of RFC 9116', () => {
  const text = securityText(operator, place, now) ?? '';
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1) ?? [line]);
  const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value = '']) => value);

  test('security.txt has only fields of its format', () => {
    const known = ['Contact', 'Expires', 'Preferred-Languages', 'Canonical'];
    expect(fields.map(([name]) => name).filter((name = '') => !known.includes(name))).toEqual([]);
    expect(text.endsWith('\n')).toBe(true);
  });

  test('security.txt has a contact URI, and expires within a year', () => {
    expect(valuesOf('Contact')).toEqual(['mailto:help@example.com']);
    const [expires = '', ...more] = valuesOf('Expires');
    expect(more).toEqual([]);
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(expires)).toBeGreaterThan(now);
    expect(Date.parse(expires)).toBeLessThan(now + 365 * 86_400_000);
  });

  test('security.txt has its own https address, and the languages of the pages', () => {
    expect(valuesOf('Canonical')).toEqual(['https://mail.example.com/.well-known/security.txt']);
    expect(valuesOf('Preferred-Languages')).toEqual(['en, fr']);
  });

  test('there is no security.txt without a contact', () => {
    expect(securityText({}, place, now)).toBeUndefined();
  });
});

describe('api-catalog, a linkset (RFC 9727, RFC 9264)', () => {
  const target = z.strictObject({ href: z.url(), type: z.optional(z.string().regex(/^[\w.+-]+\/[\w.+-]+$/)) });
  const relations = ['item', 'service-desc', 'service-doc', 'status', 'terms-of-service', 'privacy-policy'] as const;
  const linkset = z.strictObject({
    linkset: z.array(
      z
        .strictObject({
          anchor: z.url(),
          ...Object.fromEntries(relations.map((name) => [name, z.optional(z.array(target).min(1))])),
        })
        .refine((context) => Object.keys(context).length > 1),
    ),
  });
  const catalog = JSON.parse(JSON.stringify(apiCatalog(operator, place)));

  test.each([place, local])('the document is valid at %j', (at) => {
    expect(linkset.safeParse(JSON.parse(JSON.stringify(apiCatalog({}, at)))).error?.issues).toBeUndefined();
    expect(linkset.safeParse(catalog).error?.issues).toBeUndefined();
  });

  test('the API catalog lists both APIs, and describes each', () => {
    const [own, ...apis] = catalog.linkset;
    expect(own.anchor).toBe('https://mail.example.com/.well-known/api-catalog');
    expect(own.item.map(({ href }: { href: string }) => href)).toEqual([place.baseUrl, place.mcpUrl]);
    expect(apis.map(({ anchor }: { anchor: string }) => anchor)).toEqual([place.baseUrl, place.mcpUrl]);
    expect(apis[0]).toMatchObject({
      'service-desc': [{ href: 'https://mail.example.com/v1/openapi.json' }],
      'service-doc': [{ href: 'https://mail.example.com/v1/docs' }],
      'terms-of-service': [{ href: operator.termsUrl }],
    });
  });

  test('the API catalog has its media type, and a Link header with its address', async () => {
    const { headers } = await served('/.well-known/api-catalog');
    expect(headers?.['content-type']).toMatch(/^application\/linkset\+json;/);
    expect(headers?.link).toMatch(/^<https:\/\/[^/]+\/\.well-known\/api-catalog>; rel="api-catalog"$/);
  });
});

test('GET /v1/prices is the price list that assistants read, for every page, and may be kept', async () => {
  const { statusCode, headers, body } = await served('/v1/prices');
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    },
  });
  expect(JSON.parse(body ?? '')).toEqual({
    ...priceList,
    unit: 'cents',
    currency: { letter: { US: 'USD', CA: 'CAD' }, check: { US: 'USD', CA: 'CAD' }, fax: { US: 'USD', CA: 'USD' } },
  });
});

/** The common part of server cards and the registry's server.json (schema 2025-12-11). */
const server = {
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
};

describe('the MCP server card (SEP-2127)', () => {
  const card = z.strictObject({
    $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
    ...server,
    websiteUrl: z.url(),
    icons: z.array(
      z.strictObject({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string().regex(/^\d+x\d+$|^any$/)) }),
    ),
    remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: z.string().regex(/^https?:\/\/\S+$/) })),
  });

  test.each([place, local])('the document is valid at %j', (at) => {
    for (const server of ['all', 'mail'] as const)
      expect(card.safeParse(serverCard(at, server)).error?.issues).toBeUndefined();
  });

  test('the server card of /mcp/mail names no checks, and agrees with server-mail.json', () => {
    const { name, title, description, version, remotes } = serverCard(place, 'mail');
    expect(json('docs/server-mail.json')).toMatchObject({ title, description, version });
    expect(remotes).toEqual([{ type: 'streamable-http', url: `${place.mcpUrl}/mail` }]);
    expect(`${name} ${title} ${description}`).not.toMatch(/check|bank/i);
  });

  test('the server card agrees with server.json, the package and the server', () => {
    const { name, title, description, version } = serverCard(place);
    expect(name).toBe('com.example.mail/print-and-mail');
    expect(serverCard(local).name).toBe('localhost/print-and-mail');
    expect(json('docs/server.json')).toMatchObject({ title, description, version });
    expect(json('package.json').version).toBe(version);
    const source = readFileSync(join(root, 'shared/web/mcp/server.ts'), 'utf8');
    for (const said of [`title: '${title}'`, `version: '${version}'`]) expect(source).toContain(said);
  });

  test('the AI catalog lists both server cards', () => {
    const catalog = z.strictObject({
      specVersion: z.literal('1.0'),
      entries: z.array(
        z.strictObject({
          identifier: z.string().regex(/^urn:air:[\w.-]+:mcp:[\w.-]+$/),
          type: z.literal('application/mcp-server-card+json'),
          url: z.url(),
        }),
      ),
    });
    expect(catalog.parse(aiCatalog(place)).entries.map(({ url }) => url)).toEqual([
      'https://mail.example.com/.well-known/mcp/server-card.json',
      'https://mail.example.com/.well-known/mcp/mail/server-card.json',
    ]);
  });
});

test('robots.txt, by the grammar of RFC 9309, lets crawlers read that a page says noindex', async () => {
  const { body = '' } = await served('/robots.txt');
  const lines = body.trimEnd().split('\n');
  expect(lines.filter((line) => !/^(User-agent: (\*|[\w-]+)|(Allow|Disallow): \/\S*)$/.test(line))).toEqual([]);
  expect(lines[0]).toMatch(/^User-agent/);
  expect(body).not.toContain('Disallow');
});

process.env.REQUEST_LIMITS = 'off';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const ask = (rawPath: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  handlers['not-found']({ ...httpEvent({ method, headers }), rawPath }, {
    awsRequestId: 'request',
    getRemainingTimeInMillis: () => 60_000,
  } as never) as Promise<HttpResult>;

const pageOf = ({ headers = {}, body = '' }: HttpResult) => ({ headers: headers as Record<string, string>, body });
const linksOf = (result: HttpResult) =>
  elements(pageOf(result)).flatMap((each) => (each.tagName === 'a' ? (attribute(each, 'href') ?? []) : []));

test.each([
  ['/docs', '/v1/docs'],
  ['/new', '/v1/new'],
  ['/v1/Docs/', '/v1/docs'],
  ['/v1/new/letter/', '/v1/new/letter'],
  ['//v1//pay/pay_00000000000000000000000000/', '/v1/pay/pay_00000000000000000000000000'],
])('a browser at %s is redirected to %s permanently', async (path, meant) => {
  const { statusCode, headers, body } = await ask(path, { accept: browser });
  expect([statusCode, headers?.location, body]).toEqual([308, meant, undefined]);
});

test.each(['/v1/pay/PAY_0ABC/', '/v1/pay/PAY_0%0d%0aX/', '//evil.example/', '/\\evil.example/'])(
  '%s leads nowhere by itself',
  async (path) => {
    expect(await ask(path, { accept: browser })).toMatchObject({ statusCode: 404 });
  },
);

test('a browser at a path much like that of a page gets a link to the page', async () => {
  const result = await ask('/v1/doc', { accept: browser });
  expect([result.statusCode, result.headers?.['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(linksOf(result).slice(3, 5)).toEqual(['/v1/docs', '/v1']);
  expect(words(pageOf(result))).toContain('Did you mean /v1/docs?');
});

test('a browser at an unknown path gets a link to the home page, in its language', async () => {
  const result = await ask('/v1/pay/', { accept: browser, 'accept-language': 'fr' });
  expect(linksOf(result)).toContain('/v1');
  expect(words(pageOf(result))).toContain('Ce lien est erroné ou a expiré. Il n’a pas été copié en entier');
});

test.each([
  ['GET', '*/*'],
  ['GET', 'application/json'],
  ['POST', browser],
] as const)('%s with %s is answered as a program is', async (method, accept) => {
  const result = await ask('/v1/doc', { accept }, method);
  expect(result.statusCode).toBe(404);
  expect(JSON.parse(result.body ?? '')).toMatchObject({ code: 'not_found', hint: expect.stringContaining('/v1/docs') });
});
