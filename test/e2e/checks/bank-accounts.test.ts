/** Bank accounts over HTTP: docs/contract.md, "Bank accounts" and "Browsers". The rules of each field stand in test/products. */

import { unknownId } from '../../support/e2e/client.ts';
import { caBank, checkOf, orderCheck, registered, usBank } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));
const origin = 'https://shop.example';

test.each([
  ['a US account', usBank, 'USD'],
  ['a Canadian account', caBank, 'CAD'],
])(
  '%s is answered by its id and its nickname alone, and a check is drawn on it',
  async (_, account, check_currency) => {
    const { status, body } = await service.post('/bank-accounts', account);
    const { nickname } = account;
    expect({ status, body }).toEqual({
      status: 201,
      body: { bank_account_id: expect.stringMatching(/^bank_[0-9a-z]{28}$/), nickname },
    });
    expect(await orderCheck(service, body.bank_account_id)).toMatchObject({ service: 'check', check_currency });
  },
);

test.each([
  ['a wrong digit', { routing_number: '021000022' }, 400, 'routing_number'],
  ['no name of a bank', { bank_name: '' }, 400, 'bank_name'],
  ['numbers that the partner refuses', { bank_name: 'TEST REJECT BANK' }, 400, 'partner refused'],
  ['a partner that is down', { bank_name: 'TEST DOWN BANK' }, 503, 'nothing was kept'],
])('with %s nothing is registered, and no number is repeated', async (_, changes, status, said) => {
  const answer = await service.post('/bank-accounts', { ...usBank, ...changes });
  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(said) } });
  expect(answer.text).not.toMatch(/02100002|73519284605|bank_[0-9a-z]{28}/);
  if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a removed account is drawn on no more, and its unpaid check is cancelled; once and again is the same', async () => {
  const id = await registered(service);
  const { job_id } = await orderCheck(service, id);
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await service.remove(`/bank-accounts/${id}`);
    // A check was ordered a moment before.
    expect({ status, body }).toEqual({
      status: 200,
      body: { bank_account_id: id, removed: true, numbers_deleted: false },
    });
  }
  expect(await service.job(job_id)).toMatchObject({ status: 'cancelled' });
  const { quote_id } = await service.make('/check-quotes', { country: 'US' });
  expect(await service.post('/check-jobs', checkOf(quote_id, id))).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', field: 'check.bank_account' },
  });
  expect(await service.remove(`/bank-accounts/bank_${'z'.repeat(26)}`)).toMatchObject({
    status: 404,
    text: unknownId(service),
  });
});

test('no page of another origin reads an answer, and none is granted a method', async () => {
  const { headers } = await service.post('/bank-accounts', {}, { origin });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  for (const [method, path] of [
    ['POST', '/bank-accounts'],
    ['POST', '/bank-accounts/new'],
    ['DELETE', `/bank-accounts/bank_${'0'.repeat(26)}`],
  ] as const) {
    const asked = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' };
    const preflight = await fetch(service.baseUrl + path, { method: 'OPTIONS', headers: asked });
    expect(preflight.status).toBe(404);
    for (const name of ['origin', 'methods', 'headers'])
      expect(preflight.headers.get(`access-control-allow-${name}`)).toBeNull();
  }
});

test('an account cannot be read back, by whichever path', async () => {
  const id = await registered(service);
  for (const path of [`/jobs/${id}`, `/letters/${id}`, '/bank-accounts', `/bank-accounts/${id}`])
    expect(await service.get(path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
});
