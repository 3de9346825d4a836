/** The limits of requests by network, in memory and over REST and MCP. */
import { startEmulators } from '../../lib/local/emulators/emulators.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { catalog } from '../../shared/products/index.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { handlerNamed, httpEvent } from '../support/cloud/touches.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, orderedAs, quotedAs, requestFor } from '../support/fakes/orders.ts';
import { newFolder } from '../support/new-folder.ts';

/** Dependencies that allow two requests of each class. */
function limitedDeps(): MemoryDeps {
  const deps = memoryDeps();
  const requestLimits = { quotes: 2, jobs: 2, reads: 2, uploads: 2 };
  return Object.assign(deps, { settings: { ...deps.settings, requestLimits } });
}

const quoteFrom = (deps: MemoryDeps, address = caller.address) =>
  ask(quote(catalog.check), deps, { country: 'US' }, { ...caller, address });

test('a limit applies to one class of requests and one network, and starts again with the next window', async () => {
  const deps = limitedDeps();
  await quoteFrom(deps);
  await quoteFrom(deps);
  const refusal = await quoteFrom(deps).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/at most 2 requests \(quotes\) in 10 minutes are accepted from one network/),
  });
  await quoteFrom(deps, '192.0.2.2');
  // Reading a job has another limit.
  await expect(ask(getJob, deps, { job_id: 'job_1' }, caller)).rejects.toMatchObject({ code: 'not_found' });
  await deps.clock.advance((refusal as { retryAfterSeconds: number }).retryAfterSeconds * 1_000);
  await quoteFrom(deps);
});

test('an IPv6 site may send four times as many requests as one of its networks', async () => {
  const deps = limitedDeps();
  for (let at = 1; at <= 8; at += 1) await quoteFrom(deps, `2001:db8:1:${at}::5`);
  await expect(quoteFrom(deps, '2001:db8:1:9::5')).rejects.toThrow('at most 8 requests');
  await quoteFrom(deps, '2001:db8:2:1::5');
});

test('a network over its limit does not use up the limit of its site', async () => {
  const deps = limitedDeps();
  for (let at = 0; at < 20; at += 1) await quoteFrom(deps, '2001:db8:1:1::5').catch(() => {});
  await quoteFrom(deps, '2001:db8:1:2::5');
});

test('an IPv6 site may send four times the hourly limit of one network', async () => {
  const deps = limitedDeps();
  const count = (address: string) => countRequest(deps, { name: 'x', perHour: 1 }, { address });
  for (let at = 1; at <= 4; at += 1) await count(`2001:db8:1:${at}::5`);
  await expect(count('2001:db8:1:5::5')).rejects.toMatchObject({ code: 'rate_limited' });
  await count('2001:db8:2:1::5');
});

test('a refused request counts toward the limit', async () => {
  const deps = limitedDeps();
  const sendInvalid = () => ask(quote(catalog.check), deps, { country: 'FR' }, caller);
  for (const code of ['invalid_request', 'invalid_request', 'rate_limited'])
    await expect(sendInvalid()).rejects.toMatchObject({ code });
});

test('there is no limit unless one is configured', async () => {
  const unlimited = memoryDeps();
  for (let request = 0; request < 5; request += 1) await quoteFrom(unlimited);
  expect(unlimited.requestCounters.counts.size).toBe(0);
});

test('a limit holds for many simultaneous requests', async () => {
  const deps = limitedDeps();
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => quoteFrom(deps)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('requests are served while the count cannot be written', async () => {
  const deps = limitedDeps();
  deps.requestCounters.add = () => Promise.reject(new Error('the table is down'));
  for (let time = 0; time < 3; time += 1) {
    const { quote_id } = await quotedAs(deps, 'check');
    expect((await orderedAs(deps, 'check', requestFor('check', quote_id, 'none'))).outcome).toBe('created');
  }
});

test('counting a request stores no IP address', async () => {
  const deps = limitedDeps();
  await quoteFrom(deps, '192.0.2.7');
  expect([...deps.requestCounters.counts.keys()].join()).not.toContain('192.0.2.7');
});

describe('over REST and MCP', () => {
  let emulators: Awaited<ReturnType<typeof startEmulators>>;
  const before = { ...process.env };
  const { now } = Date;
  beforeAll(async () => {
    // The first second of a window, so that no window ends in the middle of a test.
    Date.now = () => 1_800_000_001_000;
    emulators = await startEmulators(newFolder());
    const urls = { PUBLIC_BASE_URL: 'https://mail.example.com/v1', PUBLIC_MCP_URL: 'https://mail.example.com/mcp' };
    Object.assign(process.env, emulators.variables, urls, { REQUEST_LIMITS: 'quotes=13' });
  });
  afterAll(async () => {
    await emulators.close();
    process.env = before;
    Date.now = now;
  });

  const callHandler = async (name: string, body: object, changes: object = {}): Promise<HttpResult> =>
    (await handlerNamed(name))({ ...httpEvent({ body }), ...changes }, { getRemainingTimeInMillis: () => 10_000 });
  const left = ({ headers = {} }: HttpResult) =>
    Number(/^"quotes";r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1]);

  test('every response has the limit and what is left of it, and ten tool calls count as ten requests', async () => {
    const first = await callHandler('quote-check', { country: 'US' });
    expect(first).toMatchObject({ statusCode: 201, headers: { 'ratelimit-policy': '"quotes";q=13;w=600' } });
    expect(left(first)).toBe(12);
    expect(left(await callHandler('quote-check', { country: 'FR' }))).toBe(11);

    const params = { name: 'quote_check', arguments: { country: 'US' } };
    const calls = Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const batch = await callHandler('mcp', calls);
    expect(JSON.parse(batch.body ?? '')).toHaveLength(10);
    expect(left(await callHandler('quote-fax', {}))).toBe(0);

    const refused = await callHandler('quote-check', { country: 'US' });
    const seconds = String(refused.headers?.['retry-after']);
    expect(refused).toMatchObject({ statusCode: 429, headers: { ratelimit: `"quotes";r=0;t=${seconds}` } });
    expect(Number(seconds)).toBeLessThanOrEqual(600);
    const { result } = JSON.parse((await callHandler('mcp', calls[1] ?? {})).body ?? '');
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'rate_limited' } });
  });

  test('pages and lists of tools count as reads', async () => {
    const page = httpEvent({ method: 'GET', path: { code: `pay_${'0'.repeat(26)}` } });
    for (const response of [
      await callHandler('show-pay-page', {}, page),
      await callHandler('show-paid-page', {}, page),
      await callHandler('mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ])
      expect(response.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"reads";r=\d+;t=/) });
  });
});
