/** S3 on this machine: one bucket in one folder, with objects, posted forms, an empty list and expiry. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { type Listening, listen, readBody } from '../gateway/http.ts';
import type { TriggerClock } from '../triggers/clock.ts';
import { expireHourly, expireObjects } from './expiry.ts';
import { guarded, hasAwsSignature } from './guard.ts';
import { type ObjectFiles, openObjectFiles, type StoredObject } from './object-file.ts';
import { isPostedForm, postedFile, S3Error } from './posted-form.ts';

/** The checksums among `headers` that can be checked here, if all of them are right. */
function verifiedChecksums(
  bytes: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> | 'wrong' {
  const algorithms: Record<string, (bytes: Buffer) => string> = {
    'content-md5': (bytes) => createHash('md5').update(bytes).digest('base64'),
    'x-amz-checksum-sha1': (bytes) => createHash('sha1').update(bytes).digest('base64'),
    'x-amz-checksum-sha256': (bytes) => createHash('sha256').update(bytes).digest('base64'),
    'x-amz-checksum-crc32': (bytes) => {
      const sum = Buffer.alloc(4);
      sum.writeUInt32BE(crc32(bytes));
      return sum.toString('base64');
    },
  };
  const claimed = Object.entries(algorithms).filter(([name]) => headers[name] !== undefined);
  if (claimed.some(([name, sumOf]) => sumOf(bytes) !== headers[name])) return 'wrong';
  return Object.fromEntries(claimed.map(([name]) => [name, String(headers[name])]));
}

/** The names of trailers are in lower case. Throws if the body is cut short or not chunked. */
function unchunk(body: Buffer): { readonly bytes: Buffer; readonly trailers: Readonly<Record<string, string>> } {
  const parts: Buffer[] = [];
  let at = 0;
  const readTrailers = (text: string): Record<string, string> =>
    Object.fromEntries(
      text
        .split(/\r?\n/)
        .filter((line) => line.includes(':'))
        .map((line) => [
          line.slice(0, line.indexOf(':')).trim().toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
    );
  for (;;) {
    const lineBreak = body.indexOf('\r\n', at);
    if (lineBreak < 0) throw new Error('a line is cut short');
    const line = { text: body.toString('latin1', at, lineBreak), end: lineBreak + 2 };
    const size = Number.parseInt(line.text, 16);
    if (!Number.isInteger(size) || size < 0) throw new Error('not a chunk');
    if (size === 0) return { bytes: Buffer.concat(parts), trailers: readTrailers(body.toString('latin1', line.end)) };
    if (line.end + size > body.length) throw new Error('a chunk is cut short');
    parts.push(body.subarray(line.end, line.end + size));
    at = line.end + size + 2;
  }
}

const objectLimitBytes = 64 * 1_024 * 1_024;

/** `clock`: a test's own, for the expiry of objects. */
export async function startObjectStore(folder: string, bucket: string, clock?: TriggerClock): Promise<Listening> {
  const files = await openObjectFiles(folder);
  const refuse = (response: ServerResponse, error: unknown): void => {
    if (response.headersSent || !response.writable) return void response.destroy();
    const { statusCode, code, message } =
      error instanceof S3Error ? error : { statusCode: 500, code: 'InternalError', message: String(error) };
    const text = message.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    response
      .writeHead(statusCode, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message>` +
          `<RequestId>${randomUUID()}</RequestId></Error>`,
      );
  };
  const server = createServer((request, response) => {
    // The rule of the bucket on AWS: pages may put and post what is signed for them.
    if (request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
    serve(files, bucket, request, response).catch((error: unknown) => refuse(response, error));
  });
  const listening = await listen(
    guarded(
      server,
      (request: IncomingMessage): boolean =>
        isPreflight(request) ||
        isPostedForm(request) ||
        (request.method === 'PUT' && isLink(request) && hasAwsSignature(request)),
    ),
  );
  const stopExpiry = expireHourly((now) => expireObjects(files, now), clock);
  return {
    ...listening,
    close: async (patienceMs) => {
      await Promise.all([stopExpiry(), listening.close(patienceMs)]);
    },
  };
}

const isLink = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization === undefined && url.includes('X-Amz-Signature=');

const isBucket = (url = ''): boolean => /^\/[^/?]+\/?$/.test(url);

/** A browser's preflight request before its page uses a signed link or form. */
const isPreflight = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' && (isLink(request) || isBucket(request.url));

async function serve(files: ObjectFiles, bucket: string, request: IncomingMessage, response: ServerResponse) {
  const preflight = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const requested = headers['access-control-request-headers'];
    response.writeHead(200, {
      'access-control-allow-methods': 'PUT, POST',
      ...(requested === undefined ? {} : { 'access-control-allow-headers': requested }),
    });
    response.end();
  };
  if (isPreflight(request)) return preflight(request, response);
  const body = await readBody(request, objectLimitBytes);
  if (isPostedForm(request)) return post(files, bucket, request, body, response);
  // A presigned URL, until it expires. Its signature says for which method it is.
  const isLivingLink = ({ method, url = '' }: IncomingMessage, now: number): boolean => {
    const query = new URLSearchParams(url.split('?')[1]);
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    const ageMs = now - Date.UTC(year, month - 1, ...rest);
    const isYoung = parts.length === 6 && ageMs <= Number(query.get('X-Amz-Expires')) * 1_000;
    return (method === 'GET' || method === 'HEAD' || method === 'PUT') && isYoung;
  };
  if (!request.headers.authorization && !isLivingLink(request, Date.now()))
    throw new S3Error(403, 'AccessDenied', 'The link has expired.');
  // The list of an empty prefix, which the health check requests to see whether the bucket responds.
  const isListing = ({ method, url = '' }: IncomingMessage, bucket: string): boolean => {
    const [path = '', query] = url.split('?');
    return (
      method === 'GET' &&
      path.replace(/\/$/, '') === `/${bucket}` &&
      new URLSearchParams(query).get('prefix') === 'health/'
    );
  };
  if (isListing(request, bucket)) return list(bucket, response);
  const key = keyOf(request.url ?? '/', bucket);
  if (request.method === 'PUT') return put(files, key, request, body, response);
  if (request.method === 'GET' || request.method === 'HEAD') return get(files, key, request, response);
  if (request.method !== 'DELETE') throw new S3Error(501, 'NotImplemented', `No ${request.method} here.`);
  await files.delete(key);
  response.writeHead(204).end();
}

async function post(
  files: ObjectFiles,
  bucket: string,
  request: IncomingMessage,
  body: Buffer | undefined,
  response: ServerResponse,
): Promise<void> {
  if (!body) throw new S3Error(400, 'EntityTooLarge', `More than ${objectLimitBytes} bytes.`);
  if (!isBucket(request.url)) throw new S3Error(405, 'MethodNotAllowed', 'A form goes to the bucket.');
  const { key, bytes, type, next, metadata } = await postedFile(request, body, { bucket, now: Date.now() });
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  await files.put(key, { ...metadata, 'content-type': type, etag }, bytes, false);
  if (next === undefined) return void response.writeHead(204, { etag }).end();
  const location = `${next}${next.includes('?') ? '&' : '?'}${new URLSearchParams({ bucket, key, etag })}`;
  response.writeHead(303, { etag, location }).end();
}

function keyOf(url: string, bucket: string): string {
  const [path = '', query = ''] = url.split('?');
  // The parameters of a signature, and those that the client always adds.
  const ofLinks =
    /^(?:x-id|x-amz-checksum-mode|X-Amz-(?:Algorithm|Content-Sha256|Credential|Date|Expires|Security-Token|Signature|SignedHeaders))$/;
  // Other parameters ask for something other than the object itself, such as its tags.
  const other = [...new URLSearchParams(query).keys()].find((name) => !ofLinks.test(name));
  if (other) throw new S3Error(501, 'NotImplemented', `No ?${other} here.`);
  const [, givenBucket, key] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (!key) throw new S3Error(501, 'NotImplemented', 'Only objects can be requested here.');
  if (givenBucket !== bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  return decodeURIComponent(key);
}

async function put(
  files: ObjectFiles,
  key: string,
  { headers }: IncomingMessage,
  body: Buffer | undefined,
  response: ServerResponse,
): Promise<void> {
  if (!body) throw new S3Error(400, 'EntityTooLarge', `More than ${objectLimitBytes} bytes.`);
  if (headers['x-amz-copy-source'] || headers['if-match'])
    throw new S3Error(501, 'NotImplemented', 'A plain PUT only.');
  const chunked = headers['content-encoding']?.includes('aws-chunked');
  const { bytes, trailers } = chunked ? unchunk(body) : { bytes: body, trailers: {} };
  const checksums = verifiedChecksums(bytes, { ...headers, ...trailers });
  if (checksums === 'wrong') throw new S3Error(400, 'BadDigest', 'A checksum did not match what was received.');
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const kept = {
    ...Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name === 'content-type' || name === 'cache-control' || name.startsWith('x-amz-meta-'))
        .map(([name, value]) => [name, String(value)]),
    ),
    ...checksums,
    etag,
  };
  if (!(await files.put(key, kept, bytes, headers['if-none-match'] === '*')))
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  response.writeHead(200, { etag, ...checksums }).end();
}

function list(bucket: string, response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>${bucket}</Name><Prefix>health/</Prefix>` +
        '<KeyCount>0</KeyCount><MaxKeys>1</MaxKeys><IsTruncated>false</IsTruncated></ListBucketResult>',
    );
}

async function get(files: ObjectFiles, key: string, request: IncomingMessage, response: ServerResponse) {
  const object = await files.get(key);
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  const headersOf = ({ headers, bytes, changedAt }: StoredObject, withChecksums: boolean): Record<string, string> => {
    const visible = Object.entries(headers).filter(
      ([name]) => name !== 'content-md5' && (withChecksums || !name.startsWith('x-amz-checksum-')),
    );
    return {
      'content-type': 'application/octet-stream',
      ...Object.fromEntries(visible),
      'content-length': String(bytes.length),
      'last-modified': changedAt.toUTCString(),
    };
  };
  response.writeHead(200, headersOf(object, request.headers['x-amz-checksum-mode'] === 'ENABLED'));
  response.end(object.bytes);
}
