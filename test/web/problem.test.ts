/** Refusals as HTTP answers, and accidents, which tell as little as possible. */
import { invalid, notFound, Refusal, type RefusalCode } from '../../shared/domain/refusal.ts';
import { problemOf, statusOfOutcome } from '../../shared/web/http/problem.ts';

const expected: Record<RefusalCode, number> = {
  invalid_request: 400,
  content_refused: 400,
  quote_unknown: 400,
  quote_content_mismatch: 400,
  content_not_kept: 400,
  country_mismatch: 400,
  options_mismatch: 400,
  over_limit: 400,
  not_sold: 400,
  not_taken: 422,
  idempotency_key_reused: 400,
  in_progress: 409,
  rate_limited: 429,
  not_found: 404,
  signature_invalid: 401,
  unavailable: 503,
  html_unavailable: 503,
};
const codes = Object.keys(expected) as RefusalCode[];
const refusal = (code: RefusalCode, field?: string) =>
  new Refusal(code, 'Do this.', field === undefined ? {} : { field });

test.each(Object.entries(expected))('the refusal %s is answered with %i', (code, status) => {
  expect(problemOf(refusal(code as RefusalCode), 'req_1').status).toBe(status);
});

test.each(codes.filter((code) => code !== 'not_found'))('%s tells its sentence, its code and its field', (code) => {
  expect(problemOf(refusal(code, 'letter.to'), 'req_1').body).toEqual({ error: 'Do this.', code, field: 'letter.to' });
  expect(problemOf(refusal(code), 'req_1').body).toEqual({ error: 'Do this.', code });
});

test.each(codes)('%s tells where it is explained', (code) => {
  const { body } = problemOf(refusal(code, 'letter.to'), 'req_1', 'https://mail.example/v1');
  expect(body).toEqual({
    error: 'Do this.',
    code,
    field: 'letter.to',
    docs_url: `https://mail.example/v1/docs/errors#${code}`,
  });
});

test('every unknown id is reported in exactly one word', () => {
  const { status, body } = problemOf(notFound(), 'req_1', 'https://mail.example/v1');
  expect(status).toBe(404);
  const docs_url = 'https://mail.example/v1/docs/errors#not_found';
  expect(body).toEqual({ error: 'not_found', code: 'not_found', docs_url });
});

test('an invalid request names its field in the sentence and as a field', () => {
  const { body } = problemOf(invalid('country', 'must be "US" or "CA".'), 'req_1');
  expect(body).toEqual({ error: 'country must be "US" or "CA".', code: 'invalid_request', field: 'country' });
});

test('only a caller who should come again is told when', () => {
  const waits = codes.map((code) => [code, problemOf(refusal(code), 'req_1').headers] as const);
  expect(Object.fromEntries(waits.filter(([, headers]) => Object.keys(headers).length > 0))).toEqual({
    in_progress: { 'retry-after': '3' },
    unavailable: { 'retry-after': '10' },
  });
});

class PartnerError extends Error {
  readonly statusCode = 418;
  readonly code = 'ECONNREFUSED';
  readonly field = 'account_number';
}

test.each([
  ['an error', new Error('secret 123456789')],
  ['an error with fields of its own', new PartnerError('secret 123456789')],
  ['an error that names a status', Object.assign(new Error('secret 123456789'), { statusCode: 404, expose: true })],
  ['what only looks like a refusal', { name: 'Refusal', code: 'not_found', message: 'secret 123456789' }],
  ['a text', 'secret 123456789'],
  ['nothing', undefined],
])('%s that was not meant tells nothing about itself, but where to look it up', (_, accident) => {
  expect(problemOf(accident, 'req_1')).toEqual({
    status: 500,
    headers: {},
    body: {
      error: 'Something went wrong on our side; nothing was lost. Try again, and name request req_1 if it stays.',
    },
  });
});

test('outcomes are answered with the statuses of docs/contract.md', () => {
  expect(statusOfOutcome).toEqual({
    done: 200,
    created: 201,
    accepted: 202,
    declined: 409,
    partner_failed: 502,
    unhealthy: 503,
  });
});
