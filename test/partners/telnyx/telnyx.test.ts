/** The Telnyx adapter: the outcome of every response and fault. */
import type { LogFields } from '../../../shared/domain/metrics.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { telnyxFaxes } from '../../../shared/partners/telnyx/telnyx.ts';
import { silenceMs } from '../../support/adapters/silence.ts';
import { acceptedOrder, sampleRequest } from '../../support/contracts/partner-promises.ts';
import type { TelnyxFault as Fault } from '../../support/doubles/telnyx.ts';
import { type DoubleStatus, type TelnyxDouble, telnyxDouble } from '../../support/doubles/telnyx.ts';
import { TestClock } from '../../support/fakes/clock.ts';

const hour = 60 * 60 * 1_000;

let double: TelnyxDouble;
let clock: TestClock;
let partner: Partner;
let alarms: LogFields[];

const log = { alarm: (_: string, fields: LogFields = {}) => void alarms.push(fields) };

const open = (settings: object = {}) =>
  telnyxFaxes({ ...double.settings, baseUrl: double.base, clock, log, timeoutMs: silenceMs, ...settings });

beforeEach(async () => {
  alarms = [];
  clock = new TestClock();
  double = await telnyxDouble({ clock });
  partner = open();
});
afterEach(() => double.close());

const request = (reference = 'job_1') => sampleRequest('fax', reference);
const find = (reference = 'job_1') => partner.find(reference, acceptedOrder('fax'));

async function accepted(reference = 'job_1'): Promise<string> {
  const outcome = await partner.submit(request(reference));
  if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
  return outcome.order.id;
}

test('a fax is ordered in black and white, with our reference and its document', async () => {
  partner = open({ webhookUrl: 'http://127.0.0.1:1/v1/webhooks/telnyx' });
  await accepted('job_1-2');
  expect(double.faxes()).toMatchObject([
    {
      from: double.settings.fromNumber,
      to: '+12125550199',
      media_url: null,
      client_state: Buffer.from('job_1-2').toString('base64'),
      quality: 'high',
      monochrome: true,
      webhook_url: 'http://127.0.0.1:1/v1/webhooks/telnyx',
    },
  ]);
  const stored = double.stored.get(double.faxes()[0]?.media_name ?? '');
  expect(stored).toEqual({ bytes: request().pdf, until: clock.now() + 24 * hour });
});

describe('documents', () => {
  test('a document that is too large for an upload is sent as a link', async () => {
    expect(await partner.submit({ ...request(), pdf: new Uint8Array(20_000_001) })).toMatchObject({ kind: 'accepted' });
    expect(double.requestCounts.media).toBe(0);
    expect(double.faxes()).toMatchObject([{ media_url: 'https://documents.example/jobs/job_1.pdf' }]);
  });

  test.each<Fault>([400, 413])('a document that Telnyx refuses to store (%s) is sent as a link', async (fault) => {
    double.fault('media', fault);
    await accepted();
    expect(double.faxes()).toMatchObject([{ media_url: 'https://documents.example/jobs/job_1.pdf', media_name: null }]);
  });

  test.each<Fault>([401, 503, 'reset_after', 'malformed'])('a failed upload (%s) orders no fax', async (fault) => {
    double.fault('media', fault);
    expect(await partner.submit(request())).toMatchObject({ kind: 'not_taken' });
    expect(double.requestCounts.create).toBe(0);
    await accepted();
  });
});

const errorsAt = (...pointers: string[]) => ({ errors: pointers.map((pointer) => ({ source: { pointer } })) });

