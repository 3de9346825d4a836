/** The Sinch adapter against every answer and every fault of its double: accepted, rejected, unavailable or unknown. */
import { sinchFaxes } from '../../../shared/adapters/partners/sinch/sinch.ts';
import type { LogFields } from '../../../shared/ports/log.ts';
import type { Partner } from '../../../shared/ports/partner.ts';
import { faxOrder } from '../../support/contracts/orders.ts';
import { sampleRequest } from '../../support/contracts/partner-promises.ts';
import type { Fault } from '../../support/doubles/fax-line.ts';
import { type SinchDouble, type SinchStatus, sinchDouble } from '../../support/doubles/sinch.ts';
import { WoundClock } from '../../support/fakes/clock.ts';
import { silenceMs } from '../../support/proofs.ts';

let double: SinchDouble;
let clock: WoundClock;
let partner: Partner;
let alarms: LogFields[];

const log = { alarm: (_: string, fields: LogFields = {}) => void alarms.push(fields) };

const open = (settings: object = {}) =>
  sinchFaxes({
    ...{ ...double.settings, apiBase: double.base, log, timeoutMs: silenceMs, now: () => clock.now() },
    ...settings,
  });

beforeEach(async () => {
  alarms = [];
  clock = new WoundClock();
  double = await sinchDouble({ clock });
  partner = open();
});
afterEach(() => double.close());

const request = (reference = 'job_1') => sampleRequest('fax', faxOrder('none'), reference);
const find = (reference = 'job_1') => partner.find(reference, faxOrder('none'));

async function accepted(reference = 'job_1'): Promise<string> {
  const outcome = await partner.submit(request(reference));
  if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
  return outcome.order.id;
}

test('a fax is ordered with our label and its document, and Sinch is not to try again by itself', async () => {
  const id = await accepted('job_1-2');
  expect(double.faxes()).toMatchObject([
    { to: '+12125550199', from: double.settings.fromNumber, labels: { reference: 'job_1-2' }, maxRetries: 0 },
  ]);
  expect(double.faxes()[0]?.contentUrl).toBeUndefined();
  expect(double.documents.get(id)).toEqual(request().pdf);
});

test('a document that is too large for an upload goes by a link', async () => {
  const pdf = new Uint8Array(15_000_001);
  expect(await partner.submit({ ...request(), pdf })).toMatchObject({ kind: 'accepted' });
  expect(double.faxes()).toMatchObject([{ contentUrl: 'https://documents.example/jobs/job_1.pdf' }]);
});

describe('the access token', () => {
  test('is asked for once, and anew shortly before it expires', async () => {
    for (let time = 0; time < 3; time += 1) await find();
    expect(double.asked.token).toBe(1);
    await clock.wind(59 * 60_000 - 1);
    await find();
    expect(double.asked.token).toBe(1);
    await clock.wind(1);
    expect(await find()).toBe('none');
    expect(double.asked.token).toBe(2);
  });

  test('that is refused is renewed once, for the same call, and nobody is called', async () => {
    double.fault('create', 401);
    expect(await partner.submit(request())).toMatchObject({ kind: 'accepted' });
    expect(double.asked).toMatchObject({ token: 2, create: 2 });
    expect(double.faxes()).toHaveLength(1);
    expect(alarms).toEqual([]);
  });

  test.each<Fault>([429, 500, 503, 'reset', 'reset_after', 'malformed', 'silent'])(
    'that cannot be had (%s) leaves nothing in doubt: nothing was ordered',
    async (fault) => {
      double.fault('token', fault, Number.POSITIVE_INFINITY);
      expect(await partner.submit(request())).toMatchObject({ kind: 'not_taken' });
      expect(double.asked.create).toBe(0);
    },
  );
});

