/** PostGrid's events: unsigned and stale events are refused, and only the order's status counts. */
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
/** The result of a call, or the error that it throws. */
const outcome = (call: () => unknown) => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

test.each(['seconds', 'milliseconds'] as const)('a signature with its timestamp in %s is valid', (unit) => {
  expect(read(body, signature(secret, body, now, unit))).toEqual({
    id: 'event_1',
    type: 'letter.updated',
    kind: 'order',
    partnerId: 'letter_1',
    view: { kind: 'progress', progress: { stage: 'in_progress' } },
  });
});

test('during a rotation of the secret, an event may be signed with either secret', () => {
  expect(read(body, undefined, ['whsec_new_0123456789abc', secret])).toMatchObject({ kind: 'order' });
  expect(outcome(() => read(body, undefined, ['whsec_new_0123456789abc']))).toEqual(refused);
});

test('one valid signature among several is enough', () => {
  const [t, v1] = signature(secret, body, now).split(',');
  expect(read(body, `${t}, v1=${'0'.repeat(64)}, ${v1}, v0=abc`)).toMatchObject({ kind: 'order' });
});

test.each([0, 7])('an event is accepted %i hours after its timestamp, because retries may keep it', (hours) => {
  expect(read(body, signature(secret, body, now - hours * hour))).toMatchObject({ kind: 'order' });
});

test.each<[string, string | undefined]>([
  ['without a timestamp', signature(secret, body, now).split(',')[1]],
  ['without a signature', `t=${now}`],
  ['with a signature that is too short', `t=${now},v1=abcd`],
  ['signed with another secret', signature('whsec_of_someone_else', body, now)],
  ['with the signature of another body', signature(secret, `${body} `, now)],
  ['with a changed timestamp', signature(secret, body, now).replace(`t=${now}`, `t=${now + 1}`)],
  ['with two timestamps', `${signature(secret, body, now)},t=${now - 1}`],
  ['that is older than the last retry', signature(secret, body, now - 8 * hour - 1)],
  ['from the future', signature(secret, body, now + 5 * 60_000 + 1)],
  ['with a malformed timestamp', `t=NaN,v1=${'0'.repeat(64)}`],
])('an event %s is refused', (_, header) => {
  expect(outcome(() => readPostgridEvent(body, header, [secret], now))).toEqual(refused);
});

test('without a secret, or with an empty one, every event is refused', () => {
  expect(outcome(() => read(body, signature('', body, now), ['']))).toEqual(refused);
  expect(outcome(() => readPostgridEvent(body, undefined, [], now))).toEqual(refused);
});

test('the signature of an event is checked before its body', () => {
  expect(outcome(() => readPostgridEvent('no json', 't=1', [secret], now))).toEqual(refused);
  expect(outcome(() => read('a.jwt.token'))).toMatchObject({ code: 'invalid_request' });
});

test.each([
  ['ready', { kind: 'progress', progress: { stage: 'accepted' } }],
  ['completed', { kind: 'progress', progress: { stage: 'completed', final: true } }],
  ['cancelled', { kind: 'stopped', reason: 'The print partner has canceled the order.', cause: 'stopped' }],
])('the order’s status %s is used, and the type of the event makes no difference', (status, view) => {
  for (const type of ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'])
    expect(read(bodyOf({ id: 'order_1', status }, type))).toMatchObject({ kind: 'order', view });
});

test.each([
  ['of an envelope', bodyOf({ id: 'envelope_1', status: 'printing' }, 'envelope.updated')],
  ['without an order', bodyOf(undefined)],
  ['of an order without an id', bodyOf({ status: 'printing' })],
  ['with a path as the order’s id', bodyOf({ id: '../letters', status: 'printing' })],
  ['with an unknown status', bodyOf({ id: 'letter_1', status: 'delivered' })],
])('an event %s is ignored, with the reason', (_, rawBody) => {
  expect(read(rawBody)).toMatchObject({ kind: 'ignored', why: expect.any(String) });
});

test('an event type with an unexpected form is not logged', () => {
  expect(read(bodyOf({ id: 'letter_1' }, 'Ada Lovelace'))).toMatchObject({ type: 'unknown', kind: 'ignored' });
});

test.each([
  ['metadata', { order: '17' }],
  ['reference', { reference: 'invoice_17' }],
])('an event is ignored if the order’s %s is not ours', (_, metadata) => {
  expect(read(bodyOf({ id: 'letter_1', status: 'printing', metadata }))).toMatchObject({
    kind: 'ignored',
    why: 'The order was not placed by this service.',
  });
});
