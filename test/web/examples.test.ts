/** The files in `examples/`: the receiver prints each event that we signed for it once, and the request bodies are valid. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { productNames } from '../../shared/domain/names.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { payloadOf } from '../../shared/notify/send-webhook.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { productNamed } from '../../shared/products/index.ts';
import { freePort } from '../support/e2e/service.ts';
import { signingKey } from '../support/receipts.ts';

const signer = () => standardSigner(signingKey().privateJwk);
const ours = signer();
const folder = join(import.meta.dirname, '..', '..', 'examples');

let child: ChildProcess;
let url: string;
let printed = '';
beforeAll(async () => {
  const PORT = await freePort();
  url = `http://127.0.0.1:${PORT}/hook`;
  const env = { ...process.env, NODE_OPTIONS: '', PORT, WEBHOOK_KEY: ours.publicKeys()[0] };
  child = spawn(process.execPath, [join(folder, 'webhooks/receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await once(child.stdout ?? child, 'data');
});
afterAll(async () => {
  const gone = once(child, 'close');
  child.kill();
  await gone;
});
beforeEach(() => {
  printed = '';
});

/** The program's output may come after its response. */
async function printedBy(stream: Readable | null, text: string): Promise<void> {
  while (!printed.includes(text)) await once(stream ?? child, 'data');
}

/** An event of a mailed letter for the receiver at `to`. */
function mailed(to = url) {
  const statuses = { status: 'fulfilled', payment: 'paid', fulfillment: 'mailed', delivery: 'unknown' };
  return payloadOf({ jobId: `job_${'0'.repeat(26)}`, to }, { number: 5, type: 'letter.mailed', at: 0, statuses });
}

interface Delivery {
  readonly id?: string;
  readonly at?: number;
  readonly by?: typeof ours;
  /** Changes the body in transit. */
  readonly change?: (body: string) => string;
}

/** The status of the response. */
async function send(event: object, delivery: Delivery = {}): Promise<number> {
  const { id = 'evt_1', at = Date.now(), by = ours, change = (body) => body } = delivery;
  const body = JSON.stringify(event);
  const headers = by.headersOf({ id, at, body }, undefined);
  const response = await fetch(url, { method: 'POST', headers, body: change(body) });
  return response.status;
}

test('the receiver prints an event once, however often it is sent', async () => {
  for (const _ of [1, 2]) expect(await send(mailed(), { id: 'evt_2' })).toBe(204);
  expect(await send({ ...mailed(), type: 'letter.delivered' }, { id: 'evt_3' })).toBe(204);
  await printedBy(child.stdout, 'letter.delivered');
  expect(printed.match(/letter\.\w+ {2}[0-9A-Z]{10} {2}fulfilled\n/g)).toEqual([
    expect.stringContaining('letter.mailed'),
    expect.stringContaining('letter.delivered'),
  ]);
});

test.each<[string, () => object, Delivery, RegExp]>([
  ['was changed in transit', () => mailed(), { change: (body) => body.replace('mailed', 'failed') }, /not match/],
  ['someone else signed', () => mailed(), { by: signer() }, /not match/],
  ['is six minutes old', () => mailed(), { at: Date.now() - 360_000 }, /within 300 seconds/],
  ['comes from the future', () => mailed(), { at: Date.now() + 360_000 }, /within 300 seconds/],
  ['is meant for another receiver', () => mailed('https://a.example/hook'), {}, /meant for https:\/\/a\.example/],
])('the receiver refuses an event that %s', async (_, eventOf, delivery, reason) => {
  expect(await send(eventOf(), { id: 'evt_9', ...delivery })).toBe(401);
  await printedBy(child.stderr, '\n');
  expect(printed).toMatch(reason);
  expect(printed).not.toContain('letter.mailed');
});

test('the receiver survives a sender that disconnects', async () => {
  const partial = request(url, { method: 'POST', headers: { 'content-length': 1_000 } }).on('error', () => {});
  await new Promise((resolve) => partial.write('{', resolve));
  await new Promise((resolve) => partial.on('close', resolve).destroy());
  expect(await send(mailed(), { id: 'evt_4' })).toBe(204);
});

test('the receiver refuses an unsigned event', async () => {
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  for (const time of ['x', String(Date.now() / 1000)])
    expect((await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-timestamp': time } })).status).toBe(401);
});

const bodies = productNames
  .map(productNamed)
  .flatMap((product) => [
    [`${product.name}/quote.json`, quote(product)] as const,
    [`${product.name}/job.json`, createJob(product)] as const,
  ]);

test.each([...bodies, ['check/bank-account.json', registerBankAccount] as const])(
  'the service accepts the body in examples/%s, and knows all its fields',
  (file, useCase) => {
    const body = JSON.parse(
      readFileSync(join(folder, file), 'utf8').replace('BANK_ACCOUNT_ID', `bank_${'0'.repeat(26)}`),
    );
    expect(useCase.input.parse(body)).toMatchObject(body);
  },
);
