/** Refusals as HTTP answers, and accidents, which tell as little as possible. */
import { invalid, Refusal, type RefusalCode } from '../../shared/domain/refusal.ts';
import { problemOf, statusOfRefusal } from '../../shared/web/http/problem.ts';
import { refusalCodes } from '../../shared/web/openapi/errors.ts';

const refusal = (code: RefusalCode, field?: string) =>
  new Refusal(code, 'Do this.', field === undefined ? {} : { field });

test.each(refusalCodes)('the refusal %s has its sentence, its code, its field and a link to the docs', (code) => {
  const { status, body } = problemOf(refusal(code, 'letter.to'), 'req_1', 'https://mail.example/v1');
  const docs_url = `https://mail.example/v1/docs/errors#${code}`;
  expect(body).toEqual({ error: 'Do this.', code, field: 'letter.to', docs_url });
  expect(status).toBe(statusOfRefusal[code]);
  expect(problemOf(refusal(code), 'req_1').body).toEqual({ error: 'Do this.', code });
});

test('an invalid request has its field in the sentence and as a member', () => {
  const { body } = problemOf(invalid('country', 'must be "US" or "CA".'), 'req_1');
  expect(body).toEqual({ error: 'country must be "US" or "CA".', code: 'invalid_request', field: 'country' });
});

test('only refusals that pass have a retry-after header', () => {
  const waits = refusalCodes.map((code) => [code, problemOf(refusal(code), 'req_1').headers] as const);
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
])('%s thrown by accident reveals nothing but the request id', (_, accident) => {
  expect(problemOf(accident, 'req_1')).toEqual({
    status: 500,
    headers: {},
    body: {
      error: 'Something went wrong on our side; nothing was lost. Try again, and name request req_1 if it stays.',
    },
  });
});