describe('the document', () => {
  test.each<SinchStatus>(['COMPLETED', 'FAILURE'])('is deleted at Sinch once the fax is seen as %s', async (status) => {
    const id = await accepted();
    await partner.read(id);
    expect(double.faxes()).toMatchObject([{ hasFile: true }]);
    double.move(id, status);
    await partner.read(id);
    await partner.read(id);
    expect(double.faxes()).toMatchObject([{ hasFile: false }]);
    expect(double.asked.forget).toBe(1);
  });

  test.each<Fault>([404, 409, 500, 'reset', 'malformed'])(
    'that cannot be deleted (%s) hides no news',
    async (fault) => {
      const id = await accepted();
      double.move(id, 'COMPLETED');
      double.fault('forget', fault);
      expect(await partner.read(id)).toMatchObject({ progress: { final: true } });
    },
  );
});

describe('an order is', () => {
  test.each<[Fault, kind: string, made: number]>([
    [400, 'rejected', 0],
    [422, 'rejected', 0],
    [401, 'not_taken', 0],
    [402, 'not_taken', 0],
    [403, 'not_taken', 0],
    [404, 'unavailable', 0],
    [503, 'unavailable', 0],
    [405, 'unknown', 0],
    [{ status: 503, body: '<html>' }, 'unavailable', 0],
    [500, 'unknown', 0],
    ['reset', 'unknown', 0],
    ['silent', 'unknown', 0],
    ['reset_after', 'unknown', 1],
    ['silent_after', 'unknown', 1],
    ['cut_off', 'unknown', 1],
    ['malformed', 'unknown', 1],
    [{ status: 422, body: '<html>' }, 'unknown', 0],
    [{ status: 422, body: { error: { code: 422, details: { fieldViolations: [{ field: 'to' }] } } } }, 'rejected', 0],
  ])('after %j %s, and %i faxes were made by one call', async (fault, kind, made) => {
    double.fault('create', fault, Number.POSITIVE_INFINITY);
    const outcome = await partner.submit(request());
    expect(outcome).toMatchObject({ kind, reason: expect.not.stringContaining('DETAIL OF THE PARTNER') });
    expect(JSON.stringify([outcome, alarms])).not.toContain(double.settings.keyId);
    // A token that is refused is renewed once.
    expect(double.asked.create).toBe(fault === 401 ? 2 : 1);
    expect(double.faxes()).toHaveLength(made);
  });

  test.each([
    ['keySecret', 'wrong'],
    ['projectId', 'project_other'],
  ])('not taken, not refunded, while our own %s is wrong, and somebody is called once', async (name, value) => {
    partner = open({ [name]: value });
    expect(['not_taken', 'unavailable']).toContain((await partner.submit(request())).kind);
    expect(double.faxes()).toEqual([]);
    expect(alarms).toEqual([expect.objectContaining({ reason: expect.stringMatching(/^Sinch /) })]);
  });

  test('not taken, not refunded, while Sinch refuses the number that our account sends from', async () => {
    double.fault('create', {
      status: 422,
      body: { error: { code: 422, details: { fieldViolations: [{ field: 'from' }] } } },
    });
    expect(await partner.submit(request())).toMatchObject({ kind: 'not_taken' });
    expect(alarms).toEqual([expect.objectContaining({ reason: expect.stringMatching(/^Sinch /) })]);
  });

  const made = { id: 'fax_1', status: 'QUEUED' };

  test.each([[made], [[made]], [{ faxes: [made] }]])('accepted, however the one fax is wrapped: %j', async (body) => {
    double.fault('create', { status: 200, body });
    expect(await partner.submit(request())).toEqual({ kind: 'accepted', order: { id: 'fax_1', stage: 'accepted' } });
  });

  test.each([[{}], [[]], [[made, made]]])('unknown where the acceptance does not name one fax: %j', async (body) => {
    double.fault('create', { status: 200, body });
    expect(await partner.submit(request())).toMatchObject({ kind: 'unknown' });
  });
});

