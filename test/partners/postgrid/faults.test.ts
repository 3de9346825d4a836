/** After every response and fault of PostGrid, the adapter reports the true outcome or `unknown`. No order is made twice. */
import { checkRequest, letterRequest, type PostgridSetup, setUpPostgrid } from '../../support/adapters/postgrid.ts';
import type { Fault } from '../../support/doubles/wire.ts';

/** Personal data in a partner's response, which must not leave the adapter. */
const message = 'Ada Lovelace of 12 Analytical Way, account 73519284605173946';
const error = (status: number, type = 'some_error'): Fault => ({ status, body: { error: { type, message } } });

let postgrid: PostgridSetup;
beforeEach(async () => {
  postgrid = await setUpPostgrid();
});
afterEach(() => postgrid.double.close());

const products = [
  { product: 'letter', path: '/letters', partnerIn: ({ letters }: PostgridSetup) => letters, request: letterRequest },
  { product: 'check', path: '/cheques', partnerIn: ({ cheques }: PostgridSetup) => cheques, request: checkRequest },
];

/** `made`: the number of orders at the partner after the call. `alarms`: 1 if the partner refuses this service, not the order. */
const submissions: readonly (readonly [name: string, fault: Fault, outcome: string, made: number, alarms: number])[] = [
  ['400 for an address or a detail', error(400, 'validation_error'), 'rejected', 0, 0],
  ['400 for the PDF', error(400, 'invalid_pdf_error'), 'rejected', 0, 0],
  ['413 from a proxy', { status: 413, body: '<html>too large</html>' }, 'rejected', 0, 0],
  ['401 for our key', error(401), 'not_taken', 0, 1],
  ['403 for our account', error(403), 'not_taken', 0, 1],
  ['405 for our URL', error(405), 'unavailable', 0, 1],
  ['429 for too many calls', error(429), 'unavailable', 0, 0],
  ['503 from a proxy', { status: 503, body: '<html>down</html>' }, 'unavailable', 0, 0],
  ['400 without a reason', { status: 400, body: '<html>bad</html>' }, 'unknown', 0, 0],
  ['409 while a call under the same key is running', error(409), 'unknown', 0, 0],
  ['422 for the idempotency key', error(422, 'idempotency_error'), 'unknown', 0, 0],
  ['500', error(500), 'unknown', 0, 0],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'unknown', 0, 0],
  ['200 without an id', { status: 200, body: { object: 'letter' } }, 'unknown', 0, 0],
  ['a connection reset after the effect', 'reset_after', 'unknown', 1, 0],
  ['a timeout after the effect', 'silent_after', 'unknown', 1, 0],
  ['a response that is not JSON', 'malformed', 'unknown', 1, 0],
  ['a response without end', 'oversized', 'unknown', 1, 0],
  ['a response that is cut off', 'cut_off', 'unknown', 1, 0],
];

