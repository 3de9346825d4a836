/** Asking a server whether a file has changed: what is sent, and what its answers mean. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchPdf, fetchPdfAgain } from '../../../shared/partners/http/fetch-pdf.ts';

const letter = '%PDF-1.7 a letter';
const lastModified = 'Sat, 21 Nov 2026 12:00:00 GMT';
let server: Server;
let asked: IncomingHttpHeaders[];
let answer: (response: ServerResponse, url: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    answer(response, request.url ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

const here = () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/a.pdf`, allowHosts: [host] };
};
const first = () => fetchPdf(here().url, here());
const again = (stored: object) => fetchPdfAgain(here().url, { ...here(), stored });
const says = (headers: Record<string, string>, status = 200) => {
  answer = (response) => response.writeHead(status, headers).end(status === 200 ? letter : undefined);
};
const conditions = () => asked.map((headers) => [headers['if-none-match'], headers['if-modified-since']]);

test('what the server said of its file is kept and sent back', async () => {
  says({ etag: 'W/"v1"', 'last-modified': lastModified });
  const fetched = await first();
  expect(fetched).toMatchObject({ validators: { etag: 'W/"v1"', lastModified } });
  says({}, 304);
  expect(await again({ etag: 'W/"v1"', lastModified })).toMatchObject({ ok: true, pdf: undefined });
  expect(conditions()).toEqual([
    [undefined, undefined],
    ['W/"v1"', lastModified],
  ]);
});

test.each([
  ['without quotes', { etag: 'v1' }],
  ['too long', { etag: `"${'x'.repeat(300)}"` }],
  ['with bytes beyond ASCII', { etag: '"\xe9"' }],
  ['no date', { 'last-modified': 'yesterday, or <b>so</b>' }],
])('what is malformed is forgotten: %s', async (_, headers) => {
  says(headers);
  expect(await first()).toMatchObject({ ok: true, validators: { etag: undefined, lastModified: undefined } });
});

test('a server that sends the file anyway is believed by the bytes', async () => {
  says({ etag: '"v2"' });
  expect(await again({ etag: '"v1"' })).toMatchObject({ ok: true, pdf: Buffer.from(letter) });
});

test('"unchanged" without a question is no answer', async () => {
  says({}, 304);
  expect(await first()).toMatchObject({ ok: false, problem: expect.stringContaining('status 304') });
  expect(await again({})).toMatchObject({ ok: false, problem: expect.stringContaining('status 304') });
});

test('the question goes with a redirect', async () => {
  answer = (response, url) =>
    url === '/a.pdf' ? response.writeHead(302, { location: '/b.pdf' }).end() : response.writeHead(304).end();
  expect(await again({ etag: '"v1"' })).toMatchObject({ ok: true, pdf: undefined });
  expect(conditions().map(([etag]) => etag)).toEqual(['"v1"', '"v1"']);
});
