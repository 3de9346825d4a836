/** The command line at a service that means harm: what it tells reaches no terminal raw, and it sends nothing for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandLine } from '../../lib/command-line/run.ts';
import { exits } from '../../lib/command-line/words.ts';

const titled = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
const asked: string[] = [];
let putUrl = '';
let headers: Readonly<Record<string, string>> = {};
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  if (request.url === '/moved') return void response.writeHead(307, { location: '/internal/admin' }).end();
  response.setHeader('content-type', 'application/json');
  const isUpload = request.url === '/v1/uploads';
  response.statusCode = isUpload ? 201 : 400;
  const refusal = { error: `Not like this ${titled}`, code: 'invalid_request' };
  response.end(JSON.stringify(isUpload ? { put_url: putUrl, pdf_url: 'https://store.example/x', headers } : refusal));
});

let origin = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked.length = 0;
  headers = {};
});

async function run(url: string, file: string, ...more: string[]) {
  const told: string[] = [];
  const say = (text: string) => told.push(text);
  const exit = await commandLine({
    words: ['quote', file, '--to', 'Ada Lovelace, 12 Main St, Albany, NY 12207', '--url', url, ...more],
    ...{ environment: {}, out: say, err: say, isTerminal: true, read: async () => Buffer.from('%PDF-1.7') },
    ...{ sleep: async () => {}, interrupted: () => AbortSignal.abort() },
  });
  return { exit, told: told.join('\n') };
}

test('control characters of a service are shown, and not obeyed', async () => {
  const { exit, told } = await run(`${origin}/v1`, 'letter.txt');
  expect(exit).toBe(exits.refused);
  expect(told).toContain('Not like this \\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202e');
  expect(told).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});

test('a file goes to the service’s own host or over https, with the headers of uploads, and is led nowhere else', async () => {
  const elsewhere = `${origin.replace('127.0.0.1', 'localhost')}/internal/admin`;
  for (const [url, sent] of [
    [elsewhere, {}],
    ['file:///etc/passwd', {}],
    ['', {}],
    [`${origin}/put`, { 'x-admin': 'yes' }],
  ] as const) {
    asked.length = 0;
    [putUrl, headers] = [url, sent];
    expect(await run(`${origin}/v1`, 'letter.pdf')).toMatchObject({
      exit: exits.refused,
      told: expect.stringContaining('The service gave an unsafe upload address, so the file wasn’t sent.'),
    });
    expect(asked).toEqual(['POST /v1/uploads']);
  }
  [putUrl, headers] = [`${origin}/moved`, { 'content-type': 'application/pdf', 'if-none-match': '*' }];
  asked.length = 0;
  expect((await run(`${origin}/v1`, 'letter.pdf')).exit).toBe(exits.unreached);
  expect(asked).toEqual(['POST /v1/uploads', 'PUT /moved']);
});
