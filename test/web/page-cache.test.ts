/** Caches keep no pictures and proofs of a letter, and no link that soon opens nothing. */
import { Refusal } from '../../shared/domain/refusal.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { imageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { problemAsJson } from '../../shared/web/http/problem-json.ts';

const event = {
  headers: { host: 'mail.example.com' },
  requestContext: { domainName: 'mail.example.com', requestId: 'request-1', http: { method: 'GET', sourceIp: '::1' } },
} as unknown as HttpEvent;
const context = {} as never;
const file = new Uint8Array([1]);

test.each([
  ['a picture', imageEndpoint('picture', async () => file), 200, 'no-store'],
  ['a proof', pdfEndpoint('proof', async () => ({ pdf: file })), 200, 'no-store'],
  ['a link', pdfEndpoint('link', async () => ({ link: 'https://store.example.com/1' })), 303, 'no-store'],
] as const)('caches do not keep %s', async (_, endpoint, statusCode, kept) => {
  const answer = await endpoint(event, context);
  expect(answer).toMatchObject({ statusCode, headers: { 'cache-control': kept } });
});

const answers = (serve: () => Promise<HttpResult>) =>
  withMiddleware('health', serve, { formatProblem: problemAsJson, openToBrowsers: false });
const throws = (error: Error) => () => Promise.reject(error);

test.each<[string, () => Promise<HttpResult>, number]>([
  ['an answer', async () => ({ statusCode: 200, body: '{}' }), 200],
  ['an answer with headers of its own', async () => ({ statusCode: 201, headers: { location: '/' } }), 201],
  ['a refusal', throws(new Refusal('not_found', 'not_found')), 404],
  ['an accident', throws(new Error('x')), 500],
])('%s of any function is not cached, and has the security headers', async (_, serve, statusCode) => {
  const answer = (await answers(serve)(event, context)) as HttpResult;
  expect(answer.statusCode).toBe(statusCode);
  expect(answer.headers).toMatchObject({
    ...{ 'x-request-id': 'request-1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    'strict-transport-security': 'max-age=31536000',
  });
});
