/** Listeners of the local service: programs of this machine alone, for as long as they come again, and nowhere else. */

import { request as httpRequest } from 'node:http';
import { openFunctions } from '../../lib/local/functions.ts';
import { type Listening, listen } from '../../lib/local/gateway/http.ts';
import { createGateway } from '../../lib/local/gateway/server.ts';
import { doorOf, listeners, type RequestListeners } from '../../lib/local/listening.ts';
import type { ServiceDeps } from '../../shared/config/app.ts';
import { guardedReceivers } from '../../shared/notify/adapters/receivers.ts';
import { notifyOf } from '../../shared/orders/create/create-job.ts';
import { allSources } from '../support/architecture/sources.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { memoryReceivers } from '../support/fakes/receivers.ts';

const to = 'http://127.0.0.1:3000/hook';
const at = 'http://127.0.0.1:4000/secret';

describe('the listeners', () => {
  let now: number;
  let known: RequestListeners;
  let behind: ReturnType<typeof memoryReceivers>;
  const inFront = () => known.inFrontOf(behind);
  beforeEach(() => {
    now = 0;
    known = listeners(() => now);
    behind = memoryReceivers();
  });

  test('the newest listener gets the events of jobs that name no receiver, even if an older one comes again', () => {
    expect(inFront().listening?.()).toBeUndefined();
    known.add({ to, at });
    known.add({ to: 'http://127.0.0.1:3001/', at, secret: 'whsec_x' });
    known.add({ to, at });
    expect(inFront().listening?.()).toEqual({ url: 'http://127.0.0.1:3001/', secret: 'whsec_x' });
    known.remove('http://127.0.0.1:3001/');
    expect(inFront().listening?.()).toEqual({ url: to, secret: undefined });
  });

  test('a listener gets events beside the emails of a request, and never in place of a receiver that it names', async () => {
    const wish = (asked: object | null) => {
      return notifyOf({ ...memoryDeps(), receivers: inFront() }, asked);
    };
    expect(await wish(null)).toBeUndefined();
    known.add({ to, at });
    const webhook = { url: to, secret: undefined };
    expect(await wish(null)).toEqual({ webhook });
    expect(await wish({ email: 'ada@example.com' })).toMatchObject({ webhook, email: { address: 'ada@example.com' } });
    const shop = { webhook_url: 'https://shop.example.com/hook' };
    expect(await wish(shop)).toMatchObject({ webhook: { url: shop.webhook_url } });
  });

  test('are forgotten when they come no more, and then their address is judged as any other', async () => {
    behind = { ...memoryReceivers(), problemOf: async () => 'must begin with https' };
    known.add({ to, at });
    now = 5_000;
    expect(await inFront().problemOf(to)).toBeUndefined();
    expect(await inFront().problemOf('http://127.0.0.1:3000/other')).toBe('must begin with https');
    now = 6_000;
    expect(inFront().listening?.()).toBeUndefined();
    expect(await inFront().problemOf(to)).toBe('must begin with https');
  });

  test('hear at the address of their command, and leave all other receivers alone', async () => {
    const passedOn: string[] = [];
    const command = createGateway({
      rows: [
        { name: 'x', file: 'x/x', trigger: { http: ['POST /secret'] }, needs: [], timeoutSeconds: 5, memoryMb: 1 },
      ],
      functions: openFunctions(async () => ({
        handler: async (event) => {
          passedOn.push((event as { readonly body: string }).body);
          return { statusCode: 202 };
        },
      })),
    });
    const { url, close } = await listen(command);
    known.add({ to, at: `${url}/secret` });
    expect(await inFront().post(to, '{"a":1}', {})).toMatchObject({ code: 'http_202' });
    expect(passedOn).toEqual(['{"a":1}']);
    await inFront().post('https://shop.example.com/hook', '{}', {});
    expect(behind.heard.map((heard) => heard.url)).toEqual(['https://shop.example.com/hook']);
    await close();
    expect(await inFront().post(to, '{}', {})).toMatchObject({ outcome: 'unreachable', code: 'connection' });
  });

  test('events wait a moment for a listener after a restart, at an address that only this machine can have', async () => {
    const told: Record<string, string> = {};
    const gone = { outcome: 'unreachable', code: 'address' } as const;
    behind = { ...memoryReceivers(), problemOf: async () => 'is private', answer: () => gone, post: async () => gone };
    const posted = inFront()
      .post(to.replace('http', 'HTTP'), '{}', {})
      .then(({ code }) => {
        told.code = code;
      });
    await inFront().problemOf(to);
    expect(told).toEqual({});
    known.add({ to, at: 'http://127.0.0.1:9/closed' });
    await posted;
    expect(told).toEqual({ code: 'connection' });
    known = listeners(() => now, 1);
    expect(await inFront().post(to, '{}', {})).toEqual(gone);
  });

  test('do not exist in a deployed service: only the local door puts them in front', () => {
    expect(guardedReceivers([]).listening).toBeUndefined();
    const callers = allSources().filter(({ file, code }) => !file.startsWith('test/') && /\bputInFront\(/.test(code));
    expect(callers.map(({ file }) => file).sort()).toEqual(['lib/local/listening.ts', 'shared/config/app.ts']);
  });
});

describe('the door', () => {
  let known: RequestListeners;
  let listening: Listening;
  let paymentMode: 'mock' | 'real';
  beforeAll(async () => {
    const deps = {
      get settings() {
        return { paymentMode } as ServiceDeps['settings'];
      },
      eventSigner: { headersOf: () => ({}), publicKeys: () => ['whpk_x'] },
    };
    const local = doorOf(
      { ...listeners(), add: (...given) => known.add(...given), remove: (...given) => known.remove(...given) },
      deps,
    );
    const functions = openFunctions(async () => ({ handler: async () => ({}) }));
    listening = await listen(createGateway({ rows: [], functions, local, publicBaseUrl: 'https://tunnel.example/v1' }));
  });
  beforeEach(() => {
    known = listeners();
    paymentMode = 'mock';
  });
  afterAll(() => listening.close());

  const json = { 'content-type': 'application/json' };
  const send = (body: string, headers: Readonly<Record<string, string>> = json, method = 'POST', path = '/_listen') =>
    new Promise<{ status: number | undefined; body: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      httpRequest(listening.url + path, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.once('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
      })
        .on('error', reject)
        .end(body);
    });
  const listener = (changes: object = {}) => JSON.stringify({ to, at, ...changes });
  const heard = () => known.inFrontOf(memoryReceivers()).listening?.();

  test('a program of this machine may listen, gets the keys, and may leave', async () => {
    const secret = `whsec_${'A'.repeat(32)}`;
    expect(await send(listener({ to: 'http://127.0.0.1:3000', secret }))).toEqual({
      status: 200,
      body: { keys: ['whpk_x'] },
    });
    expect(heard()).toEqual({ url: 'http://127.0.0.1:3000/', secret });
    expect(await send('', {}, 'DELETE', '/_listen?to=http://127.0.0.1:3000')).toMatchObject({ status: 200 });
    expect(heard()).toBeUndefined();
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a page of another origin', { ...json, origin: 'https://evil.example' }],
    ['a page by its browser’s word', { ...json, 'sec-fetch-site': 'cross-site' }],
    ['a form of any page', { 'content-type': 'text/plain' }],
    ['who comes through a tunnel', { ...json, host: 'tunnel.example' }],
  ])('keeps out %s', async (_, headers) => {
    expect(await send(listener(), headers)).toMatchObject({ status: 403 });
    expect(heard()).toBeUndefined();
  });

  test.each<[string, object, RegExp]>([
    ['no web address', { to: 'ftp://127.0.0.1/' }, /^to: must be the http or https address/],
    ['no address', { to: undefined }, /^to: /],
    ['an address that is too long', { to: `http://127.0.0.1/${'x'.repeat(5_000)}` }, /^webhook_url: /],
    ['a command elsewhere', { at: 'http://shop.example.com/' }, /^at: must be an address of this machine/],
    ['a command that seems to be here', { at: 'http://127.0.0.1.evil.example/' }, /^at: /],
    ['a secret that is none', { secret: 'short' }, /^webhook_secret: must be whsec_/],
  ])('refuses %s with the field at fault', async (_, changes, error) => {
    expect(await send(listener(changes))).toEqual({ status: 400, body: { error: expect.stringMatching(error) } });
    expect(heard()).toBeUndefined();
  });

  test('is closed where payments are real', async () => {
    paymentMode = 'real';
    expect(await send(listener())).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/test mode only/) },
    });
  });
});