test.each<[Fault, kind: string, made: number, codes: readonly string[]]>([
  [400, 'rejected', 0, []],
  [401, 'not_taken', 0, ['key_refused']],
  [403, 'not_taken', 0, ['not_allowed']],
  [404, 'unavailable', 0, ['not_found']],
  [429, 'unavailable', 0, []],
  [503, 'unavailable', 0, []],
  [{ status: 400, body: 'Bad Request' }, 'unknown', 0, []],
  [500, 'unknown', 0, []],
  ['reset_after', 'unknown', 1, []],
  ['silent_after', 'unknown', 1, []],
  ['malformed', 'unknown', 1, []],
  [{ status: 202, body: { data: {} } }, 'unknown', 0, []],
  [{ status: 422, body: errorsAt('/from', '/connection_id') }, 'not_taken', 0, ['setting_refused']],
  [{ status: 422, body: errorsAt('/from', '/to') }, 'rejected', 0, []],
])('an order that gets the response %j is %s, and its call makes %i faxes', async (fault, kind, made, codes) => {
  double.fault('create', fault, Number.POSITIVE_INFINITY);
  const outcome = await partner.submit(request());
  expect(outcome).toMatchObject({ kind, reason: expect.not.stringContaining('DETAIL OF THE PARTNER') });
  expect(JSON.stringify(outcome)).not.toContain(double.settings.apiKey);
  expect(double.requestCounts.create).toBe(1);
  expect(double.faxes()).toHaveLength(made);
  expect(alarms.map(({ code }) => code)).toEqual(codes);
});

describe('searches', () => {
  test.each<Fault>([404, 503, 'malformed'])('a search returns `unknown` after %s, never `none`', async (fault) => {
    double.fault('list', fault);
    expect(await find()).toEqual({ kind: 'unknown' });
  });

  test('a search reads every page, and returns `none` only after the last', async () => {
    for (let count = 0; count < 201; count += 1) await accepted(`job_other_${count}`);
    expect(await find('job_other_0')).toMatchObject({ order: { id: double.faxes()[0]?.id } });
    expect(double.requestCounts.list).toBe(3);
    expect(await find('job_9')).toEqual({ kind: 'none' });
  });

  test.each(['job_11', 'job_1-2'])('a search does not confuse %s with job_1', async (other) => {
    await accepted(other);
    expect(await find()).toEqual({ kind: 'none' });
  });

  test('a search finds a fax that is a weekend old', async () => {
    await accepted();
    await clock.advance(64 * hour);
    expect(await find()).toMatchObject({ order: { stage: 'accepted' } });
  });

  test('a search finds a fax that has failed or was sent in the meantime, with its stage', async () => {
    double.move(await accepted('job_1'), 'failed', 'user_busy');
    double.move(await accepted('job_2'), 'delivered');
    // Only reading the fax shows that it has failed.
    expect(await find('job_1')).toMatchObject({ order: { stage: 'in_progress' } });
    expect(await find('job_2')).toMatchObject({ order: { stage: 'completed', final: true } });
  });

  const list = (data: readonly object[], meta: object = { page_number: 1, total_pages: 1 }) => ({ data, meta });
  const other = { id: 'fax_1', status: 'queued', client_state: 'b3RoZXI=' };

  test.each<[string, object]>([
    ['is not the requested page', list([], { page_number: 2, total_pages: 1 })],
    ['has fewer faxes than it says', list([other], { page_number: 1, total_pages: 1, total_results: 2 })],
    ['leaves out client_state', list([{ id: 'fax_1', status: 'queued' }])],
    ['never ends', list([other], { page_number: 1, total_pages: 1_000 })],
  ])('a search returns `unknown` if the list %s', async (_, body) => {
    double.fault('list', { status: 200, body }, Number.POSITIVE_INFINITY);
    expect(await find()).toEqual({ kind: 'unknown' });
  });
});

