/** The short documents about the service, and the responses to requests that match no route. */
import { priceList } from '../../shared/products/common.ts';
import { securityText } from '../../shared/web/about/well-known.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';

process.env.REQUEST_LIMITS = 'off';
let loads = 0;
import.meta.jest.unstable_mockModule('../../shared/web/llms.ts', () => ({
  llms() {
    loads += 1;
    if (loads === 1) throw new Error('too many open files');
    return async () => ({ statusCode: 200, body: '# Print and mail' });
  },
}));
const { handlers } = await import('../../functions/groups/about.ts');

const getAbout = (rawPath: string): Promise<HttpResult> =>
  handlers['show-about']({ ...httpEvent({ method: 'GET' }), rawPath }, {} as never);

const baseUrl = 'https://mail.example.com/v1';

test('security.txt has the fields of RFC 9116, expires within a year, and needs a contact', async () => {
  const now = Date.UTC(2026, 2, 14, 16, 5);
  const text = securityText({ support: 'mailto:help@example.com' }, baseUrl, now) ?? '';
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  expect(text.replace(expires, 'SOON')).toBe(
    'Contact: mailto:help@example.com\nExpires: SOON\nPreferred-Languages: en, fr\nCanonical: https://mail.example.com/.well-known/security.txt\n',
  );
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(Date.parse(expires)).toBeGreaterThan(now);
  expect(Date.parse(expires)).toBeLessThan(now + 365 * 86_400_000);
  expect(securityText({}, baseUrl, now)).toBeUndefined();
  expect(await getAbout('/.well-known/security.txt')).toMatchObject({ statusCode: 404 });
});

test('GET /v1/prices has the price list, may be cached for an hour, and is open to pages from any origin', async () => {
  const { statusCode, headers, body } = await getAbout('/v1/prices');
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
    currency: expect.objectContaining({ letter: { US: 'USD', CA: 'CAD' }, fax: { US: 'USD', CA: 'USD' } }),
  });
});

test('if loading a document fails, the next request loads it again, and later ones reuse it', async () => {
  await expect(getAbout('/llms.txt')).rejects.toThrow('too many open files');
  for (const _request of [2, 3]) expect(await getAbout('/llms.txt')).toMatchObject({ statusCode: 200 });
  expect(loads).toBe(2);
});

test('robots.txt follows the grammar of RFC 9309, and lets crawlers read pages that say noindex', async () => {
  const { body = '' } = await getAbout('/robots.txt');
  const lines = body.trimEnd().split('\n');
  expect(lines.filter((line) => !/^(User-agent: (\*|[\w-]+)|(Allow|Disallow): \/\S*)$/.test(line))).toEqual([]);
  expect(lines[0]).toMatch(/^User-agent/);
  expect(body).not.toContain('Disallow');
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A request that matches no route. */
const requestPath = (rawPath: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  handlers['not-found']({ ...httpEvent({ method, headers }), rawPath }, {} as never) as Promise<HttpResult>;

const pageOf = ({ headers = {}, body = '' }: HttpResult) => ({ headers: headers as Record<string, string>, body });
const linksOf = (result: HttpResult) =>
  elements(pageOf(result)).flatMap((each) => (each.tagName === 'a' ? (attribute(each, 'href') ?? []) : []));

test.each([
  ['/docs', '/v1/docs'],
  ['/new', '/v1/new'],
  ['/v1/Docs/', '/v1/docs'],
  ['/v1/new/letter/', '/v1/new/letter'],
  ['//v1//pay/pay_00000000000000000000000000/', '/v1/pay/pay_00000000000000000000000000'],
])('a browser at %s is permanently redirected to %s', async (path, location) => {
  const { statusCode, headers, body } = await requestPath(path, { accept: browser });
  expect([statusCode, headers?.location, body]).toEqual([308, location, undefined]);
});

test.each(['/v1/pay/PAY_0ABC/', '/v1/pay/PAY_0%0d%0aX/', '//evil.example/', '/\\evil.example/'])(
  'a browser at %s is not redirected',
  async (path) => {
    expect(await requestPath(path, { accept: browser })).toMatchObject({ statusCode: 404 });
  },
);

test('a browser at a path similar to that of a page gets a link to the page', async () => {
  const result = await requestPath('/v1/doc', { accept: browser });
  expect([result.statusCode, result.headers?.['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  // The first three links are in the header of every page.
  expect(linksOf(result).slice(3, 5)).toEqual(['/v1/docs', '/v1']);
  expect(pageText(pageOf(result))).toContain('Did you mean /v1/docs?');
});

test('a browser at an unknown path gets a link to the home page, in its language', async () => {
  const result = await requestPath('/v1/pay/', { accept: browser, 'accept-language': 'fr' });
  expect(linksOf(result)).toContain('/v1');
  expect(pageText(pageOf(result))).toContain('Ce lien est erroné ou a expiré. Il manque peut-être une partie du lien');
});

test.each([
  ['GET', '*/*'],
  ['GET', 'application/json'],
  ['POST', browser],
] as const)('%s at an unknown path with Accept: %s gets JSON with a hint', async (method, accept) => {
  const result = await requestPath('/v1/doc', { accept }, method);
  expect(result.statusCode).toBe(404);
  expect(JSON.parse(result.body ?? '')).toMatchObject({ code: 'not_found', hint: expect.stringContaining('/v1/docs') });
});
