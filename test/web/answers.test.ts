/** Refusals as HTTP responses, unexpected errors, which reveal as little as possible, and the headers of all responses. */
import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { Refusal, type RefusalCode } from '../../shared/domain/refusal.ts';
import type { UseCase } from '../../shared/orders/use-case.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { imageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { problemOf, statusOfRefusal } from '../../shared/web/http/problem.ts';
import { refusalCodes } from '../../shared/web/openapi/errors.ts';
import { showSigningKeys } from '../../shared/web/show-signing-keys.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { written } from '../support/fakes/written.ts';

const refusalOf = (code: RefusalCode, field?: string) => new Refusal(code, 'Do this.', { field });

test.each(refusalCodes)('the refusal %s has its sentence, its code, its field and a link to the docs', (code) => {
  const { status, body } = problemOf(refusalOf(code, 'letter.to'), 'req_1', 'https://mail.example/v1');
  const docs_url = `https://mail.example/v1/docs/errors#${code}`;
  expect(body).toEqual({ error: 'Do this.', code, field: 'letter.to', docs_url });
  expect(status).toBe(statusOfRefusal[code]);
  expect(problemOf(refusalOf(code), 'req_1').body).toEqual({ error: 'Do this.', code });
});

test('only temporary refusals have a retry-after header', () => {
  const waits = refusalCodes.map((code) => [code, problemOf(refusalOf(code), 'req_1').headers] as const);
  expect(Object.fromEntries(waits.filter(([, headers]) => Object.keys(headers).length > 0))).toEqual({
    in_progress: { 'retry-after': '3' },
    unavailable: { 'retry-after': '10' },
  });
});

const secret = 'secret 123456789';

test.each([
  ['an error', new Error(secret)],
  ['an error with a code and a field', Object.assign(new Error(secret), { code: 'ECONNREFUSED', field: 'account' })],
  ['an error that names a status', Object.assign(new Error(secret), { statusCode: 404, expose: true })],
  ['an object that looks like a refusal', { name: 'Refusal', code: 'not_found', message: secret }],
  ['a text', secret],
  ['undefined', undefined],
])('if %s is thrown unexpectedly, the response reveals only the request id', (_, thrown) => {
  const error =
    'Something went wrong on our side; nothing was lost. Try again, and if it fails again, report request r1.';
  expect(problemOf(thrown, 'r1')).toEqual({ status: 500, headers: {}, body: { error } });
});

Object.assign(process.env, { METRICS_NAMESPACE: 'PrintAndMail/Test', REQUEST_LIMITS: 'off', TABLE_NAME: 'none' });
// The configuration is read on the first call, and only once.
const { withMiddleware } = await import('../../shared/web/http/middleware.ts');
const { handlers: receipts } = await import('../../functions/groups/receipts.ts');
const { handlers: forms } = await import('../../functions/groups/partner-forms.ts');
const { depsFor } = await import('../../shared/config/app.ts');
const { pageEndpoint } = await import('../../shared/web/http/page.ts');
const { problemAsJson } = await import('../../shared/web/http/problem.ts');

/** The status of a request, how often it was counted as turned away, and its alarms. */
async function outcomeOf(handler: ReturnType<typeof pageEndpoint>) {
  const { answer: response, lines } = await written(() => handler(httpEvent({ method: 'GET' }), {} as never));
  const alarms = lines.filter(({ level }) => level === 'alarm').length;
  const turnedAway = lines.filter((line) => line.turnedAway === 1).length;
  return { statusCode: response.statusCode, turnedAway, alarms };
}

const throwing = (error: unknown) =>
  withMiddleware('test', () => Promise.reject(error), { formatProblem: problemAsJson, openToBrowsers: false });
const refused = new Refusal('unavailable', 'Try again later.', { isCapacityProblem: true });
const busyPage = pageEndpoint({ name: 'test' }, async () => ({ headers: {}, body: '', refused }));

test.each([
  ['a busy renderer', 503, 1, 0, throwing(refused)],
  ['a page of a busy renderer', 503, 1, 0, busyPage],
  ['an overload of AWS', 503, 1, 0, throwing(Object.assign(new Error('no'), { name: 'ThrottlingException' }))],
  ['a partner out of service', 503, 0, 0, throwing(new Refusal('unavailable', 'Try again later.'))],
  ['an unexpected error', 500, 0, 1, throwing(new Error('oh'))],
])('%s gets %i, with %i counted as turned away and %i alarms', async (_, statusCode, turnedAway, alarms, handler) => {
  expect(await outcomeOf(handler)).toEqual({ statusCode, turnedAway, alarms });
});

