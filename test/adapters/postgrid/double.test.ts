/** The parts of the double that e2e tests rely on: test triggers, production by a clock, PostGrid's test endpoints. */

import { checkRequest, type Desk, letterRequest, openDesk } from '../../support/adapters/postgrid.ts';
import type { Fields } from '../../support/doubles/request-body.ts';

let now = Date.UTC(2026, 10, 21, 12);
let desk: Desk;
beforeEach(async () => {
  desk = await openDesk({ now: () => now, readyMs: 60_000 });
});
afterEach(() => desk.double.close());

const orderTo = async (addressLine1: string) => {
  const request = letterRequest();
  const { to, ...order } = request.order as { to: object };
  const outcome = await desk.letters.submit({ ...request, order: { ...order, to: { ...to, addressLine1 } } });
  return outcome.kind === 'accepted' ? outcome.order : outcome.kind;
};

const call = async (method: string, path: string, fields?: object): Promise<{ status: number; body: Fields }> => {
  const response = await fetch(`${desk.double.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': desk.double.apiKey, 'content-type': 'application/json' },
    ...(fields && { body: JSON.stringify(fields) }),
  });
  return { status: response.status, body: (await response.json()) as Fields };
};

test.each([
  ['1 TEST REJECT ST', 'rejected'],
  ['1 TEST OUTAGE ST', 'unavailable'],
  ['1 TEST DOWN ST', 'unavailable'],
  ['1 test lost reply st ', 'unknown'],
  ['1 TEST PRINTING ST', expect.objectContaining({ stage: 'in_progress' })],
  ['1 TEST MAILED ST', expect.objectContaining({ stage: 'dispatched' })],
  ['1 TEST RETURNED ST', expect.objectContaining({ stage: 'dispatched', returned: true })],
])('%s', async (street, outcome) => {
  expect(await orderTo(street)).toEqual(outcome);
});

test('an order stands at each station for its time', async () => {
  const order = await orderTo('12 Analytical Way');
  if (typeof order === 'string') throw new Error(order);
  for (const stage of ['accepted', 'in_progress', 'dispatched', 'completed', 'completed']) {
    expect(await desk.letters.read(order.id)).toMatchObject({ progress: { stage } });
    now += 60_000;
  }
});

test('a form, urlencoded, makes a letter too; a stored PDF’s address does not', async () => {
  const to = { firstName: 'Ada', addressLine1: '12 Analytical Way', countryCode: 'US' };
  const made = await fetch(`${desk.double.baseUrl}/letters`, {
    method: 'POST',
    headers: { 'x-api-key': desk.double.apiKey },
    body: new URLSearchParams([
      ...['to', 'from'].flatMap((name) =>
        Object.entries(to).map(([key, value]): [string, string] => [`${name}[${key}]`, value]),
      ),
      ['pdf', 'https://documents.example/1.pdf'],
    ]),
  });
  expect(made.status).toBe(201);
  expect(
    await call('POST', '/letters', { to, from: to, uploadedPDF: 'https://documents.example/1.pdf' }),
  ).toMatchObject({
    status: 400,
    body: { error: { type: 'validation_error' } },
  });
});

test('test progressions go one step each, to the end', async () => {
  await desk.cheques.submit(checkRequest());
  const path = `/cheques/${desk.double.orders()[0]?.id}/progressions`;
  for (const status of ['printing', 'processed_for_delivery', 'completed'])
    expect(await call('POST', path)).toMatchObject({ status: 200, body: { status } });
  expect(await call('POST', path)).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_progression_error' } },
  });
});

test('a cancellation with a note, and none after printing has begun', async () => {
  await desk.letters.submit(letterRequest());
  const path = `/letters/${desk.double.orders()[0]?.id}/cancellation`;
  now += 59_000;
  expect(await call('POST', path, { note: 'a mistake' })).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancellation: { reason: 'user_initiated', note: 'a mistake' } },
  });
  await desk.letters.submit(letterRequest('job_2'));
  now += 60_000;
  const second = desk.double.orders().find(({ status }) => status !== 'cancelled');
  expect(await call('DELETE', `/letters/${second?.id}`)).toMatchObject({ status: 400 });
});

test('bank accounts are drawn on until they are deleted, and never written out', async () => {
  const { body } = await call('POST', '/bank_accounts', {
    ...{ bankName: 'Bank', bankCountryCode: 'US', accountNumber: '73519284605173946', routingNumber: '314275084' },
    signatureText: 'Ada',
  });
  expect(JSON.stringify(body)).not.toContain('73519284605173946');
  expect(await call('DELETE', `/bank_accounts/${body.id}`)).toMatchObject({ body: { deleted: true } });
  expect(await call('GET', `/bank_accounts/${body.id}`)).toMatchObject({ status: 404 });
});

test('webhooks are listed, changed and removed', async () => {
  const hook = { url: 'https://mail.example/v1/webhooks/postgrid', enabledEvents: ['letter.updated'] };
  const { body } = await call('POST', '/webhooks', hook);
  expect(body).toMatchObject({ payloadFormat: 'jwt', enabled: true });
  expect(await call('POST', `/webhooks/${body.id}`, { payloadFormat: 'json' })).toMatchObject({ status: 200 });
  expect(await call('GET', '/webhooks')).toMatchObject({ body: { data: [{ id: body.id, payloadFormat: 'json' }] } });
  expect(await call('DELETE', `/webhooks/${body.id}`)).toMatchObject({ status: 200 });
  expect(await call('GET', '/webhooks')).toMatchObject({ body: { totalCount: 0 } });
  expect(await call('POST', '/webhooks', { ...hook, url: 'http://mail.example/' })).toMatchObject({ status: 400 });
});
