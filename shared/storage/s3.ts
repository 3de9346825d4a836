/** The store of PDFs, of their previews, of quoted texts and of uploads, in S3. */
import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { lazy } from '../domain/lazy.ts';
import type { Documents, StoreForm, StoreTerms } from './documents.ts';
import { within } from './within.ts';

const types: Readonly<Record<string, string>> = { png: 'image/png', txt: 'text/plain; charset=utf-8' };
const typeOf = (key: string) => types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/pdf';

/** Loaded by the first call: loading it costs a start more than the call itself. */
const sdk = () => import('@aws-sdk/client-s3');
const presigner = () => import('@aws-sdk/s3-request-presigner');

/** `bucketName` is read by the first call, because a function that stores nothing has none. */
export function s3Documents(bucketName: () => string): Documents {
  const connect = lazy(async () => new (await sdk()).S3Client(within(20)));
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
      await (await connect()).send(new PutObjectCommand({ Bucket: bucketName(), Key, Body, ContentType: typeOf(Key) }));
    },
    get: async (key) => (await read(key))?.bytes,
    async nameOf(key) {
      const name = plainText((await read(key, 'bytes=0-0'))?.metadata?.[nameField] ?? '');
      return name === '' || name === fileName ? undefined : name;
    },
    async link(key) {
      const [{ getSignedUrl }, { GetObjectCommand }, client] = await Promise.all([presigner(), sdk(), connect()]);
      return getSignedUrl(client, new GetObjectCommand({ Bucket: bucketName(), Key: key }), { expiresIn: 900 });
    },
    async putLink(key, { size, type, sha256 }, seconds) {
      const [{ getSignedUrl }, { PutObjectCommand, S3Client }] = await Promise.all([presigner(), sdk()]);
      // By default a client signs a checksum of its own, here that of no bytes.
      const signing = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64');
      const put = new PutObjectCommand({
        Bucket: bucketName(),
        Key: key,
        ContentLength: size,
        ContentType: type,
        IfNoneMatch: '*',
        ChecksumSHA256: checksum,
      });
      const url = await getSignedUrl(signing, put, {
        expiresIn: seconds,
        signableHeaders: new Set(['content-type']),
        // In the address, the store would not compare it with the bytes.
        unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      });
      const headers = { 'content-type': type, 'content-length': `${size}`, 'if-none-match': '*' };
      return { url, headers: checksum === undefined ? headers : { ...headers, 'x-amz-checksum-sha256': checksum } };
    },
    async storeForm(key, terms, seconds) {
      const [{ getSignedUrl }, { HeadBucketCommand }, client] = await Promise.all([presigner(), sdk(), connect()]);
      const ofBucket = new URL(await getSignedUrl(client, new HeadBucketCommand({ Bucket: bucketName() })));
      const [credentials, region] = await Promise.all([client.config.credentials(), client.config.region()]);
      const fields = policyFields(terms, { bucket: bucketName(), key, region, credentials, seconds, now: Date.now() });
      return { url: `${ofBucket.origin}${ofBucket.pathname}`, fields };
    },
  };
}

/** The store keeps the name of a posted file as metadata: it replaces the variable in every field of a form. */
const nameField = 'name';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the store's own variable
const fileName = '${filename}';

/** The store gives back text beyond ASCII as words of RFC 2047. Some of its versions encode a text twice. */
function plainText(stored: string): string {
  const words = stored.replace(/\?=\s+(?==\?)/g, '?=');
  const text = words.replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, base64: string) => atob(base64));
  return fromUtf8(fromUtf8(text));
}

/** Characters that stand for the bytes of UTF-8 → that text. Any other text stays. */
function fromUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return bytes.toString('latin1') === text && isUtf8(bytes) ? bytes.toString() : text;
}

interface Signing {
  readonly bucket: string;
  readonly key: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  };
  readonly seconds: number;
  /** Unix ms. */
  readonly now: number;
}

const metadata = `x-amz-meta-${nameField}`;

/** The fields of a posted form, its policy signed by AWS signature 4. The store refuses any other field. */
function policyFields(
  { type, leastBytes, mostBytes, next }: StoreTerms,
  { bucket, key, region, credentials, seconds, now }: Signing,
): StoreForm['fields'] {
  const date = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request'];
  const fields: Record<string, string> = {
    key,
    'Content-Type': type,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [credentials.accessKeyId, ...scope].join('/'),
    'x-amz-date': date,
  };
  // A field without a value would be posted all the same, so these are there or not.
  if (credentials.sessionToken !== undefined) fields['x-amz-security-token'] = credentials.sessionToken;
  if (next !== undefined) fields.success_action_redirect = next;
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(now + seconds * 1_000).toISOString(),
      conditions: [
        { bucket },
        ['content-length-range', leastBytes, mostBytes],
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ['starts-with', `$${metadata}`, ''],
      ],
    }),
  ).toString('base64');
  const signingKey = scope.reduce<string | Buffer>(signed, `AWS4${credentials.secretAccessKey}`);
  return { ...fields, [metadata]: fileName, policy, 'x-amz-signature': signed(signingKey, policy).toString('hex') };
}

const signed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
