/** The two ways to upload to the object store without credentials, as at S3: a signed link for one PUT, and a signed form. */
import { awsVariables } from '../../lib/local/emulators/aws.ts';
import { startObjectStore } from '../../lib/local/emulators/object-store.ts';
import { sha256Hex } from '../../shared/domain/ids.ts';
import { s3Documents } from '../../shared/storage/documents.ts';
import { newFolder } from '../support/new-folder.ts';

const folder = newFolder();
const store = await startObjectStore(folder, 'documents');
Object.assign(process.env, awsVariables, { AWS_ENDPOINT_URL_S3: store.url });
const documents = s3Documents(() => 'documents');
afterAll(() => store.close());

const file = Buffer.from('%PDF-1.7 Dear Ada');
const promised = { size: file.length, type: 'application/pdf', sha256: sha256Hex(file) } as const;
let keyCount = 0;
const newKey = () => {
  keyCount += 1;
  return `uploads/upload_${keyCount}`;
};
/** The status and S3's code of a refusal. */
const refusalOf = async (sending: Promise<Response>) => {
  const response = await sending;
  return [response.status, /<Code>(\w+)</.exec(await response.text())?.[1]];
};
const stored = async (key: string) => Buffer.from((await documents.get(key)) ?? []).toString();

const put = (url: string, headers: Readonly<Record<string, string>>, body: Buffer = file) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });

test('a signed link accepts the promised file once, from a program or a page', async () => {
  const key = newKey();
  const { url, headers } = await documents.putLink(key, promised, 60);
  const origin = 'https://app.example.com';
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } };
  const allowed = await fetch(url, preflight);
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const first = await put(url, { ...headers, origin });
  expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(await refusalOf(put(url, headers))).toEqual([412, 'PreconditionFailed']);
  expect(await stored(key)).toBe(file.toString());
});

test.each([
  ['a different size', { 'content-length': '3' }, Buffer.from('abc'), 403],
  ['a different type', { 'content-type': 'text/html' }, file, 403],
  ['permission to overwrite', { 'if-none-match': '"x"' }, file, 403],
  ['a different checksum', { 'x-amz-checksum-sha256': 'A'.repeat(43).concat('=') }, file, 403],
  ['an unsigned x-amz- header', { 'x-amz-acl': 'public-read' }, file, 403],
  ['other bytes of the same size', {}, Buffer.from('%PDF-1.7 Dear Eva'), 400],
])('a signed link refuses %s', async (_what, change, body, status) => {
  const key = newKey();
  const { url, headers } = await documents.putLink(key, promised, 60);
  expect((await put(url, { ...headers, ...change }, body)).status).toBe(status);
  expect(await stored(key)).toBe('');
});

test('a signed link is valid for one key, one method and a limited time', async () => {
  const key = newKey();
  const { url, headers } = await documents.putLink(key, promised, 60);
  expect((await put(url.replace('uploads/', 'paid/'), headers)).status).toBe(403);
  expect((await put(url.replace(/Expires=60/, 'Expires=6000'), headers)).status).toBe(403);
  for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method })).status).toBe(403);
  const late = await documents.putLink(key, promised, -1);
  expect(await refusalOf(put(late.url, late.headers))).toEqual([403, 'AccessDenied']);
  expect(await stored(key)).toBe('');
});

const next = 'http://127.0.0.1:8787/v1/uploads/upload_1/attach';
const conditions = { type: 'application/octet-stream', minBytes: 1, maxBytes: 20, next };
const signed = (key: string, change: object = {}, seconds = 60) =>
  documents.storeForm(key, { ...conditions, ...change }, seconds);

function send(
  { url, fields }: Awaited<ReturnType<typeof documents.storeForm>>,
  body: Buffer = file,
  change: Readonly<Record<string, string>> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(body)], { type: 'application/pdf' }), 'letter.pdf');
  return fetch(url, { method: 'POST', body: form, redirect: 'manual', headers: { origin: 'http://127.0.0.1:8787' } });
}

test('a signed form accepts a file and redirects back to the page with its key', async () => {
  const key = newKey();
  const response = await send(await signed(key));
  const location = new URL(response.headers.get('location') ?? '');
  expect([response.status, `${location.origin}${location.pathname}`]).toEqual([303, next]);
  expect(Object.fromEntries(location.searchParams)).toEqual({ bucket: 'documents', key, etag: expect.any(String) });
  expect(await stored(key)).toBe(file.toString());
});

test.each([
  ['an empty file', Buffer.alloc(0), {}, 400, 'EntityTooSmall'],
  ['a file that is one byte too large', Buffer.alloc(21), {}, 400, 'EntityTooLarge'],
  ['a different key', file, { key: 'paid/job_1.pdf' }, 403, 'AccessDenied'],
  ['a different type', file, { 'Content-Type': 'text/html' }, 403, 'AccessDenied'],
  ['a different redirect', file, { success_action_redirect: 'https://evil.example/' }, 403, 'AccessDenied'],
  ['an extra field', file, { acl: 'public-read' }, 403, 'AccessDenied'],
  ['no policy', file, { policy: '' }, 403, 'AccessDenied'],
  ['a forged signature', file, { 'x-amz-signature': '0'.repeat(64) }, 403, 'SignatureDoesNotMatch'],
  ['a forged policy', file, { policy: btoa('{"expiration":"2999","conditions":[]}') }, 403, 'SignatureDoesNotMatch'],
])('a signed form is refused with %s', async (_what, body, change, status, code) => {
  const key = newKey();
  expect(await refusalOf(send(await signed(key), body, change))).toEqual([status, code]);
  expect(await stored(key)).toBe('');
});

test('a signed form is refused after it has expired, and at any URL except the bucket’s', async () => {
  const key = newKey();
  expect((await send(await signed(key, {}, -1))).status).toBe(403);
  const { url, fields } = await signed(key);
  expect((await send({ url: `${url}paid/job_1.pdf`, fields })).status).toBe(405);
  expect(await stored(key)).toBe('');
});
