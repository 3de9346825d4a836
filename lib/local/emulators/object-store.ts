/** S3 on this machine: one bucket in one folder, with objects, posted forms, an empty list and expiry. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { retentionOf } from '../../../shared/domain/times.ts';
import { type Listening, listen, readBody } from '../gateway/http.ts';
import { everyHour, type TriggerClock } from '../triggers/clock.ts';
import { guarded, hasAwsSignature } from './guard.ts';
import { type ObjectFiles, openObjectFiles } from './object-file.ts';
import { isPostedForm, postedFile, S3Error } from './posted-form.ts';

/** The checksums among `headers` that our clients send, if all of them are right. */
function verifiedChecksums(
  bytes: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> | 'wrong' {
  const crc32OfBytes = Buffer.alloc(4);
  crc32OfBytes.writeUInt32BE(crc32(bytes));
  const checksums = {
    'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
    'x-amz-checksum-crc32': crc32OfBytes.toString('base64'),
  };
  const claimed = Object.entries(checksums).filter(([name]) => headers[name] !== undefined);
  return claimed.some(([name, sum]) => sum !== headers[name]) ? 'wrong' : Object.fromEntries(claimed);
}

const objectLimitBytes = 64 * 1_024 * 1_024;

/** `clock`: a test's own, for the expiry of objects. */
export async function startObjectStore(folder: string, bucket: string, clock?: TriggerClock): Promise<Listening> {
  const files = await openObjectFiles(folder);
  const server = createServer((request, response) => {
    // The rule of the bucket on AWS: pages may put and post what is signed for them.
    if (request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
    serve(files, bucket, request, response).catch((error: unknown) => refuse(response, error));
  });
  const isForPages = (request: IncomingMessage): boolean =>
    isPreflight(request) ||
    isPostedForm(request) ||
    (request.method === 'PUT' && isLink(request) && hasAwsSignature(request));
  const listening = await listen(guarded(server, isForPages));
  const expire = (now: number) =>
    files.expire((key) => {
      const keptMs = retentionOf(key);
      return keptMs && now - keptMs;
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
  const text = message.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response
    .writeHead(statusCode, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message>` +
        `<RequestId>${randomUUID()}</RequestId></Error>`,
    );
}

const isLink = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization === undefined && url.includes('X-Amz-Signature=');

const isBucket = (url = ''): boolean => /^\/[^/?]+\/?$/.test(url);

/** A browser's preflight request before its page uses a signed link or form. */
const isPreflight = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' && (isLink(request) || isBucket(request.url));

/** A presigned URL, until it expires. Its signature says for which method it is. */
function isLivingLink({ method = '', url = '' }: IncomingMessage): boolean {
  const query = new URLSearchParams(url.split('?')[1]);
  const signedAt = Date.parse(
    (query.get('X-Amz-Date') ?? '').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'),
  );
  const expiresAt = signedAt + Number(query.get('X-Amz-Expires')) * 1_000;
  return ['GET', 'HEAD', 'PUT'].includes(method) && Date.now() <= expiresAt;
}

async function serve(files: ObjectFiles, bucket: string, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '/', headers } = request;
  if (isPreflight(request)) {
    const requested = headers['access-control-request-headers'];
    if (requested !== undefined) response.setHeader('access-control-allow-headers', requested);
    return void response.writeHead(200, { 'access-control-allow-methods': 'PUT, POST' }).end();
  }
  const body = await readBody(request, objectLimitBytes);
  if (!body) throw new S3Error(400, 'EntityTooLarge', `More than ${objectLimitBytes} bytes.`);
  if (isPostedForm(request)) return post(files, bucket, request, body, response);
  if (!headers.authorization && !isLivingLink(request)) throw new S3Error(403, 'AccessDenied', 'The link has expired.');
  const [path = '', query] = url.split('?');
  // The health check lists an empty prefix to see whether the bucket responds.
  const isListing = path.replace(/\/$/, '') === `/${bucket}` && new URLSearchParams(query).get('prefix') === 'health/';
  if (method === 'GET' && isListing) return list(bucket, response);
  const key = keyOf(url, bucket);
  if (method === 'PUT') return put(files, key, request, body, response);
  if (method === 'GET' || method === 'HEAD') return get(files, key, request, response);
  if (method !== 'DELETE') throw new S3Error(501, 'NotImplemented', `No ${method} here.`);
  await files.delete(key);
  response.writeHead(204).end();
}

async function post(
  files: ObjectFiles,
  bucket: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
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
  bytes: Buffer,
  response: ServerResponse,
): Promise<void> {
  // The clients of this service copy nothing and stream nothing.
  if (headers['x-amz-copy-source'] || headers['if-match'] || headers['content-encoding']?.includes('aws-chunked'))
    throw new S3Error(501, 'NotImplemented', 'A plain PUT only.');
  const checksums = verifiedChecksums(bytes, headers);
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
  const { headers, bytes, changedAt } = object;
  const withChecksums = request.headers['x-amz-checksum-mode'] === 'ENABLED';
  const visible = Object.entries(headers).filter(([name]) => withChecksums || !name.startsWith('x-amz-checksum-'));
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    ...Object.fromEntries(visible),
    'content-length': String(bytes.length),
    'last-modified': changedAt.toUTCString(),
  });
  response.end(bytes);
}