describe('reading', () => {
  test.each<[DoubleStatus, object]>([
    ['queued', { kind: 'progress', progress: { stage: 'accepted' } }],
    ['originated', { kind: 'progress', progress: { stage: 'accepted' } }],
    ['sending', { kind: 'progress', progress: { stage: 'in_progress' } }],
    ['delivered', { kind: 'progress', progress: { stage: 'completed', final: true } }],
  ])('reading a fax with the status %s gives its stage', async (status, view) => {
    const id = await accepted();
    double.move(id, status);
    expect(await partner.read(id)).toEqual(view);
  });

  test.each<Fault>([404, 503, 'malformed'])('reading a fax returns `unknown` after %s', async (fault) => {
    const id = await accepted();
    double.fault('get', fault);
    expect(await partner.read(id)).toEqual({ kind: 'unknown' });
  });

  test('reading or searching for a fax raises an alarm if Telnyx refuses our key', async () => {
    const id = await accepted();
    double.fault('get', 401);
    await partner.read(id);
    double.fault('list', 403);
    await find();
    expect(alarms.map(({ code }) => code)).toEqual(['key_refused', 'not_allowed']);
  });

  test('reading a fax with the status of a received fax returns `unknown`', async () => {
    const id = await accepted();
    double.move(id, 'received' as DoubleStatus);
    expect(await partner.read(id)).toEqual({ kind: 'unknown' });
  });

  test('the record of a fax is Telnyx’s; an unknown fax has none, and a lost response throws', async () => {
    const id = await accepted();
    expect(await partner.record(id)).toMatchObject({ record_type: 'fax', id });
    expect(await partner.record('fax_9')).toBeUndefined();
    double.fault('get', 'reset');
    await expect(partner.record(id)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('deleting', () => {
  test('deleting a fax also deletes its uploaded document, and can be repeated', async () => {
    const [id, other] = [await accepted(), await accepted()];
    double.move(id, 'delivered');
    expect(double.stored.size).toBe(2);
    expect(await partner.erase?.(id)).toBe(true);
    expect(double.faxes().map((fax) => fax.id)).toEqual([other]);
    expect([...double.stored.keys()]).toEqual([double.faxes()[0]?.media_name]);
    expect(await partner.erase?.(id)).toBe(true);
  });

  test('deleting a fax deletes no upload if the document was sent as a link', async () => {
    double.fault('media', 400);
    expect(await partner.erase?.(await accepted())).toBe(true);
    expect([double.requestCounts.delete_media, double.faxes()]).toEqual([0, []]);
  });

  test.each(
    (['silent_after', 500] as const).flatMap((fault) =>
      (['get', 'delete', 'delete_media'] as const).map((route) => [fault, route] as const),
    ),
  )('deleting a fax confirms nothing after %s on %s', async (fault, route) => {
    const id = await accepted();
    double.fault(route, fault);
    expect(await partner.erase?.(id)).toBe(false);
  });
});

describe('recalling', () => {
  test.each<DoubleStatus>(['queued', 'media.processed', 'originated'])(
    'recalling a fax with the status %s cancels it',
    async (status) => {
      const id = await accepted();
      double.move(id, status);
      expect(await partner.recall(id)).toEqual({ kind: 'cancelled' });
      expect(double.activeFaxes()).toEqual([]);
    },
  );

  test.each<[DoubleStatus, string]>([
    ['sending', 'in_progress'],
    ['delivered', 'completed'],
  ])('recalling a fax with the status %s is refused, and no call is made to cancel it', async (status, stage) => {
    const id = await accepted();
    double.move(id, status);
    expect(await partner.recall(id)).toMatchObject({ kind: 'refused', progress: { stage } });
    expect(double.requestCounts.cancel).toBe(0);
  });

  test('recalling a fax that has failed is treated as canceled', async () => {
    const id = await accepted();
    double.move(id, 'failed', 'user_busy');
    expect(await partner.recall(id)).toEqual({ kind: 'cancelled' });
  });

  test.each<[Fault, string]>([
    [422, 'unknown'],
    [500, 'unknown'],
    ['reset_after', 'cancelled'],
    ['malformed', 'cancelled'],
  ])('recalling a fax reads the fax after the response %s to the cancellation, and returns %s', async (fault, kind) => {
    const id = await accepted();
    double.fault('cancel', fault);
    expect(await partner.recall(id)).toEqual({ kind });
    expect(await partner.recall(id)).toEqual({ kind: 'cancelled' });
  });

  test('recalling a fax that starts to be sent between the two calls is refused', async () => {
    const id = await accepted();
    double.fault('cancel', 422);
    const recalling = partner.recall(id);
    while (double.requestCounts.cancel < 1) await new Promise(setImmediate);
    double.move(id, 'sending');
    expect(await recalling).toMatchObject({ kind: 'refused', progress: { stage: 'in_progress' } });
  });

  test.each<Fault>([404, 'silent'])('a fax whose status cannot be read (%s) is not canceled', async (fault) => {
    const id = await accepted();
    double.fault('get', fault);
    expect(await partner.recall(id)).toEqual({ kind: 'unknown' });
    expect(double.requestCounts.cancel).toBe(0);
  });
});
