/** No request, of whatever shape, gets an answer of 5xx or none at all: docs/contract.md, "Errors". */

import { connect } from 'node:net';
import fc from 'fast-check';
import { type Answer, letterOf, text } from '../../support/e2e/client.ts';
import { checkOf, faxOf, registered } from '../../support/e2e/desk.ts';
import { inSampledModes, startIn } from '../../support/e2e/modes.ts';
import * as shapes from '../../support/e2e/random-requests.ts';
import type { Service } from '../../support/e2e/service.ts';
import { times } from '../../support/proofs.ts';

/** Sends bytes as they are and reads the status line: what `fetch` would never send gets through. */
function statusOf(service: Service, head: string, body: Uint8Array): Promise<number> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer in time')));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (?!100)(\d{3})/m.exec(answer)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.once('error', reject).once('close', () => reject(new Error('closed without an answer')));
    // Not ended: Node takes a half-closed connection for one that nobody reads any more.
    socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]));
  });
}

const always = <T>(shape: fc.Arbitrary<T>, send: (shape: T) => Promise<void>, all = 100) => {
  const numRuns = times(all, Math.ceil(all / 8), 'requests of random shape');
  return fc.assert(fc.asyncProperty(shape, send), { numRuns, endOnFailure: true });
};

const jsonOf = (value: unknown) =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member)) ?? 'null';

function expectSense({ status, body, text }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(typeof body).toBe('object');
  if (status >= 400) expect(typeof (body.error ?? body.reason)).toBe('string');
  expect(text).not.toMatch(/undefined|\[object Object\]|at .*\.ts:\d/);
}

async function submit(form: string, to: Service): Promise<void> {
  const { status, text: page } = await to.post('/bank-accounts/new', form, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(status).toBeLessThan(500);
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).not.toMatch(/undefined|\[object Object\]|at .*\.ts:\d/);
}

