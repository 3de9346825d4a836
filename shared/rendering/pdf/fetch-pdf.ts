/**
 * Fetches a PDF from an address that a stranger chose. It never reaches a private address, never sends a cookie or a
 * key, never runs for long, and never repeats what the other side said.
 */

import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Rendered, Unprintable } from '../layout.ts';
import {
  AddressRefused,
  guardedLookup,
  permitted,
  type Resolve,
  resolveBySystem,
  type Target,
} from './public-address.ts';

export interface FetchOptions {
  /** `host:port` pairs from which plain HTTP on a private address is allowed: for development only. */
  readonly allowHosts: readonly string[];
}

/** What a test may replace: the resolver, how a URL that passed becomes a connection, and how long everything may take. */
export interface FetchSeams {
  readonly limits: Readonly<Record<keyof typeof fetchLimits, number>>;
  readonly resolve: Resolve;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
}

export const fetchLimits = { bytes: 20_000_000, redirects: 3, connectMs: 5_000, totalMs: 15_000 } as const;

const realSeams: FetchSeams = {
  limits: fetchLimits,
  resolve: resolveBySystem,
  connect: (url, options) => (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options),
};

/** A refusal on the way: the message is for the API's user. */
class Refused extends Error {}

/**
 * The PDF's bytes. Unprintable, naming the rule that was broken: https on port 443 of a public host without user info,
 * at most 3 redirects which obey the same rules, 200, no content encoding, 20 MB, 5 s to connect, 15 s in all, `%PDF-`.
 */
export async function fetchPdf(
  url: string,
  options: FetchOptions,
  replaced: Partial<FetchSeams> = {},
): Promise<Rendered<{ pdf: Uint8Array }>> {
  const seams = { ...realSeams, ...replaced };
  const signal = AbortSignal.timeout(seams.limits.totalMs);
  try {
    return { ok: true, warnings: [], pdf: await follow(url, options, seams, signal) };
  } catch (error) {
    if (error instanceof Refused || error instanceof AddressRefused) return refusal(error.message);
    if (signal.aborted) return refusal(`The URL did not deliver its file within ${seconds(seams.limits.totalMs)}.`);
    return refusal('The URL could not be fetched: the connection failed. Check that anybody can open it.');
  }
}

async function follow(url: string, options: FetchOptions, seams: FetchSeams, signal: AbortSignal): Promise<Uint8Array> {
  const { redirects, bytes } = seams.limits;
  let next = url;
  for (let hop = 0; hop <= redirects; hop++) {
    const target = permitted(next, options.allowHosts);
    const response = await answerOf(target, seams, signal);
    try {
      const location = redirectOf(response);
      if (location === undefined) return await bodyOf(response, bytes);
      next = URL.parse(location, target.url.href)?.href ?? '';
    } finally {
      response.destroy();
    }
  }
  throw new Refused(`The URL redirects more than ${redirects} times. Use the address of the file itself.`);
}

function answerOf(
  { url, isAllowed }: Target,
  { resolve, connect, limits }: FetchSeams,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = connect(url, {
      // A pooled connection would skip the lookup, which is the guard.
      agent: false,
      signal,
      headers: { accept: 'application/pdf', 'accept-encoding': 'identity', 'user-agent': 'print-and-mail' },
      ...(isAllowed ? {} : { lookup: guardedLookup(resolve) }),
    });
    const late = new Refused(`The URL's host did not answer within ${seconds(limits.connectMs)}.`);
    const clock = setTimeout(() => request.destroy(late), limits.connectMs);
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(clock));
    });
    request.once('close', () => {
      clearTimeout(clock);
      // An answer like 101 ends the request with neither a response nor an error.
      fail(new Error('closed'));
    });
    request.on('error', fail).once('response', done).end();
  });
}

/** Where the answer sends us, or undefined if it is the file. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) return headers.location;
  if (statusCode === 200) return undefined;
  throw new Refused(`The URL answered with status ${statusCode} instead of a file. Check that anybody can open it.`);
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) {
    throw new Refused('The URL delivers its file compressed, which was not asked for. Use a plain file server.');
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const pdf = Buffer.concat(chunks);
  if (!pdf.subarray(0, 1024).includes('%PDF-'))
    throw new Refused('The URL does not deliver a PDF: the file does not begin with %PDF-.');
  return pdf;
}

const tooLarge = (maxBytes: number) =>
  new Refused(`The PDF is larger than ${maxBytes / 1_000_000} MB. Use a smaller one.`);

const seconds = (ms: number) => `${ms / 1000} seconds`;

function refusal(problem: string): Unprintable {
  return { ok: false, problem };
}