describe('a look-up', () => {
  const faults: readonly Fault[] = [401, 404, 503, 'reset', 'malformed'];

  test.each(faults)('says unknown after %s, never none', async (fault) => {
    double.fault('list', fault, Number.POSITIVE_INFINITY);
    expect(await find()).toBe('unknown');
  });

  test.each(['JOB_1', 'job_', 'job_11', 'job_1-2'])('does not take %s for job_1', async (other) => {
    await accepted(other);
    expect(await find()).toBe('none');
  });

  const ours = { id: 'fax_1', status: 'QUEUED', labels: { reference: 'job_1' } };
  const other = { id: 'fax_2', status: 'QUEUED', labels: { reference: 'job_2' } };

  test.each<[string, object, object | string]>([
    ['holds ours', { faxes: [other, ours], totalItems: 2 }, { id: 'fax_1', stage: 'accepted' }],
    ['holds all there is', { faxes: [other], totalItems: 1 }, 'none'],
    ['is empty', { faxes: [], totalItems: 0, totalPages: 0 }, 'none'],
    ['does not say how much there is', { faxes: [other] }, 'unknown'],
    ['has fewer faxes than it says', { faxes: [other], totalItems: 2, totalPages: 1 }, 'unknown'],
    ['goes on for ever', { faxes: [other], totalPages: 1_000 }, 'unknown'],
    ['leaves out the labels', { faxes: [{ id: 'fax_2', status: 'QUEUED' }], totalItems: 1 }, 'unknown'],
    ['holds something that is no fax', { faxes: [{ id: 7 }], totalItems: 1 }, 'unknown'],
  ])('of a list that %s', async (_, body, found) => {
    double.fault('list', { status: 200, body }, Number.POSITIVE_INFINITY);
    expect(await find()).toEqual(found);
  });
});

describe('reading', () => {
  test.each<[SinchStatus, object]>([
    ['QUEUED', { progress: { stage: 'accepted' } }],
    ['IN_PROGRESS', { progress: { stage: 'in_progress' } }],
    ['COMPLETED', { progress: { stage: 'completed', final: true } }],
    ['FAILURE', { stopped: 'The fax could not be sent.' }],
  ])('%s is told in our words', async (status, view) => {
    const id = await accepted();
    double.move(id, status);
    expect(await partner.read(id)).toEqual(view);
  });

  test.each<[errorType: string, errorCode: number, bounces: boolean, says: string]>([
    ['CALL_ERROR', 17, true, 'busy'],
    ['LINE_ERROR', 17, true, 'busy'],
    ['CALL_ERROR', 15, true, 'congested'],
    ['CALL_ERROR', 16, true, 'Nobody answered'],
    ['CALL_ERROR', 30, true, 'Nobody answered'],
    ['CALL_ERROR', 11, true, 'telephone line'],
    ['CALL_ERROR', 34, false, 'not in service'],
    ['CALL_ERROR', 49, false, 'not in service'],
    ['CALL_ERROR', 32, false, 'cannot take'],
    ['FAX_ERROR', 14, true, 'broke off'],
    ['FAX_ERROR', 68, false, 'cannot take'],
    ['FAX_ERROR', 46, false, 'Sinch 46'],
    ['FAX_ERROR', 133, false, 'Sinch 133'],
    ['FAX_ERROR', 75, false, 'cancelled'],
    ['DOCUMENT_CONVERSION_ERROR', 54, true, 'read the document'],
    ['DOCUMENT_CONVERSION_ERROR', 133, false, 'use the document'],
    ['FATAL_ERROR', 1, false, 'could not be sent'],
    ['GENERAL_ERROR', 1, false, 'could not be sent'],
    ['constructor', 1, false, 'could not be sent'],
  ])('a failure by %s %i may bounce: %s; it says “%s”', async (errorType, errorCode, bounces, says) => {
    const id = await accepted();
    double.move(id, 'FAILURE', { errorType, errorCode });
    expect(await partner.read(id)).toEqual({
      stopped: expect.stringContaining(says),
      ...(bounces && { mayBounce: true }),
      ...(says.startsWith('Sinch') && {
        accountProblem: { code: `sinch_${errorCode}`, reason: expect.stringMatching(/^Sinch stopped a fax/) },
      }),
    });
  });

  const faults: readonly Fault[] = [401, 404, 503, 'reset', 'malformed'];

  test.each(faults)('says unknown after %s', async (fault) => {
    const id = await accepted();
    double.fault('get', fault, Number.POSITIVE_INFINITY);
    expect(await partner.read(id)).toBe('unknown');
    expect(await partner.recall(id)).toEqual({ kind: 'unknown' });
  });
});