describe.each(products)('$product', ({ path, partnerIn, request }) => {
  const partner = () => partnerIn(postgrid);
  const submit = () => partner().submit(request());

  test.each(submissions)('an order is made only once after %s', async (_, fault, outcome, made, alarms) => {
    postgrid.double.failNext(`POST ${path}`, fault);
    const first = await submit();
    expect(first).toMatchObject({ kind: outcome, reason: expect.stringMatching(/^(PostGrid|The print partner) /) });
    expect(JSON.stringify([first, postgrid.alarms])).not.toMatch(/Ada|Analytical|7351|test_sk/);
    expect(postgrid.double.activeOrders()).toBe(made);
    expect(postgrid.alarms).toHaveLength(alarms);
    expect(await submit()).toMatchObject({ kind: 'accepted' });
    expect(postgrid.double.activeOrders()).toBe(1);
    expect(await partner().find('job_1', undefined)).toMatchObject({ order: { id: postgrid.double.orders()[0]?.id } });
  });

  test('a call that makes an order gets more time than other calls, because it can carry a document', async () => {
    const slow = await setUpPostgrid({}, { submitTimeoutMs: 60_000, timeoutMs: 100 });
    slow.double.failNext(`POST ${path}`, { answersAfterMs: 300 });
    slow.double.failNext(`GET ${path}`, { answersAfterMs: 300 });
    expect(await partnerIn(slow).submit(request())).toMatchObject({ kind: 'accepted' });
    expect(await partnerIn(slow).find('job_1', undefined)).toEqual({ kind: 'unknown' });
    await slow.double.close();
  });

  test.each([404, 405])('an order that gets the status %i raises one alarm', async (status) => {
    postgrid.double.failNext(`POST ${path}`, error(status));
    await submit();
    const fields = { code: 'not_found', reason: expect.stringMatching(/^PostGrid /) };
    expect(postgrid.alarms).toMatchObject([{ message: 'a partner refuses this service', fields }]);
  });

  test('reading, finding or recalling an order raises an alarm if our API key is refused', async () => {
    await submit();
    const id = `${postgrid.double.orders()[0]?.id}`;
    for (const on of [`GET ${path}/`, `GET ${path}?`, `GET ${path}`, `DELETE ${path}`]) {
      postgrid.double.failNext(on, error(401));
      await partner().read(id);
      await partner().find('job_1', undefined);
      await partner().recall(id);
    }
    expect(new Set(postgrid.alarms.map(({ fields }) => fields?.code))).toEqual(new Set(['key_refused']));
    expect(postgrid.alarms.length).toBeGreaterThanOrEqual(3);
  });

  test('a canceled order is returned under its key, and must be read again at once', async () => {
    await submit();
    const id = `${postgrid.double.orders()[0]?.id}`;
    postgrid.double.cancel(id, 'invalid_content');
    expect(await submit()).toMatchObject({ kind: 'accepted', order: { id, newsAt: 0 } });
    expect(await partner().find('job_1', undefined)).toMatchObject({ order: { id, newsAt: 0 } });
  });

  test.each<Fault>([error(404), error(503), 'malformed'])('finding an order fails after %j', async (fault) => {
    postgrid.double.failNext(`GET ${path}`, fault);
    expect(await partner().find('job_1', undefined)).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['more orders than it shows', { totalCount: 101, data: [] }],
    ['no count', { data: [] }],
    ['no data', { totalCount: 0 }],
    ['an order that has no metadata', { totalCount: 1, data: [{ id: 'order_1', status: 'ready', metadata: null }] }],
    ['an order but a count of zero', { totalCount: 0, data: [{ id: 'order_1', status: 'ready' }] }],
    ['our order without an id', { totalCount: 1, data: [{ status: 'ready', metadata: { reference: 'job_1' } }] }],
  ])('finding an order fails after a list with %s', async (_, body) => {
    postgrid.double.failNext(`GET ${path}`, { status: 200, body });
    expect(await partner().find('job_1', undefined)).toEqual({ kind: 'unknown' });
  });

  test('an active order is found before a canceled order with the same reference', async () => {
    const metadata = { reference: 'job_1' };
    const data = [
      { id: 'order_0', status: 'ready', metadata: { reference: 'job_12' } },
      { id: 'order_1', status: 'cancelled', metadata },
      { id: 'order_2', status: 'printing', metadata },
    ];
    postgrid.double.failNext(`GET ${path}`, { status: 200, body: { totalCount: 3, data } });
    expect(await partner().find('job_1', undefined)).toEqual({
      kind: 'found',
      order: { id: 'order_2', stage: 'in_progress' },
    });
  });

  describe('accepted orders', () => {
    let id: string;
    beforeEach(async () => {
      await submit();
      id = `${postgrid.double.orders()[0]?.id}`;
    });

    const failedReads: readonly Fault[] = [
      error(404),
      error(503),
      'malformed',
      { status: 200, body: { id: 'another', status: 'cancelled' } },
    ];

    test.each(failedReads)('the state of an order is unknown after %j', async (fault) => {
      postgrid.double.failNext(`GET ${path}/`, fault);
      expect(await partner().read(id)).toEqual({ kind: 'unknown' });
    });

    test.each(failedReads.slice(1))('the record of an order is unavailable after %j', async (fault) => {
      postgrid.double.failNext(`GET ${path}/`, fault);
      await expect(partner().record(id)).rejects.toMatchObject({ code: 'unavailable' });
    });

    test('an order with an unknown id has no record', async () => {
      expect(await partner().record('nothing_1')).toBeUndefined();
    });

    test.each<[Fault, kind: string, active: number]>([
      [error(404), 'unknown', 1],
      [error(409), 'unknown', 1],
      [error(500), 'unknown', 1],
      ['reset_after', 'cancelled', 0],
      ['malformed', 'cancelled', 0],
    ])('an order is read again after a recall that ends with %j, whose outcome is %s', async (fault, kind, active) => {
      postgrid.double.failNext(`DELETE ${path}`, fault);
      expect(await partner().recall(id)).toEqual({ kind });
      expect(postgrid.double.activeOrders()).toBe(active);
    });

    test.each(['silent_after', error(404)] as const)(
      'the outcome of a recall is unknown if neither the recall (%j) nor the read succeeds',
      async (fault) => {
        postgrid.double.failNext(`DELETE ${path}`, fault);
        postgrid.double.failNext(`GET ${path}`, error(500));
        expect(await partner().recall(id)).toEqual({ kind: 'unknown' });
      },
    );
  });
});

test('without a connection, no order is made', async () => {
  const closed = await setUpPostgrid();
  await closed.double.close();
  expect(await closed.letters.submit(letterRequest())).toMatchObject({ kind: 'not_taken' });
  expect(await closed.letters.find('job_1', undefined)).toEqual({ kind: 'unknown' });
});
