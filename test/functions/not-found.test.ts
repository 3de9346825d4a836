/** A path that nobody serves: programs get a problem with a hint, people a page that leads on. */
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { attribute, elements, words } from '../support/pages/reading.ts';

process.env.REQUEST_LIMITS = 'off';
const { handlers } = await import('../../functions/groups/about.ts');

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
