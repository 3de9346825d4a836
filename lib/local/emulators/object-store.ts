/** Emulates S3: one bucket in one folder, with objects, posted forms, an empty list and expiry. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { retentionOf } from '../../../shared/domain/times.ts';
import { type ListeningServer, listen, readBody } from '../gateway/http.ts';
import { everyHour, type TriggerClock } from '../triggers.ts';
import { guard, hasAwsSignature, isSignedText } from './aws.ts';
import { type ObjectFiles, openObjectFiles } from './object-file.ts';

/** An error as S3 sends it. */
class S3Error extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** `clock`: replaced in tests of the expiry. */
export async function startObjectStore(folder: string, bucket: string, clock?: TriggerClock): Promise<ListeningServer> {
  const files = await openObjectFiles(folder);
  const server = createServer((request, response) => {
    // As on AWS, web pages may upload with a signed link or form.
    if (request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
    serve(files, bucket, request, response).catch((error: unknown) => refuse(response, error));
  });
  const isForPages = (request: IncomingMessage): boolean =>
    isPreflight(request) ||
    isPostedForm(request) ||
    (request.method === 'PUT' && isLink(request) && hasAwsSignature(request));
  const listening = await listen(guard(server, isForPages));
  const expire = (now: number) =>
    files.expire((key) => {
      const retentionMs = retentionOf(key);
      return retentionMs && now - retentionMs;
    });
  const stopExpiry = everyHour(expire, clock);
  return {
    ...listening,
    close: async (patienceMs) => {
      await Promise.all([stopExpiry(), listening.close(patienceMs)]);
    },
  };
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || !response.writable) return void response.destroy();
  const { statusCode, code, message } =
    error instanceof S3Error ? error : { statusCode: 500, code: 'InternalError', message: String(error) };
  const text = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  response
    .writeHead(statusCode, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${text}</Message></Error>`);
}

const isLink = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization === undefined && url.includes('X-Amz-Signature=');

const isBucket = (url = ''): boolean => /^\/[^/?]+\/?$/.test(url);

/** A browser's preflight request before its page uses a signed link or form. */
const isPreflight = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' && (isLink(request) || isBucket(request.url));

/** A form has its signature in the body, so it cannot be checked before the body is read. */
const isPostedForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('multipart/form-data');

/** Whether a signed link is still valid. Its signature covers the method and these times. */
function isUnexpiredLink({ url = '' }: IncomingMessage): boolean {
  const query = new URLSearchParams(url.split('?')[1]);
  const signedAt = Date.parse(
    (query.get('X-Amz-Date') ?? '').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'),
  );
  return Date.now() <= signedAt + Number(query.get('X-Amz-Expires')) * 1_000;
}

async function serve(files: ObjectFiles, bucket: string, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '/', headers } = request;
  if (isPreflight(request)) {
    const requested = headers['access-control-request-headers'];
    if (requested !== undefined) response.setHeader('access-control-allow-headers', requested);
    return void response.writeHead(200, { 'access-control-allow-methods': 'PUT, POST' }).end();
  }
  const objectLimitBytes = 64 * 1_024 * 1_024;
  const body = await readBody(request, objectLimitBytes);
  if (!body) throw new S3Error(400, 'EntityTooLarge', `More than ${objectLimitBytes} bytes.`);
  if (isPostedForm(request)) return post(files, bucket, request, body, response);
  if (!headers.authorization && !isUnexpiredLink(request))
    throw new S3Error(403, 'AccessDenied', 'The link has expired.');
  const [path = '', query] = url.split('?');
  // The health check lists an empty prefix to see whether the bucket responds.
  if (method === 'GET' && path.replace(/\/$/, '') === `/${bucket}` && new URLSearchParams(query).has('list-type'))
    return void response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end('<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>');
  const [, name, encodedKey] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (name !== bucket || !encodedKey) throw new S3Error(404, 'NoSuchBucket', `The only bucket is ${bucket}.`);
  const key = decodeURIComponent(encodedKey);
  if (method === 'PUT') return put(files, key, request, body, response);
  if (method === 'GET') {
    const object = await files.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    return void response.writeHead(200, object.headers).end(object.bytes);
  }
  if (method !== 'DELETE') throw new S3Error(501, 'NotImplemented', `${method} is not supported.`);
  await files.delete(key);
  response.writeHead(204).end();
}

async function put(
  files: ObjectFiles,
  key: string,
  { headers }: IncomingMessage,
  bytes: Buffer,
  response: ServerResponse,
): Promise<void> {
  const crc32OfBytes = Buffer.alloc(4);
  crc32OfBytes.writeUInt32BE(crc32(bytes));
  const checksums = Object.entries({
    'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
    'x-amz-checksum-crc32': crc32OfBytes.toString('base64'),
  }).filter(([name]) => headers[name] !== undefined);
  if (checksums.some(([name, sum]) => sum !== headers[name]))
    throw new S3Error(400, 'BadDigest', 'A checksum did not match what was received.');
  // A client that reads the object compares its bytes with the checksums.
  const stored = { 'content-type': headers['content-type'] ?? '', ...Object.fromEntries(checksums) };
  if (!(await files.put(key, stored, bytes, { onlyIfAbsent: headers['if-none-match'] === '*' })))
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  response.writeHead(200).end();
}

/** Stores the file of a form that a browser posts, after checking the form against its signed policy, as S3 does. */
async function post(
  files: ObjectFiles,
  bucket: string,
  { url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  if (!isBucket(url)) throw new S3Error(405, 'MethodNotAllowed', 'A form must be posted to the bucket.');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch(() => {
      throw new S3Error(400, 'MalformedPOSTRequest', 'The body of the POST request is not multipart/form-data.');
    });
  const file = form.get('file');
  if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 replaces this text with the file's name
  const nameVariable = '${filename}';
  const fields: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string')
      fields[name.toLowerCase()] = value.replaceAll(nameVariable, () => file.name.replace(/^.*[/\\]/s, ''));
  const { policy = '', 'x-amz-credential': credential = '', 'x-amz-signature': signature = '', key = '' } = fields;
  const [, ...scope] = credential.split('/');
  if (policy === '' || key === '') throw new S3Error(403, 'AccessDenied', 'Access Denied');
  if (!isSignedText(policy, scope, signature))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match that of the policy.');
  checkPolicy(JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy, { ...fields, bucket }, file.size);
  const bytes = Buffer.from(await file.arrayBuffer());
  const stored: Record<string, string> = { 'content-type': fields['content-type'] ?? '' };
  for (const [name, value] of Object.entries(fields))
    if (name.startsWith('x-amz-meta-'))
      // S3 returns text beyond ASCII as an encoded word of RFC 2047.
      stored[name] = /^[ -~]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`;
  await files.put(key, stored, bytes);
  const next = fields.success_action_redirect;
  if (next === undefined) return void response.writeHead(204).end();
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.writeHead(303, { location: `${next}?${new URLSearchParams({ bucket, key, etag })}` }).end();
}

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly (Readonly<Record<string, string>> | [string, string | number, string | number])[];
}

function checkPolicy({ expiration, conditions }: Policy, fields: Readonly<Record<string, string>>, size: number): void {
  const denied = (why: string) => new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${why}`);
  if (!(Date.parse(expiration) > Date.now())) throw denied('Policy expired.');
  // These fields need no condition.
  const covered = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);
  for (const condition of conditions) {
    const [operator, subject, value] = Array.isArray(condition)
      ? condition
      : (['eq', ...(Object.entries(condition)[0] ?? ['', ''])] as const);
    if (operator === 'content-length-range') {
      if (size < Number(subject)) throw new S3Error(400, 'EntityTooSmall', 'The file is smaller than allowed.');
      if (size > Number(value)) throw new S3Error(400, 'EntityTooLarge', 'The file is larger than allowed.');
      continue;
    }
    const name = String(subject).replace(/^\$/, '').toLowerCase();
    covered.add(name);
    const input = fields[name] ?? '';
    const isMet = operator === 'starts-with' ? input.startsWith(String(value)) : input === value;
    if (!isMet) throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`);
  }
  const extra = Object.keys(fields).find((name) => !covered.has(name));
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
}
