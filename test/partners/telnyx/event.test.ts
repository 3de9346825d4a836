/** Events count only with Telnyx's signature over the exact bytes. */
import { readTelnyxEvent } from '../../../shared/partners/telnyx/event.ts';
import { clientState } from '../../../shared/partners/telnyx/telnyx.ts';
import { keyPair, type SignedEvent, signed } from '../../support/doubles/telnyx-events.ts';

const now = Date.UTC(2026, 10, 21, 12);
const keys = keyPair();

const faxEvent = (payload: object = {}, event_type = 'fax.delivered') => ({
  data: {
    event_type,
    record_type: 'event',
    payload: {
      fax_id: 'fax_1',
      direction: 'outbound',
      status: 'delivered',
      client_state: clientState('job_1'),
      ...payload,
    },
  },
});

const read = ({ rawBody, headers }: SignedEvent, publicKey = keys.publicKey, at = now) =>
  readTelnyxEvent(
    rawBody,
    { signature: headers['telnyx-signature-ed25519'], timestamp: headers['telnyx-timestamp'] },
    publicKey,
    at,
  );

const delivered = {
  kind: 'order',
  partnerId: 'fax_1',
  view: { kind: 'progress', progress: { stage: 'completed', final: true } },
};
const good = signed(faxEvent(), keys, now);
const invalid = expect.objectContaining({ code: 'signature_invalid' });

test('a signed event is read: the view of the fax by its status and reason', () => {
  expect(read(good)).toEqual(delivered);
  const failed = faxEvent({ status: 'failed', failure_reason: 'user_busy' }, 'fax.failed');
  expect(read(signed(failed, keys, now))).toMatchObject({ view: { kind: 'stopped', mayBounce: true } });
});

test.each<[string, Partial<SignedEvent['headers']> & { rawBody?: string }]>([
  ['a body with one more space', { rawBody: `${good.rawBody} ` }],
  ['another time', { 'telnyx-timestamp': `${now / 1_000 + 1}` }],
  ['a time that is no number', { 'telnyx-timestamp': '1e9' }],
  ['no signature', { 'telnyx-signature-ed25519': '' }],
  ['the signature of another event', signed(faxEvent({ fax_id: 'fax_2' }), keys, now).headers],
])('an event with %s is refused', (_, { rawBody = good.rawBody, ...headers }) => {
  expect(() => read({ rawBody, headers: { ...good.headers, ...headers } })).toThrow(invalid);
});

test('an event that another key has signed is refused', () => {
  expect(() => read(good, keyPair().publicKey)).toThrow(invalid);
});

test.each([-300, 300])('a clock that is %i seconds off is let pass, one second more is not', (seconds) => {
  expect(read(good, keys.publicKey, now + seconds * 1_000)).toEqual(delivered);
  expect(() => read(good, keys.publicKey, now + (seconds + Math.sign(seconds)) * 1_000)).toThrow(invalid);
});

test.each(['', 'c2hvcnQ='])('with the public key %j nothing is let pass', (publicKey) => {
  expect(() => read(good, publicKey)).toThrow(expect.objectContaining({ code: 'unavailable' }));
});

test.each<[string, object]>([
  ['of another kind', faxEvent({}, 'call.hangup')],
  ['of a received fax', faxEvent({ direction: 'inbound', status: 'received' }, 'fax.received')],
  ['with a status that nobody knows', faxEvent({ status: 'pondering' })],
  ['without a fax', faxEvent({ fax_id: undefined })],
])('an event %s is ignored, and says why', (_, event) => {
  expect(read(signed(event, keys, now))).toEqual({ kind: 'ignored', why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test.each(['{"data":{}}', 'true'])('signed bytes that are no event are a bad request: %s', (body) => {
  expect(() => read(signed(JSON.parse(body), keys, now))).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test.each([undefined, null, '', clientState('invoice_17'), '!!!'])(
  'a fax with the state %j is not ours: its event is ignored, and never sent again',
  (client_state) => {
    expect(read(signed(faxEvent({ client_state }), keys, now))).toMatchObject({
      kind: 'ignored',
      why: 'The fax is not of this service.',
    });
  },
);
