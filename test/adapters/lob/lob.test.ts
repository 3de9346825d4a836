/** The Lob adapter: its requests, early refusals, the meaning of records, and every fault. */
import { lobLetters, lobTakes } from '../../../shared/adapters/partners/lob/lob.ts';
import type { AddressCheck } from '../../../shared/core/addresses/address-check.ts';
import type { LogFields } from '../../../shared/ports/log.ts';
import type { Partner } from '../../../shared/ports/partner.ts';
import type { LetterOrder } from '../../../shared/products/letter/letter.ts';
import { letterOrder } from '../../support/contracts/orders.ts';
import { sampleRequest } from '../../support/contracts/partner-promises.ts';
import type { Fault } from '../../support/doubles/http-faults.ts';
import { type LobDouble, openLob } from '../../support/doubles/lob.ts';
import { silenceMs } from '../../support/proofs.ts';

const gossip = 'Ada Lovelace of 12 Analytical Way';
const error = (status: number, code = 'some_code'): Fault => ({
  status,
  body: { error: { code, message: gossip, status_code: status } },
});

const now = Date.UTC(2026, 10, 21, 12);
let double: LobDouble;
let lob: Partner;
let alarms: (LogFields | undefined)[];

beforeEach(async () => {
  double = await openLob(() => now);
  alarms = [];
  const log = { alarm: (_: string, fields?: LogFields) => void alarms.push(fields) };
  lob = lobLetters({ apiKey: double.apiKey, baseUrl: double.baseUrl, now: () => now, timeoutMs: silenceMs, log });
});
afterEach(() => double.close());

const order = letterOrder('none') as LetterOrder;
const request = (changed: Partial<LetterOrder> = {}) => sampleRequest('letter', { ...order, ...changed }, 'job_1');

test('a letter with a return receipt asks for it, and no other letter does', async () => {
  for (const options of [{ registered: true, return_receipt: true }, { return_receipt: true }])
    await lob.submit(request({ ...options }));
  expect(double.orders().map(({ extra_service }) => extra_service)).toEqual(['certified_return_receipt', undefined]);
});

test('a certified letter whose address page is our own, as Lob spells it', async () => {
  expect(await lob.submit(request({ registered: true, color: true, address_page: true }))).toMatchObject({
    kind: 'accepted',
    order: { stage: 'accepted', newsAt: now + 300_000 },
  });
  const ada = {
    name: 'Ada Lovelace',
    address_line1: '12 Analytical Way',
    address_city: 'Springfield',
    address_state: 'IL',
    address_zip: '62701',
    address_country: 'US',
  };
  expect(double.seen[0]?.headers).toMatchObject({ 'idempotency-key': 'job_1' });
  expect(double.seen[0]?.fields).toEqual({
    ...{ to: ada, from: ada, color: 'true', double_sided: 'false', address_placement: 'top_first_page' },
    ...{ mail_type: 'usps_first_class', extra_service: 'certified', use_type: 'operational' },
    description: 'Test letter',
    metadata: { job_id: 'job_1', reference: 'job_1' },
    file: { fileType: 'application/pdf', bytes: expect.anything() },
  });
});

test('orders that Lob would refuse are known beforehand', () => {
  const { to, from } = order;
  expect(lobTakes({ to, from })).toBe(true);
  expect(lobTakes({ to: { ...to, companyName: 'Engines', lastName: 'x'.repeat(36) }, from })).toBe(true);
  const long = { ...to, addressLine1: 'x'.repeat(30), addressLine2: 'y'.repeat(21) };
  for (const contact of [
    long,
    { ...to, lastName: 'x'.repeat(37) },
    { ...to, companyName: 'x'.repeat(41) },
    { ...to, countryCode: 'CA' as const },
    { ...to, provinceOrState: undefined },
    { ...to, provinceOrState: 'Illinoise' },
    { ...to, postalOrZip: undefined },
    { ...to, postalOrZip: '6270' },
  ]) {
    expect(lobTakes({ to: contact, from })).toBe(false);
    expect(lobTakes({ to, from: contact })).toBe(false);
  }
});

test('an address that was kept against its check is not offered to Lob, which would correct it', () => {
  const { to, from } = order;
  const corrected = { status: 'corrected', what: ['city'], suggestion: to } as const;
  const taken = (check: AddressCheck) => lobTakes({ to, from }, check);
  expect(taken({ status: 'verified' })).toBe(true);
  expect(taken({ status: 'unknown', acceptedAt: now })).toBe(true);
  expect(taken({ ...corrected, takenAt: now })).toBe(true);
  expect(taken(corrected)).toBe(false);
  expect(taken({ ...corrected, acceptedAt: now })).toBe(false);
  expect(taken({ status: 'undeliverable', what: ['not_found'], acceptedAt: now })).toBe(false);
});

