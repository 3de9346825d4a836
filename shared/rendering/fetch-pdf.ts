/**
 * Fetches a PDF from an address that a stranger chose. It never reaches a private address, never sends a cookie or a
 * key, never runs for long, and never repeats what the other side said.
 */

import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Rendered, Unprintable } from './layout.ts';
import { AddressRefused, guardedLookup, type Resolve, resolveBySystem } from './public-address.ts';

export interface FetchOptions {
  /** `host:port` pairs from which plain HTTP on a private address is allowed: for development only. */
  readonly allowHosts: readonly string[];
}

/** What a test may replace: the resolver, and how a URL that passed becomes a connection. */
export interface FetchSeams {
  readonly resolve: Resolve;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
}

export const fetchLimits = { bytes: 20_000_000, redirects: 3, connectMs: 5_000, totalMs: 15_000 } as const;

const realSeams: FetchSeams = {
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
  seams: Partial<FetchSeams> = {},
): Promise<Rendered<{ pdf: Uint8Array }>> {
  const signal = AbortSignal.timeout(fetchLimits.totalMs);
  try {
    const pdf = await follow(url, options, { ...realSeams, ...seams }, signal);
    return { ok: true, warnings: [], pdf };
  } catch (error) {
    if (error instanceof Refused || error instanceof AddressRefused) return refusal(error.message);
    if (signal.aborted)
      return refusal(`The URL did not deliver its file within ${fetchLimits.totalMs / 1000} seconds.`);
    return refusal('The URL could not be fetched: the connection failed. Check that anybody can open it.');
  }
}

async function follow(url: string, options: FetchOptions, seams: FetchSeams, signal: AbortSignal): Promise<Uint8Array> {
  let next = url;
  for (let hop = 0; hop <= fetchLimits.redirects; hop++) {
    const target = permitted(next, options);
    const response = await answerOf(target, seams, signal);
    try {
      const location = redirectOf(response);
      if (location === undefined) return await bodyOf(response);
      next = URL.parse(location, target.url.href)?.href ?? '';
    } finally {
      response.destroy();
    }
  }
  throw new Refused(`The URL redirects more than ${fetchLimits.redirects} times. Use the address of the file itself.`);
}

interface Target {
  readonly url: URL;
  /** True for a host that the operator allowed by name: it may be private and speak plain HTTP. */
  readonly isAllowed: boolean;
}

/** The rules for the address itself. WHATWG parsing comes first: it turns 0x7f000001 and its relatives into 127.0.0.1. */
function permitted(address: string, { allowHosts }: FetchOptions): Target {
  const url = URL.parse(address);
  if (url === null) throw new Refused('The URL is not valid. Use an address like https://example.com/letter.pdf.');
  if (url.username !== '' || url.password !== '')
    throw new Refused('The URL must not contain a user name or password.');
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  const isAllowed = /^https?:$/.test(url.protocol) && allowHosts.includes(`${url.hostname}:${port}`);
  if (isAllowed) return { url, isAllowed };
  if (url.protocol !== 'https:') throw new Refused('The URL must begin with https://.');
  if (url.port !== '') throw new Refused('The URL must use port 443, the standard port of https. Leave the port out.');
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new Refused('The URL must name a host, not an IP address.');
  return { url, isAllowed };
}

function answerOf(
  { url, isAllowed }: Target,
  { resolve, connect }: FetchSeams,
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
    const late = () =>
      request.destroy(new Refused(`The URL's host did not answer within ${fetchLimits.connectMs / 1000} seconds.`));
    const clock = setTimeout(late, fetchLimits.connectMs);
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(clock));
    });
    request.once('close', () => clearTimeout(clock));
    request.once('error', fail).once('response', done).end();
  });
}

/** Where the answer sends us, or undefined if it is the file. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) return headers.location;
  if (statusCode === 200) return undefined;
  throw new Refused(`The URL answered with status ${statusCode} instead of a file. Check that anybody can open it.`);
}

async function bodyOf(response: IncomingMessage): Promise<Uint8Array> {
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) {
    throw new Refused('The URL delivers its file compressed, which was not asked for. Use a plain file server.');
  }
  if (Number(response.headers['content-length'] ?? 0) > fetchLimits.bytes) throw new Refused(tooLarge);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > fetchLimits.bytes) throw new Refused(tooLarge);
    chunks.push(chunk);
  }
  const pdf = Buffer.concat(chunks);
  if (!pdf.subarray(0, 1024).includes('%PDF-'))
    throw new Refused('The URL does not deliver a PDF: the file does not begin with %PDF-.');
  return pdf;
}

const tooLarge = `The PDF is larger than ${fetchLimits.bytes / 1_000_000} MB. Use a smaller one.`;

function refusal(problem: string): Unprintable {
  return { ok: false, problem };
}