describe.each(inSampledModes())('in %s mode', (mode, service) => {
  let account: string;
  beforeAll(async () => {
    // Before any other request: ten an hour are taken.
    account = await registered(service);
  });
  afterAll(() =>
    expect(
      service
        .log()
        .split('\n')
        .filter((line) => line.includes('"message":"accident"')),
    ).toEqual([]),
  );

  const post = async (path: string, value: unknown, to = service) =>
    expectSense(await to.post(path, jsonOf(value), { 'content-type': 'application/json' }));

  test('any method, path, headers and bytes get a status below 500', async () => {
    const requests = fc.tuple(shapes.methods, shapes.paths, shapes.headers, shapes.bodies);
    const send = async ([method, path, headers, body]: [string, string, string[], Uint8Array]) => {
      const framing = [`Content-Length: ${body.length}`, 'Connection: close'];
      const status = await statusOf(service, [`${method} ${path} HTTP/1.1`, ...headers, ...framing].join('\r\n'), body);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    };
    await always(requests, send, 250);
  });

  test('any quote request gets a sensible answer', () =>
    always(shapes.quoteRequests, (shape) => post('/quotes', shape)));

  test('any text to print gets a sensible answer', () =>
    always(shapes.texts, (text) => post('/quotes', { country: 'US', text })));

  test('any HTML to print gets a sensible answer', () =>
    always(shapes.htmls, (html) => post('/quotes', { country: 'US', html }), 25));

  test('any job request gets a sensible answer', async () => {
    const { quote_id } = await service.quote();
    await always(shapes.jobRequests(quote_id), (shape) => post('/jobs', shape));
    await always(shapes.letters, (letter) => post('/jobs', { quote_id, letter }));
    await always(shapes.odd, (each) => post('/jobs', { ...letterOf(quote_id), quote_id: each }));
  });

  test('any request for a check or a fax gets a sensible answer', async () => {
    const { quote_id: check } = await service.make('/check-quotes', { country: 'US' });
    const { quote_id: fax } = await service.make('/fax-quotes', { country: 'US', text });
    await always(shapes.plainQuoteRequests, (shape) => post('/check-quotes', shape), 50);
    await always(shapes.plainQuoteRequests, (shape) => post('/fax-quotes', shape), 50);
    await always(shapes.checkJobRequests(check, account), (shape) => post('/check-jobs', shape));
    await always(shapes.faxJobRequests(fax), (shape) => post('/fax-jobs', shape));
  });

  test('any bank account gets a sensible answer, as JSON and as a form', async () => {
    for (
      let hour = 1;
      hour <= (mode === 'mock' ? times(3, 1, 'services to register random accounts at') : 1);
      hour += 1
    ) {
      const fresh = await startIn(mode);
      try {
        await always(shapes.bankAccounts, (shape) => post('/bank-accounts', shape, fresh), 7);
        await always(shapes.forms, (form) => submit(form, fresh), 7);
        expect(fresh.log()).not.toContain('"message":"accident"');
      } finally {
        await fresh.stop();
      }
    }
  });

  test('any payment event gets a sensible answer', () =>
    always(shapes.events, async (shape) => expectSense(await service.tell(jsonOf(shape)))));

  test('an id of one kind is unknown where another is asked for, and one too long to be any is refused', async () => {
    const { quote_id } = await service.quote();
    const { body: job } = await service.post('/jobs', letterOf(quote_id));
    const ids = [quote_id, job.job_id, ...[job.pay_url, job.checkout_url].map((url: string) => url.split('/').at(-1))];
    for (const path of ['/jobs', '/letters', '/pay', '/checkout'])
      for (const id of [...ids, 'q'.repeat(3_000), '%20'.repeat(3_000)]) {
        if (id === { '/jobs': ids[1], '/pay': ids[2], '/checkout': ids[3] }[path]) continue;
        expect({ path, id, status: (await service.get(`${path}/${id}`)).status }).toEqual({ path, id, status: 404 });
        expect((await service.post(`${path}/${id}`, 'action=pay')).status).toBe(404);
      }
    const unknown = { status: 400, body: { code: 'quote_unknown' } };
    for (const id of [...ids.slice(1), account, '']) {
      expect(await service.post('/jobs', letterOf(id))).toMatchObject(unknown);
      expect(await service.post('/check-jobs', checkOf(id, account))).toMatchObject(unknown);
      expect(await service.post('/fax-jobs', faxOf(id))).toMatchObject(unknown);
    }
    const long = { status: 400, body: { code: 'invalid_request', field: 'quote_id' } };
    expect(await service.post('/jobs', letterOf('q'.repeat(3_000)))).toMatchObject(long);
  });

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['addresses', `{"quote_id":"q","letter":{"to":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`],
    [
      'unknown fields',
      JSON.stringify({
        country: 'US',
        ...Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`f${at}`, at])),
      }),
    ],
    ['a long number', `{"country":${'9'.repeat(100_000)}}`],
    [
      'in an order with a key',
      `{"idempotency_key":"k",${JSON.stringify(letterOf('q')).slice(1, -1)},"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
  ])('a large or deep body is refused, and is no accident: %s', async (name, body) => {
    const others = ['/check-quotes', '/fax-quotes', '/check-jobs', '/fax-jobs', '/bank-accounts', '/bank-accounts/new'];
    for (const path of ['/quotes', '/jobs', '/webhooks/stripe', ...others]) {
      const headers = { 'content-type': 'application/json' };
      const { status } =
        path === '/webhooks/stripe' ? await service.tell(body) : await service.post(path, body, headers);
      // A check quote asks for a country only, and reads over the rest.
      if (path === '/check-quotes' && name === 'unknown fields') expect(status).toBe(201);
      // Ten an hour.
      else if (path.startsWith('/bank-accounts')) expect([400, 429]).toContain(status);
      else expect(status).toBe(400);
    }
  });
});
