/**
 * Credentials for this process's AWS clients, which are worthless on AWS. A guard in front of each emulator accepts only
 * these, so that neither other users of the machine nor web pages in the developer's browser can use it.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { devNull } from 'node:os';
import { isLoopback } from '../gateway/http.ts';

export const region = 'us-east-1';

/** Random for each process, and valid only for its own emulators. */
export const secretKey = randomBytes(32).toString('hex');

/** For clients of the emulators, with each emulator's URL as the `endpoint`. */
export const clientOptions = { region, credentials: { accessKeyId: 'local', secretAccessKey: secretKey } } as const;

/** Clients read none of the developer's AWS files, so that the developer's account is never used by mistake. */
export const awsVariables = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: clientOptions.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretKey,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false',
} as const;

/** Puts the guard in front of the server. `isForPages` says whether web pages may send a request. */
export function guard(server: Server, isForPages: (request: IncomingMessage) => boolean = () => false): Server {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  return server.on('request', (request, response) => {
    // A browser sends the page's origin. A page whose domain was made to resolve to this machine has that domain as its Host.
    if (
      isLoopback(request.headers.host ?? '') &&
      (isForPages(request) || (request.headers.origin === undefined && hasAwsSignature(request)))
    )
      for (const listener of listeners) listener.call(server, request, response);
    else {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ __type: 'AccessDeniedException', Message: 'Not signed by this service.' }));
    }
  });
}

/** `signedHeaders`: names, joined by semicolons. `payload`: the hash of the body, or `UNSIGNED-PAYLOAD`. */
interface AwsSignature {
  readonly scope: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly payload: string;
  readonly signature: string;
}

function signatureInHeaders({ headers }: IncomingMessage): AwsSignature | undefined {
  const pattern = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
  const [, scope, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (scope === undefined || names === undefined || signature === undefined) return undefined;
  const payload = String(headers['x-amz-content-sha256']);
  return { scope, date: String(headers['x-amz-date']), signedHeaders: names, payload, signature };
}

function signatureInLink(query: string): AwsSignature | undefined {
  const input = new URLSearchParams(query);
  const signature = input.get('X-Amz-Signature');
  if (signature === null) return undefined;
  const scope = (input.get('X-Amz-Credential') ?? '').replace(/^[^/]*\//, '');
  const signedHeaders = input.get('X-Amz-SignedHeaders') ?? '';
  return { scope, date: input.get('X-Amz-Date') ?? '', signedHeaders, payload: 'UNSIGNED-PAYLOAD', signature };
}

export function hasAwsSignature(request: IncomingMessage): boolean {
  const [path = '', query = ''] = (request.url ?? '/').split('?');
  const isLink = request.headers.authorization === undefined;
  const claimed = isLink ? signatureInLink(query) : signatureInHeaders(request);
  if (claimed === undefined) return false;
  const { scope, date, signedHeaders, payload, signature } = claimed;
  // AWS refuses unsigned x-amz- headers.
  const names = signedHeaders.split(';');
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !names.includes(name))) return false;
  const lines = names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`);
  const parameters = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='));
  const canonicalQuery = parameters.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).sort();
  const canonical = [request.method, path, canonicalQuery.join('&'), ...lines, '', signedHeaders, payload].join('\n');
  const stringToSign = ['AWS4-HMAC-SHA256', date, scope, hash('sha256', canonical)].join('\n');
  return isSignedText(stringToSign, scope.split('/'), signature);
}

/** The signing keys by scope, a few each day. Deriving a key takes longer than the rest of a check. */
const keyOfScope = new Map<string, Buffer>();

/** True if a text, such as the policy of a form, was signed with the secret key of this process. */
export function isSignedText(text: string, scope: readonly string[], signature: string): boolean {
  const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const name = scope.join('/');
  // Signature Version 4 derives a key from the secret key and the first part of the scope, then the next from that.
  const key = keyOfScope.get(name) ?? Buffer.from(scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`));
  const computed = hmac(key, text);
  const received = Buffer.from(signature, 'hex');
  const isSigned = computed.length === received.length && timingSafeEqual(computed, received);
  if (isSigned) keyOfScope.set(name, key);
  return isSigned;
}
