/** Telnyx's events count only with Telnyx's signature over the exact bytes. */
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
const valid = signed(faxEvent(), keys, now);
const invalid = expect.objectContaining({ code: 'signature_invalid' });

test('a signed event gives the state of the fax, by its status and failure reason', () => {
  expect(read(valid)).toEqual(delivered);
  const failed = faxEvent({ status: 'failed', failure_reason: 'user_busy' }, 'fax.failed');
  expect(read(signed(failed, keys, now))).toMatchObject({ view: { kind: 'stopped', isRetryable: true } });
});

test.each<[string, Partial<SignedEvent['headers']> & { rawBody?: string }]>([
  ['a body with one more space', { rawBody: `${valid.rawBody} ` }],
  ['another timestamp', { 'telnyx-timestamp': `${now / 1_000 + 1}` }],
  ['a malformed timestamp', { 'telnyx-timestamp': '1e9' }],
  ['no signature', { 'telnyx-signature-ed25519': '' }],
  ['the signature of another event', signed(faxEvent({ fax_id: 'fax_2' }), keys, now).headers],
])('an event with %s is refused', (_, { rawBody = valid.rawBody, ...headers }) => {
  expect(() => read({ rawBody, headers: { ...valid.headers, ...headers } })).toThrow(invalid);
});

test('an event that was signed with another key is refused', () => {
  expect(() => read(valid, keyPair().publicKey)).toThrow(invalid);
});

test.each([-300, 300])('an event may be %i seconds off by our clock, but not one second more', (seconds) => {
  expect(read(valid, keys.publicKey, now + seconds * 1_000)).toEqual(delivered);
  expect(() => read(valid, keys.publicKey, now + (seconds + Math.sign(seconds)) * 1_000)).toThrow(invalid);
});

test.each(['', 'c2hvcnQ='])('every event is refused if our public key is %j', (publicKey) => {
  expect(() => read(valid, publicKey)).toThrow(expect.objectContaining({ code: 'unavailable' }));
});

test.each<[string, object]>([
  ['of another kind', faxEvent({}, 'call.hangup')],
  ['of a received fax', faxEvent({ direction: 'inbound', status: 'received' }, 'fax.received')],
  ['with an unknown status', faxEvent({ status: 'pondering' })],
  ['without a fax', faxEvent({ fax_id: undefined })],
])('an event %s is ignored, with the reason', (_, event) => {
  expect(read(signed(event, keys, now))).toEqual({ kind: 'ignored', why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test.each(['{"data":{}}', 'true'])('a signed body that is not an event is refused as a bad request: %s', (body) => {
  expect(() => read(signed(JSON.parse(body), keys, now))).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

test.each([undefined, null, '', clientState('invoice_17'), '!!!'])(
  'an event is ignored if the fax’s client_state is %j, which is not ours',
  (client_state) => {
    expect(read(signed(faxEvent({ client_state }), keys, now))).toMatchObject({
      kind: 'ignored',
      why: 'The fax was not sent by this service.',
    });
  },
);