test('what is not offered to Lob is what Lob refuses', async () => {
  const { to } = order;
  for (const wrong of [{ provinceOrState: 'California' }, { provinceOrState: undefined }, { postalOrZip: undefined }]) {
    const sent = { ...request({ to: { ...to, ...wrong } }), title: 'wrong on purpose' };
    expect(await lob.submit(sent)).toMatchObject({ kind: 'rejected' });
    expect(lobTakes({ ...order, to: { ...to, ...wrong } })).toBe(false);
  }
});

test.each<[fault: Fault, outcome: string, made: number]>([
  [error(400, 'bad_request'), 'rejected', 0],
  [error(422, 'failed_deliverability_strictness'), 'rejected', 0],
  [error(422, 'pdf_encrypted'), 'rejected', 0],
  [{ status: 413, body: '<html>' }, 'rejected', 0],
  [error(401, 'unauthorized'), 'not_taken', 0],
  [error(402), 'not_taken', 0],
  [error(403, 'forbidden'), 'not_taken', 0],
  [error(405), 'unavailable', 0],
  [{ status: 503, body: '<html>' }, 'unavailable', 0],
  [error(422, 'idempotency_key_mismatch'), 'unknown', 0],
  [{ status: 422, body: 'no' }, 'unknown', 0],
  [error(504), 'unknown', 0],
  [{ status: 200, body: {} }, 'unknown', 0],
  ['reset_before', 'unknown', 0],
  ['reset_after', 'unknown', 1],
  ['silent_before', 'unknown', 0],
  ['silent_after', 'unknown', 1],
  ['malformed', 'unknown', 1],
  ['oversized', 'unknown', 1],
  ['cut_off', 'unknown', 1],
  ['empty', 'unknown', 1],
])('%j: %s, and one letter after another call', async (fault, kind, made) => {
  double.next('POST /letters', fault);
  const outcome = await lob.submit(request());
  expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(/^(Lob|The print partner) /) });
  expect(JSON.stringify([outcome, alarms])).not.toMatch(/Ada|Analytical|test_double/);
  expect(double.living()).toBe(made);
  expect(await lob.submit(request())).toMatchObject({ kind: 'accepted' });
  expect(double.living()).toBe(1);
});

describe('each error that Lob documents for letters', () => {
  const [address, pdf, order] = ['an address is not valid', 'cannot print this PDF', 'refused the order.'];

  test.each<[status: number, code: string, says: string]>([
    [422, 'address_length_exceeds_limit', address],
    [422, 'failed_deliverability_strictness', address],
    [422, 'foreign_return_address', address],
    [422, 'file_pages_below_min', pdf],
    [422, 'file_pages_exceed_max', pdf],
    [422, 'file_size_exceeds_limit', pdf],
    [422, 'inconsistent_page_dimensions', pdf],
    [422, 'invalid_file', pdf],
    [422, 'invalid_file_dimensions', pdf],
    [422, 'pdf_encrypted', pdf],
    [422, 'unembedded_fonts', pdf],
    [422, 'bad_request', order],
    [422, 'invalid', order],
    [422, 'invalid_country_covid', order],
    [422, 'invalid_international_feature', order],
  ])('%i %s is of the order: rejected, and nobody is called', async (status, code, says) => {
    double.next('POST /letters', error(status, code));
    expect(await lob.submit(request())).toEqual({ kind: 'rejected', reason: expect.stringContaining(says) });
    expect(alarms).toEqual([]);
  });

  test.each<[status: number, code: string, alarm: string]>([
    [401, 'email_required', 'key_refused'],
    [401, 'invalid_api_key', 'key_refused'],
    [401, 'payment_method_unverified', 'key_refused'],
    [401, 'unauthorized', 'key_refused'],
    [401, 'unauthorized_token', 'key_refused'],
    [403, 'billing_address_required', 'not_allowed'],
    [403, 'feature_limit_reached', 'not_allowed'],
    [403, 'invalid_api_key', 'not_allowed'],
    [403, 'publishable_key_not_allowed', 'not_allowed'],
    [404, 'unrecognized_endpoint', 'not_found'],
  ])('%i %s is of our account: nothing is refunded, and somebody is called once', async (status, code, alarm) => {
    double.next('POST /letters', error(status, code));
    const kind = status === 404 ? 'unavailable' : 'not_taken';
    expect(await lob.submit(request())).toMatchObject({ kind });
    expect(alarms).toEqual([expect.objectContaining({ code: alarm, reason: expect.stringMatching(/^Lob /) })]);
  });

  test.each<[status: number, code: string, kind: string]>([
    [429, 'rate_limit_exceeded', 'unavailable'],
    [503, 'service_unavailable', 'unavailable'],
    [408, 'request_timeout', 'unknown'],
    [409, 'conflict', 'unknown'],
    [422, 'conflict', 'unknown'],
    [500, 'internal_server_error', 'unknown'],
  ])('%i %s says nothing of the order: %s', async (status, code, kind) => {
    double.next('POST /letters', error(status, code));
    expect(await lob.submit(request())).toMatchObject({ kind });
    expect(alarms).toEqual([]);
  });
});

