/** Stores PDFs, previews, quoted texts and uploads in S3. */
import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { PromisedFile } from '../domain/input/upload.ts';
import { lazy } from '../domain/lazy.ts';
import { timeLimits } from './time-limits.ts';

export interface Documents {
  /** Stores a PDF, a page preview or a quoted text; the key's extension says which. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deletes the document permanently. A missing key isn't an error. */
  delete(key: string): Promise<void>;
  /** The file's original name, as the browser sent it. */
  nameOf(key: string): Promise<string | undefined>;
  /** A presigned URL. Anyone with it can read the document for 15 minutes. */
  link(key: string): Promise<string>;
  /** A presigned URL that accepts exactly this file, once, and the headers to send with it. */
  putLink(
    key: string,
    file: PromisedFile,
    seconds: number,
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** A presigned form that a browser posts straight to the store. Until it expires, a later file replaces an earlier one. */
  storeForm(
    key: string,
    terms: {
      readonly type: string;
      readonly minBytes: number;
      readonly maxBytes: number;
      /** The page that the browser is redirected to. Without one, the response is empty. */
      readonly next?: string | undefined;
    },
    seconds: number,
  ): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }>;
}

/** The AWS SDK is loaded by the first call, so that cold starts don't wait for it. */
const sdk = () => import('@aws-sdk/client-s3');
const presigner = () => import('@aws-sdk/s3-request-presigner');

/** `bucketName` is read by the first call, because a function without documents has no bucket. */
export function s3Documents(bucketName: () => string): Documents {
  const connect = lazy(async () => new (await sdk()).S3Client(timeLimits(20)));
  const read = async (Key: string, Range?: string) => {
    const { GetObjectCommand, NoSuchKey } = await sdk();
    const client = await connect();
    try {
      const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket: bucketName(), Key, Range }));
      return { bytes: await Body?.transformToByteArray(), metadata: Metadata };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };
  return {
    async put(Key, Body) {
      const { PutObjectCommand } = await sdk();
      const types = { png: 'image/png', txt: 'text/plain; charset=utf-8' };
      const ContentType = types[Key.slice(Key.lastIndexOf('.') + 1) as keyof typeof types] ?? 'application/pdf';
      await (await connect()).send(new PutObjectCommand({ Bucket: bucketName(), Key, Body, ContentType }));
    },
    get: async (key) => (await read(key))?.bytes,
    async delete(Key) {
      const { DeleteObjectCommand } = await sdk();
      await (await connect()).send(new DeleteObjectCommand({ Bucket: bucketName(), Key }));
    },
    async nameOf(key) {
      // S3 returns non-ASCII text as encoded words (RFC 2047), which we join and decode. Some stores encode a text twice.
      const stored = (await read(key, 'bytes=0-0'))?.metadata?.name ?? '';
      const words = stored.replace(/\?=\s+(?==\?)/g, '?=');
      const text = words.replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, base64: string) =>
        Buffer.from(base64, 'base64').toString('latin1'),
      );
      // Undoes UTF-8 that was read as Latin-1. Any other text is returned unchanged.
      const repair = (garbled: string) => {
        const bytes = Buffer.from(garbled, 'latin1');
        return bytes.toString('latin1') === garbled && isUtf8(bytes) ? bytes.toString() : garbled;
      };
      const name = repair(repair(text));
      return name === '' || name === fileNameVariable ? undefined : name;
    },
    async link(key) {
      const [{ getSignedUrl }, { GetObjectCommand }, client] = await Promise.all([presigner(), sdk(), connect()]);
      return getSignedUrl(client, new GetObjectCommand({ Bucket: bucketName(), Key: key }), { expiresIn: 900 });
    },
    async putLink(key, { size, type, sha256 }, seconds) {
      const [{ getSignedUrl }, { PutObjectCommand, S3Client }] = await Promise.all([presigner(), sdk()]);
      // By default, the client would add its own checksum, here that of an empty body.
      const signingClient = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64');
      const checksumHeader = 'x-amz-checksum-sha256';
      const put = new PutObjectCommand({
        Bucket: bucketName(),
        Key: key,
        ContentLength: size,
        ContentType: type,
        IfNoneMatch: '*',
        ChecksumSHA256: checksum,
      });
      const url = await getSignedUrl(signingClient, put, {
        expiresIn: seconds,
        signableHeaders: new Set(['content-type']),
        // S3 compares the checksum with the bytes only if it is a header, not a URL parameter.
        unhoistableHeaders: new Set([checksumHeader]),
      });
      const headers = { 'content-type': type, 'content-length': `${size}`, 'if-none-match': '*' };
      return { url, headers: checksum === undefined ? headers : { ...headers, [checksumHeader]: checksum } };
    },
    async storeForm(key, terms, seconds) {
      const [{ getSignedUrl }, { HeadBucketCommand }, client] = await Promise.all([presigner(), sdk(), connect()]);
      // Signed only to learn the bucket's URL, which depends on the region and endpoint.
      const bucketUrl = new URL(await getSignedUrl(client, new HeadBucketCommand({ Bucket: bucketName() })));
      const [credentials, region] = await Promise.all([client.config.credentials(), client.config.region()]);
      const fields = policyFields(terms, { bucket: bucketName(), key, region, credentials, seconds, now: Date.now() });
      return { url: `${bucketUrl.origin}${bucketUrl.pathname}`, fields };
    },
  };
}

/** S3 replaces this variable with the name of the posted file, in every field of a form. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own variable
const fileNameVariable = '${filename}';

/** The fields of a presigned form, signed with AWS Signature Version 4 at `now` (Unix ms). The store refuses other fields. */
function policyFields(
  { type, minBytes, maxBytes, next }: Parameters<Documents['storeForm']>[1],
  form: {
    readonly bucket: string;
    readonly key: string;
    readonly region: string;
    readonly credentials: {
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string | undefined;
    };
    readonly seconds: number;
    readonly now: number;
  },
): Readonly<Record<string, string>> {
  const { bucket, key, region, credentials, seconds, now } = form;
  const date = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request'];
  const fields: Record<string, string> = {
    key,
    'Content-Type': type,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [credentials.accessKeyId, ...scope].join('/'),
    'x-amz-date': date,
  };
  // Added only if set: a field with an undefined value would still be posted.
  if (credentials.sessionToken !== undefined) fields['x-amz-security-token'] = credentials.sessionToken;
  if (next !== undefined) fields.success_action_redirect = next;
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(now + seconds * 1_000).toISOString(),
      conditions: [
        { bucket },
        ['content-length-range', minBytes, maxBytes],
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ['starts-with', '$x-amz-meta-name', ''],
      ],
    }),
  ).toString('base64');
  const sign = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  // Each part of the scope is signed with the result of the previous part.
  const signingKey = scope.reduce<string | Buffer>(sign, `AWS4${credentials.secretAccessKey}`);
  return {
    ...fields,
    'x-amz-meta-name': fileNameVariable,
    policy,
    'x-amz-signature': sign(signingKey, policy).toString('hex'),
  };
}
