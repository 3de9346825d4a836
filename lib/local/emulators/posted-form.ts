/** Reads a form that a browser posts to the object store, and checks it against its signed policy, as S3 does. */
import type { IncomingMessage } from 'node:http';
import { isSignedText } from './guard.ts';

/** A refusal as S3 writes it. */
export class S3Error extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Such a request carries its signature in its body, so it cannot be checked until the body is read. */
export const isPostedForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && (headers['content-type'] ?? '').startsWith('multipart/form-data');

export async function postedFile(
  { headers }: Pick<IncomingMessage, 'headers'>,
  body: Buffer,
  { bucket, now }: { readonly bucket: string; readonly now: number },
): Promise<{
  readonly key: string;
  readonly bytes: Buffer;
  readonly type: string;
  /** The page to which the browser is sent. */
  readonly next: string | undefined;
  /** The metadata that the form names, as headers. */
  readonly metadata: Readonly<Record<string, string>>;
}> {
  const parsed = async (body: Buffer, type: string): Promise<FormData> => {
    try {
      return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    } catch {
      throw new S3Error(400, 'MalformedPOSTRequest', 'The body of the POST request is no multipart/form-data.');
    }
  };
  const form = await parsed(body, headers['content-type'] ?? '');
  const file = form.get('file');
  if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the store's own variable
  const fileName = '${filename}';
  const fields = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[name.toLowerCase(), value.replaceAll(fileName, () => file.name.replace(/^.*[/\\]/s, ''))]]
        : [],
    ),
  );
  const { policy = '', 'x-amz-credential': credential = '', 'x-amz-signature': signature = '', key = '' } = fields;
  if (policy === '' || key === '') throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const [, ...scope] = credential.split('/');
  if (!isSignedText(policy, scope, signature))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match that of the policy.');
  obey(JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy, { ...fields, bucket }, { size: file.size, now });
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = fields['content-type'] ?? 'binary/octet-stream';
  const metadata = Object.entries(fields).flatMap(([name, value]) =>
    // A word of RFC 2047, as S3 gives back what is not ASCII.
    name.startsWith('x-amz-meta-')
      ? [[name, /^[ -~]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`]]
      : [],
  );
  return { key, bytes, type, next: fields.success_action_redirect, metadata: Object.fromEntries(metadata) };
}

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly (
    | Readonly<Record<string, string>>
    | readonly [string, string | number, string | number]
  )[];
}

function obey(
  { expiration, conditions }: Policy,
  fields: Readonly<Record<string, string>>,
  { size, now }: { readonly size: number; readonly now: number },
): void {
  const denied = (why: string) => new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${why}`);
  if (!(Date.parse(expiration) > now)) throw denied('Policy expired.');
  // These need no condition.
  const unsigned = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);
  const named = new Set(unsigned);
  for (const condition of conditions) {
    const [how, subject, value] = Array.isArray(condition)
      ? (condition as readonly [string, string | number, string | number])
      : (['eq', ...(Object.entries(condition)[0] ?? ['', ''])] as const);
    if (how === 'content-length-range') {
      if (size < Number(subject)) throw new S3Error(400, 'EntityTooSmall', 'The file is smaller than allowed.');
      if (size > Number(value)) throw new S3Error(400, 'EntityTooLarge', 'The file is larger than allowed.');
      continue;
    }
    const name = String(subject).replace(/^\$/, '').toLowerCase();
    named.add(name);
    const input = fields[name] ?? '';
    const holds = how === 'starts-with' ? input.startsWith(String(value)) : input === value;
    if (!holds) throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`);
  }
  const extra = Object.keys(fields).find((name) => !named.has(name) && !name.startsWith('x-ignore-'));
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
}
