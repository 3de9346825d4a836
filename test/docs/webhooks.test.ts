/** docs/webhooks.md: its events are those of the code, and its code blocks run as written. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { listen } from '../../lib/local/gateway/http.ts';
import { eventNames } from '../../shared/domain/job/job.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { guardedReceivers } from '../../shared/notify/adapters/receivers.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { ordered, orderFor, quoted, reconcileFor } from '../support/fakes/orders.ts';
import { pageAt, tableOf } from '../support/markdown.ts';
import { signingKey } from '../support/receipts.ts';

const root = join(import.meta.dirname, '..', '..');
const page = pageAt('docs/webhooks.md');
const [, receiver = '', library = ''] = readFileSync(join(root, 'docs/webhooks.md'), 'utf8').split('```js\n');
const origin = 'https://shop.example.com';
const codeOf = (block: string) => block.slice(0, block.indexOf('```'));

test('docs/webhooks.md lists the events of jobs', () => {
  const listed = tableOf(page, 'Events', 'Event').rows.map(([event]) => event);
  expect(listed.sort()).toEqual([...new Set([...eventNames('mailed'), ...eventNames('sent')])].sort());
});

const signer = standardSigner(signingKey().privateJwk);
const sent = { type: 'letter.paid', receiver: origin, data: {} };
const message = { id: 'evt_1', at: Date.now(), body: JSON.stringify(sent) };
const stops: (() => Promise<unknown>)[] = [];

afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Runs the receiver; `respond` serves its list of keys. Returns how to send it events, and the lines it prints. */
async function startReceiver(respond: (list: string, response: ServerResponse) => void) {
  const list = JSON.stringify({ keys: signer.publicKeys() });
  const keys = await listen(createServer((_, response) => respond(list, response)));
  const code = codeOf(receiver)
    .replace('https://mail.example.com/v1', `${keys.url}/v1`)
    .replace('listen(3000)', "listen(0, '127.0.0.1', function () { console.log(this.address().port); })");
  const args = ['--input-type=module', '--eval', code];
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  // Replaces TLS to https://shop.example.com.
  const receivers = guardedReceivers([], {
    connect: (url, { lookup: _, ...options }) => request({ ...options, host: '127.0.0.1', port, path: url.pathname }),
  });
  const codeFor = async ({ body }: typeof message, headers = signer.headersOf(message, undefined)) =>
    (await receivers.post(`${origin}/hooks`, body, headers)).code;
  stops.push(keys.close, () => {
    program.kill();
    return once(program, 'exit');
  });
  return { receivers, lines, codeFor };
}

test('the receiver in docs/webhooks.md accepts the service’s events and refuses others', async () => {
  const { receivers, lines, codeFor } = await startReceiver((list, response) => response.end(list));
  const deps = memoryDeps();
  await deps.clock.advance(Date.now() - deps.clock.now());
  Object.assign(deps, { receivers, eventSigner: signer });
  const { quote_id } = await quoted(deps);
  const notify = { webhook_url: `${origin}/hooks` };
  const { job_id } = (await ordered(deps, orderFor(quote_id, {}, { notify }))).body;
  const received = lines.next();
  await reconcileFor(deps);
  expect((await received).value).toMatch(new RegExp(`^evt_\\w{26} letter.created ${job_id}$`));

  const other = { ...message, body: message.body.replace(origin, 'https://evil.example.com') };
  const signed = (one: typeof message, by = signer) => by.headersOf(one, undefined);
  expect(await codeFor(message)).toBe('http_204');
  expect(await codeFor(other, signed(other))).toBe('http_401');
  expect(await codeFor({ ...message, body: message.body.replace('paid', 'sent') })).toBe('http_401');
  const outdated = { ...message, at: message.at - 301_000 };
  expect(await codeFor(message, signed(outdated))).toBe('http_401');
  expect(await codeFor(message, signed(message, standardSigner(signingKey().privateJwk)))).toBe('http_401');
  expect(await codeFor(message, {})).toBe('http_401');
});

test('the receiver in docs/webhooks.md accepts events that arrive while it fetches its first keys', async () => {
  const { codeFor } = await startReceiver((list, response) => response.end(list));
  const codes = await Promise.all([codeFor(message), codeFor(message), codeFor(message)]);
  expect(codes).toEqual(['http_204', 'http_204', 'http_204']);
});

test('the receiver in docs/webhooks.md responds with 503 while it has no keys, so events are retried', async () => {
  const { codeFor } = await startReceiver((_, response) => response.writeHead(503).end());
  expect([await codeFor(message), await codeFor(message)]).toEqual(['http_503', 'http_503']);
});

test('the Standard Webhooks code in docs/webhooks.md verifies a message and throws for a forged message', async () => {
  const lines = codeOf(library);
  const [secret = ''] = /whsec_[^']+/.exec(lines) ?? [];
  const headers = signer.headersOf(message, secret);
  const verified = (body: string) => {
    const code = `const [body, headers] = ${JSON.stringify([body, headers])};\n${lines}\nconsole.log(message.type);`;
    return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
  };
  expect((await verified(message.body)).stdout.trim()).toBe('letter.paid');
  await expect(verified(message.body.replace('paid', 'sent'))).rejects.toThrow('No matching signature');
});
