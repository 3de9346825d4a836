/** `npm run demo`, run as a newcomer runs it, against one service for all tests. readme.test.ts has the curl scripts. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { catalogue } from '../../../shared/products/index.ts';
import type { Json } from '../../support/e2e/client.ts';
import { freePort, running, startService } from '../../support/e2e/service.ts';
import { sample } from '../../support/proofs.ts';

const service = running(startService);
const products = Object.keys(catalogue);
const root = join(import.meta.dirname, '..', '..', '..');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function demo(words: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH };
  const run = promisify(execFile)(process.execPath, [join(root, 'bin/demo.ts'), ...words], { env });
  return run.then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

const firstId = (printed: string, prefix: string) => new RegExp(`${prefix}_[a-z0-9]{26}`).exec(printed)?.[0] ?? '';

describe('a first order', () => {
  test.concurrent.each(sample(products, 3))('of a %s ends with it at the partner', async (product) => {
    const { code, stdout, stderr } = await demo([product, '--url', service.baseUrl]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const job = firstId(stdout, 'job');
    expect(await service.mailed(job)).toEqual([expect.objectContaining({ kind: product })]);
    expect(stdout).toContain(`GET /v1/jobs/${job}\n→ 200 OK\n{\n  "service": "${product}",`);
    expect(stdout).toContain(`  Mailbox  ${service.origin}/_mailbox\n`);
  });
});

describe('the demo ends with one sentence', () => {
  const problem = async (words: readonly string[]) => {
    const { code, stderr } = await demo(words);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr.trimEnd();
  };

  test.concurrent('where nothing listens', async () => {
    const port = await freePort();
    expect(await problem(['letter', '--url', `http://127.0.0.1:${port}`])).toBe(
      `No response from http://127.0.0.1:${port}. Start the service with npm start, or set its address with --url.`,
    );
  });

  test.concurrent.each([
    [['postcard'], 'No product is called postcard. Choose letter, check, or fax.'],
    [[], 'Name a product: npm run demo -- letter|check|fax.'],
    [['letter', 'fax'], 'The demo places one order at a time. Leave out fax.'],
    [['letter', '--color'], "Unknown option '--color'. npm run demo -- --help lists the options."],
    [['letter', '--url', 'mail'], '--url can\'t be "mail". Use a base address like http://127.0.0.1:8787/v1.'],
  ])('for %j', async (words, sentence) => {
    expect(await problem(words)).toBe(sentence);
  });
});

test('with real payments the demo pays nothing and shows a person where to pay', async () => {
  const real = await standIn((path) => (path === '/v1/health' ? { ok: true, payment_mode: 'real' } : undefined));
  const { code, stdout } = await demo(['letter', '--url', real.origin]);
  await real.close();
  expect(code).toBe(0);
  const job = await service.job(firstId(stdout, 'job'));
  expect(job).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
  expect(stdout).toMatch(/takes real payments.*\n {2}http\S+\/checkout\/cs_test_[a-z0-9]{26}\n$/);
  expect(stdout).not.toContain('POST /v1/checkout');
});

test('with real payments the demo registers no invented bank account', async () => {
  const paths: string[] = [];
  const real = await standIn((path) => {
    paths.push(path);
    return path === '/v1/health' ? { ok: true, payment_mode: 'real' } : undefined;
  });
  const { code, stderr } = await demo(['check', '--url', real.origin]);
  await real.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`Register your own at ${real.origin}/v1/bank-accounts/new`);
  expect(paths).toEqual(['/v1/health']);
});

/** The service, with answers of its own to some paths: an `error` is a refusal. */
async function standIn(ownAnswer: (path: string) => Json) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const own = ownAnswer(path);
    const { status, body } = own === undefined ? await passedOn(request) : { status: own.error ? 400 : 200, body: own };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: async () => void (await once(server.close(), 'close')) };
}

const passedOn = async (request: IncomingMessage) =>
  request.method === 'GET'
    ? service.get(service.origin + request.url)
    : service.post(service.origin + request.url, await textOf(request), { 'content-type': 'application/json' });
