/** PostGrid's events: unsigned and stale events are refused, and only the order's own status counts. */
import { readPostgridEvent } from '../../../shared/partners/postgrid/event.ts';
import { signature } from '../../support/doubles/postgrid-webhooks.ts';

const secret = 'whsec_double_0123456789';
const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

const metadata = { job_id: 'job_1', reference: 'job_1' };
const bodyOf = (data: object | undefined, type = 'letter.updated') =>
  JSON.stringify({ id: 'event_1', object: 'event', type, live: false, data: data && { metadata, ...data } });
const body = bodyOf({ id: 'letter_1', object: 'letter', status: 'printing', to: { firstName: 'Zoë' } });

const read = (rawBody: string, header: string | undefined = signature(secret, rawBody, now), secrets = [secret]) =>
  readPostgridEvent(rawBody, header, secrets, now);
const refused = expect.objectContaining({ code: 'signature_invalid' });
const outcome = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test.each(['seconds', 'milliseconds'] as const)('a signature whose time is in %s', (unit) => {
  expect(read(body, signature(secret, body, now, unit))).toEqual({
    id: 'event_1',
    type: 'letter.updated',
    kind: 'order',
    partnerId: 'letter_1',
    view: { kind: 'progress', progress: { stage: 'in_progress' } },
  });
});

test('either of two secrets, while one is being rotated', () => {
  expect(read(body, undefined, ['whsec_new_0123456789abc', secret])).toMatchObject({ kind: 'order' });
  expect(outcome(() => read(body, undefined, ['whsec_new_0123456789abc']))).toEqual(refused);
});

test('one of several signatures is enough', () => {
  const [t, v1] = signature(secret, body, now).split(',');
  expect(read(body, `${t}, v1=${'0'.repeat(64)}, ${v1}, v0=abc`)).toMatchObject({ kind: 'order' });
});

test.each([0, 7])('the partner’s retries count, %i hours after the stamp', (hours) => {
  expect(read(body, signature(secret, body, now - hours * hour))).toMatchObject({ kind: 'order' });
});

test.each<[string, string | undefined]>([
  ['no time', signature(secret, body, now).split(',')[1]],
  ['no signature', `t=${now}`],
  ['a signature that is too short', `t=${now},v1=abcd`],
  ['another secret', signature('whsec_of_somebody_else', body, now)],
  ['another body', signature(secret, `${body} `, now)],
  ['another time', signature(secret, body, now).replace(`t=${now}`, `t=${now + 1}`)],
  ['a second time', `${signature(secret, body, now)},t=${now - 1}`],
  ['older than the last retry', signature(secret, body, now - 8 * hour - 1)],
  ['from the future', signature(secret, body, now + 5 * 60_000 + 1)],
  ['a time that is no number', `t=NaN,v1=${'0'.repeat(64)}`],
])('%s: refused', (_, header) => {
  expect(outcome(() => readPostgridEvent(body, header, [secret], now))).toEqual(refused);
});

test('without a secret, or with an empty one, nothing is from the partner', () => {
  expect(outcome(() => read(body, signature('', body, now), ['']))).toEqual(refused);
  expect(outcome(() => readPostgridEvent(body, undefined, [], now))).toEqual(refused);
});

test('the signature is looked at before the body', () => {
  expect(outcome(() => readPostgridEvent('no json', 't=1', [secret], now))).toEqual(refused);
  expect(outcome(() => read('a.jwt.token'))).toMatchObject({ code: 'invalid_request' });
});

test.each([
  ['ready', { kind: 'progress', progress: { stage: 'accepted' } }],
  ['completed', { kind: 'progress', progress: { stage: 'completed', final: true } }],
  ['cancelled', { kind: 'stopped', reason: 'The print partner has cancelled the order.', cause: 'stopped' }],
])('the state is the order’s, whatever the event is called: %s', (status, view) => {
  for (const type of ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'])
    expect(read(bodyOf({ id: 'order_1', status }, type))).toMatchObject({ kind: 'order', view });
});

test.each([
  ['postcards', bodyOf({ id: 'postcard_1', status: 'printing' }, 'postcard.updated')],
  ['no order', bodyOf(undefined)],
  ['an order without an id', bodyOf({ status: 'printing' })],
  ['an id that is a path', bodyOf({ id: '../letters', status: 'printing' })],
  ['a status that nobody knows', bodyOf({ id: 'letter_1', status: 'delivered' })],
])('%s: ignored, with the reason', (_, rawBody) => {
  expect(read(rawBody)).toMatchObject({ kind: 'ignored', why: expect.any(String) });
});

test('an invalid event name is not repeated', () => {
  expect(read(bodyOf({ id: 'letter_1' }, 'Ada Lovelace'))).toMatchObject({ type: 'unknown', kind: 'ignored' });
});

test.each([
  ['metadata of somebody else', { order: '17' }],
  ['a reference of somebody else', { reference: 'invoice_17' }],
])('an order with %s is not ours: its event is ignored, and never sent again', (_, metadata) => {
  expect(read(bodyOf({ id: 'letter_1', status: 'printing', metadata }))).toMatchObject({
    kind: 'ignored',
    why: 'The order was not placed by this service.',
  });
});