test.each([
  ['is used', 'only in the header', {}, 200, { idempotency_key: 'key-1' }],
  ['is used', 'null in the body', { idempotency_key: null }, 200, { idempotency_key: 'key-1' }],
  ['is used', 'the same in both', { idempotency_key: 'key-1' }, 200, { idempotency_key: 'key-1' }],
  ['is refused', 'different in the body', { idempotency_key: 'key-2' }, 400, { field: 'idempotency_key' }],
  ['is refused', 'empty in the body', { idempotency_key: '' }, 400, { field: 'idempotency_key' }],
])('the Idempotency-Key header %s if the key is %s', async (_outcome, _key, sent, statusCode, body) => {
  const input = z.object({ idempotency_key: z.string() });
  const run: UseCase<object, object>['run'] = async (_deps, body) => ({ outcome: 'done', body });
  const handler = endpoint({ ...showSigningKeys, schemas: { request: 'Any' }, input, output: z.looseObject({}), run });
  const response = await handler(httpEvent({ headers: { 'idempotency-key': 'key-1' }, body: sent }), {} as never);
  expect({ ...response, body: JSON.parse(response.body ?? '') }).toMatchObject({ statusCode, body });
});

test('work that takes too long gets 503 with the advice to retry, a second before the timeout', async () => {
  const serve = withMiddleware('test', () => new Promise(() => undefined), {
    formatProblem: ({ status, headers, body }) => ({ statusCode: status, headers, body: body.error }),
    openToBrowsers: false,
  });
  const response = await serve(httpEvent({}), { getRemainingTimeInMillis: () => 1_010 } as Context);
  expect(response).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '10' },
    body: expect.stringMatching(/Send the same request again, with the same Idempotency-Key/),
  });
});

const event = httpEvent({ method: 'GET' });
const context = {} as never;
const file = new Uint8Array([1]);

/** Browsers save an untrusted file, and nothing in it can run. */
const saved = { 'content-disposition': expect.stringMatching(/^attachment; /) };
const sandboxed = { ...saved, 'content-security-policy': "default-src 'none'; sandbox" };
const link = 'https://store.example.com/1';

test.each([
  ['an image is a download', imageEndpoint({ name: 'image' }, async () => file), 200, saved],
  ['a PDF is a download in a sandbox', pdfEndpoint({ name: 'pdf' }, async () => ({ pdf: file })), 200, sandboxed],
  ['a link is a redirect', pdfEndpoint({ name: 'link' }, async () => ({ link })), 303, { location: link }],
] as const)('%s and is not cached', async (_, endpoint, statusCode, headers) => {
  const response = await endpoint(event, context);
  expect(response).toMatchObject({ statusCode, headers: { ...headers, 'cache-control': 'no-store' } });
});

test.each<[string, () => Promise<HttpResult>, number]>([
  ['a response', async () => ({ statusCode: 200, body: '{}' }), 200],
  ['a response with other headers', async () => ({ statusCode: 201, headers: { location: '/' } }), 201],
  ['a refusal', () => Promise.reject(new Refusal('not_found', 'not_found')), 404],
  ['an unexpected error', () => Promise.reject(new Error('x')), 500],
])('%s is not cached, and has the security headers', async (_, serve, statusCode) => {
  const endpoint = withMiddleware('health', serve, { formatProblem: problemAsJson, openToBrowsers: false });
  const response = await endpoint(event, context);
  expect(response.statusCode).toBe(statusCode);
  expect(response.headers).toMatchObject({
    'x-request-id': 'request',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
  });
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['a program', 'application/json; charset=utf-8', {}],
  ['a browser', 'text/html; charset=utf-8', { accept: 'text/html,*/*;q=0.8' }],
])('%s that requests the receipt of an unknown job gets 404 as %s', async (_, type, headers) => {
  const request = httpEvent({ method: 'GET', path: { job_id: 'job_x' }, headers });
  expect(await receipts['get-receipt'](request, context)).toMatchObject({
    statusCode: 404,
    headers: { 'content-type': type, vary: 'accept, accept-language' },
  });
});

test('the bank account form asks for the owner’s email only if there are limits for new accounts', async () => {
  for (const newAccounts of [undefined, { waitMs: 86_400_000, maxCentsADay: 500_000 }]) {
    Object.assign(depsFor({ function: 'test', requestId: 'test' }).settings, { newAccounts });
    const { body } = await forms['bank-account-form'](httpEvent({ method: 'GET', path: {} }), context);
    expect(body?.includes('name="owner_email"')).toBe(newAccounts !== undefined);
  }
});

test.each([
  ['receipt.json', 'application/json; charset=utf-8'],
  ['receipt', 'text/html; charset=utf-8'],
  ['evidence.pdf', 'text/html; charset=utf-8'],
])('an unknown pay link followed by %s is refused as %s', async (end, type) => {
  const rawPath = `/v1/pay/pay_x/${end}`;
  const request = { ...httpEvent({ method: 'GET', path: { code: 'pay_x' } }), rawPath };
  const response = await receipts['show-receipt'](request, context);
  expect(response).toMatchObject({ statusCode: 404, headers: { 'content-type': type } });
});
