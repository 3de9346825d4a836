/** Fetches a file from an untrusted URL: public hosts only, no cookies, short time limits. No error quotes the URL. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type ByteBudget, tooLargeTogether } from '../../domain/input/content.ts';
import type { Validators } from '../../domain/input/quoted-content.ts';
import { Refusal } from '../../domain/refusal.ts';
import { checkUrl, guardedRequest, type RequestSeams, UrlRefused } from './public-address.ts';

/** All bodies that this process is receiving. */
const receiving = new Set<{ bytes: number; readonly drop: () => void }>();

async function receive(response: IncomingMessage, { limits, noun }: FetchRequest): Promise<Buffer> {
  const tooLarge = () =>
    new UrlRefused(`The ${noun} is larger than ${limits.bytes / 1_000_000} MB. Use a smaller one.`);
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) {
    throw new UrlRefused('The URL delivers its file compressed. Use a plain file server.');
  }
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  const busy = 'Too many large files are being fetched right now. Send the same request again in a few seconds.';
  const body = { bytes: 0, drop: () => response.destroy(new Refusal('unavailable', busy)) };
  receiving.add(body);
  // An iterator would join the chunks, and we count them.
  response.on('data', (chunk: Buffer) => {
    body.bytes += chunk.length;
    chunks.push(chunk);
    if (body.bytes > limits.bytes) response.destroy(tooLarge());
    else if (limits.budget?.(chunk.length) === false) response.destroy(new UrlRefused(tooLargeTogether));
    // Even a small chunk takes work, so a file in chunks of one byte would keep the whole process busy.
    else if (chunks.length > 10_000 + body.bytes / 64)
      response.destroy(
        new UrlRefused(
          'The URL delivers its file in pieces of a few bytes, which takes too long to read. Use a plain file server.',
        ),
      );
    else makeRoom(limits.bytesInFlight);
  });
  try {
    await finished(response);
    return Buffer.concat(chunks);
  } finally {
    receiving.delete(body);
  }
}

/** Drops the largest body if the bodies together exceed the limit, so that slow, large ones never crowd out small ones. */
function makeRoom(maxBytes: number): void {
  const all = [...receiving];
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return;
  const largest = all.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  receiving.delete(largest);
  largest.drop();
}

interface FetchRequest {
  /** The kind of file, for error messages: `PDF`. */
  readonly noun: string;
  readonly accept: string;
  /** A valid URL, for the error message about an invalid one. */
  readonly example: string;
  readonly limits: {
    readonly bytes: number;
    /** The limit for all bodies that this process is receiving. */
    readonly bytesInFlight: number;
    /** Counts the bytes of all files of one request. */
    readonly budget?: ByteBudget | undefined;
    readonly redirects: number;
    readonly connectMs: number;
    readonly totalMs: number;
  };
  /** The validators of our stored copy: the server sends the file only if it no longer matches them. */
  readonly stored?: Validators | undefined;
  /** `host:port` pairs that may be private and use plain HTTP, for development only. */
  readonly allowedHosts: readonly string[];
}

/** The parts of a fetch that a test may replace. */
export interface FetchSeams extends RequestSeams {
  readonly limits: FetchRequest['limits'];
}

/**
 * The URL and each redirect must use https, port 443 and a public host, without user info. The response must have status
 * 200 and no content encoding, and stay within the limits. `problem` shows the API's user which rule was broken. `bytes` is
 * undefined after a 304: the file has not changed.
 */
export async function guardedFetch(
  url: string,
  request: FetchRequest,
  overrides: Partial<FetchSeams> = {},
): Promise<
  | { readonly ok: true; readonly bytes: Buffer | undefined; readonly validators: Validators }
  | { readonly ok: false; readonly problem: string }
> {
  const settings = { ...request, limits: overrides.limits ?? request.limits };
  const { limits, allowedHosts, example, stored } = settings;
  const signal = AbortSignal.timeout(limits.totalMs);
  const refusal = (problem: string) => ({ ok: false, problem }) as const;
  try {
    let next = url;
    for (let hop = 0; hop <= limits.redirects; hop++) {
      const target = checkUrl(next, allowedHosts, example);
      const response = await responseOf(target, settings, overrides, signal);
      try {
        if (response.statusCode === 304 && (stored?.etag ?? stored?.lastModified) !== undefined)
          return { ok: true, bytes: undefined, validators: { ...stored } };
        const { statusCode = 0, headers } = response;
        if (statusCode === 200)
          return { ok: true, bytes: await receive(response, settings), validators: validatorsOf(headers) };
        if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
          throw new UrlRefused(
            `The URL answered with status ${statusCode} instead of a file. Check that anyone can open it.`,
          );
        next = URL.parse(headers.location, target.url.href)?.href ?? '';
      } finally {
        response.destroy();
      }
    }
    throw new UrlRefused(`The URL redirects more than ${limits.redirects} times. Use the URL of the file itself.`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof UrlRefused) return refusal(error.message);
    if (signal.aborted) return refusal(`The URL did not deliver its file within ${limits.totalMs / 1_000} seconds.`);
    return refusal('The URL could not be fetched: the connection failed. Check that anyone can open it.');
  }
}

function responseOf(
  target: ReturnType<typeof checkUrl>,
  { limits, accept, stored }: FetchRequest,
  seams: Partial<FetchSeams>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers: Record<string, string> = { accept };
  if (stored?.etag !== undefined) headers['if-none-match'] = stored.etag;
  if (stored?.lastModified !== undefined) headers['if-modified-since'] = stored.lastModified;
  const { request, response } = guardedRequest(target, seams, { headers, signal });
  const timeoutError = new UrlRefused(`The URL's host did not answer within ${limits.connectMs / 1_000} seconds.`);
  const timer = setTimeout(() => request.destroy(timeoutError), limits.connectMs);
  request.once('socket', (socket) => {
    socket.once(target.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  });
  request.once('close', () => clearTimeout(timer));
  // Each informational (1xx) response takes as much work as a final response, and a host could send them forever.
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    // Honest hosts send one or two, such as 103 Early Hints.
    if (informational > 20)
      request.destroy(
        new UrlRefused("The URL's host sends too many 1xx responses before its file. Use a plain file server."),
      );
  });
  request.end();
  return response;
}

/** An untrusted host sets these, and we store them and send them back, so only short, standard values are accepted. */
const validatorsOf = ({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): Validators => ({
  etag: etag && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(etag) ? etag : undefined,
  lastModified: lastModified && /^[A-Z][a-z]{2}, [\w :]{15,25} GMT$/.test(lastModified) ? lastModified : undefined,
});