test('more letters than Lob takes in five seconds are put off, and nothing is made of them', async () => {
  const ordered = Array.from({ length: 151 }, (_, at) => ({ ...request(), reference: `job_${at}` }));
  const outcomes = [];
  for (const one of ordered) outcomes.push((await lob.submit(one)).kind);
  expect(outcomes).toEqual([...Array(150).fill('accepted'), 'unavailable']);
  expect(double.living()).toBe(150);
});

test('a partner that no connection reaches has taken nothing', async () => {
  const closed = await openLob();
  const { apiKey, baseUrl } = closed;
  await closed.close();
  const nowhere = lobLetters({ apiKey, baseUrl, now: () => now, log: { alarm: () => {} } });
  expect(await nowhere.submit(request())).toMatchObject({ kind: 'not_taken' });
});

describe('a letter that Lob has', () => {
  const faults: readonly Fault[] = [error(404), error(500), 'reset_before', 'malformed'];

  test.each(faults)('is neither stopped nor cancelled by an answer that says nothing (%j)', async (fault) => {
    await lob.submit(request());
    const id = `${double.orders()[0]?.id}`;
    double.next('GET /letters/', fault);
    expect(await lob.read(id)).toBe('unknown');
    double.next('DELETE /letters/', error(422, 'not_deletable'));
    double.next('GET /letters/', fault);
    expect(await lob.recall(id)).toEqual({ kind: 'unknown' });
    expect(double.living()).toBe(1);
  });
});

test.each<Fault>([
  error(401),
  error(404),
  error(500),
  'reset_before',
  'malformed',
  { status: 200, body: { data: [], next_url: 'https://more' } },
  { status: 200, body: { data: [] } },
])('%j is no proof that there is no letter', async (fault) => {
  double.next('GET /letters', fault);
  expect(await lob.find('job_1', undefined)).toBe('unknown');
});

describe('the record', () => {
  const read = (fields: object) => {
    double.next('GET /letters/ltr_1', { status: 200, body: { id: 'ltr_1', ...fields } });
    return lob.read('ltr_1');
  };
  const events = (...names: string[]) => ({ status: 'rendered', tracking_events: names.map((name) => ({ name })) });
  const past = new Date(now - 1).toISOString();

  test.each([
    [
      'in its window',
      { status: 'processed', send_date: new Date(now + 9_000).toISOString() },
      { stage: 'accepted', newsAt: now + 9_000 },
    ],
    ['past it', { status: 'rendered', send_date: past }, { stage: 'in_progress' }],
    ['without a date', { status: 'rendered' }, { stage: 'accepted' }],
    ['mailed', events('Mailed'), { stage: 'dispatched' }],
    [
      'returned',
      events('Mailed', 'Returned to Sender'),
      { stage: 'dispatched', returned: true, final: true, scans: [{ code: 'returned' }] },
    ],
    [
      'returned, and delivered to somebody',
      events('Mailed', 'Returned to Sender', 'Delivered'),
      { stage: 'dispatched', delivered: true, returned: true, final: true, scans: [{ code: 'returned' }] },
    ],
    ['delivered', events('Mailed', 'Delivered'), { stage: 'completed', delivered: true, final: true }],
    [
      'tracked',
      { ...events('In Transit'), tracking_number: '9207' },
      { stage: 'dispatched', tracking: { number: '9207' }, scans: [{ code: 'entered' }] },
    ],
  ])('%s', async (_, fields, progress) => {
    expect(await read(fields)).toEqual({ progress });
  });

  test('every scan is told with its time and ZIP code, and a delivery is none', async () => {
    const time = '2026-11-24T09:00:00-05:00';
    const names = ['In Transit', 'In Local Area', 'Processed for Delivery', 'Pickup Available', 'Issue', 'Re-Routed'];
    const tracking_events = [...names, 'Delivered', 'Inspected'].map((name) => ({ name, time, location: '12207' }));
    const codes = ['entered', 'in_local_area', 'out_for_delivery', 'pickup_available', 'issue', 'rerouted'];
    expect(await read({ status: 'rendered', tracking_events })).toEqual({
      progress: {
        stage: 'completed',
        delivered: true,
        final: true,
        scans: codes.map((code) => ({ code, at: Date.UTC(2026, 10, 24, 14), place: '12207' })),
      },
    });
  });

  test('stopped: deleted, or not to be rendered', async () => {
    expect(await read({ deleted: true, status: 'rendered' })).toEqual({ stopped: expect.any(String) });
    expect(await read({ status: 'failed' })).toEqual({ stopped: expect.any(String) });
  });

  test('a status that nobody knows', async () => {
    expect(await read({ status: 'pondering' })).toBe('unknown');
  });
});
