/** Fetches a file from a stranger's address: no private address, no cookie, no long wait, no quoting. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { finished } from 'node:stream/promises';
import { type Room, tooLargeTogether } from '../../domain/input/content.ts';
import type { Validators } from '../../domain/input/quoted-content.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  AddressRefused,
  guardedLookup,
  permitted,
  type ResolveHost,
  resolveByDns,
  type Target,
} from './public-address.ts';

interface BodyLimits {
  readonly bytes: number;
  /** The bytes that all bodies may hold at one time. */
  readonly bytesTogether: number;
  /** Shared by all files of one request. */
  readonly room?: Room | undefined;
}

/** The message is for the API's user. */
class Refused extends Error {}

interface Receiving {
  bytes: number;
  readonly drop: () => void;
}

const receiving = new Set<Receiving>();

async function receive(response: IncomingMessage, limits: BodyLimits, noun: string): Promise<Buffer> {
  const tooLarge = () => new Refused(`The ${noun} is larger than ${limits.bytes / 1_000_000} MB. Use a smaller one.`);
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) {
    throw new Refused('The URL delivers its file compressed, which was not asked for. Use a plain file server.');
  }
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  const mine: Receiving = { bytes: 0, drop: () => response.destroy(busy()) };
  receiving.add(mine);
  // An iterator would join the pieces before it hands them over, so nobody could count them.
  response.on('data', (chunk: Buffer) => {
    mine.bytes += chunk.length;
    chunks.push(chunk);
    if (mine.bytes > limits.bytes) response.destroy(tooLarge());
    else if (limits.room?.(chunk.length) === false) response.destroy(new Refused(tooLargeTogether));
    // A piece costs as much work as its bytes do not tell: a file in single bytes takes the whole process to read.
    else if (chunks.length > 10_000 + mine.bytes / 64) response.destroy(crumbs());
    else makeRoom(limits.bytesTogether);
  });
  try {
    await finished(response);
    return Buffer.concat(chunks);
  } finally {
    receiving.delete(mine);
  }
}

const crumbs = () =>
  new Refused(
    'The URL delivers its file in pieces of a few bytes, which takes too long to read. Use a plain file server.',
  );

/** Drops the largest, so that slow and large bodies never keep small ones out. */
function makeRoom(bytesTogether: number): void {
  const all = [...receiving];
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= bytesTogether) return;
  const largest = all.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  receiving.delete(largest);
  largest.drop();
}

const busy = () =>
  new Refusal(
    'unavailable',
    'Many large files are being fetched at this moment: send the same request again in a few seconds.',
  );

export interface FetchRequest {
  /** The kind of file, for sentences: `PDF`. */
  readonly noun: string;
  /** Its media type. */
  readonly accept: string;
  /** A valid address, for the sentence about an invalid one. */
  readonly example: string;
  readonly limits: BodyLimits & { readonly redirects: number; readonly connectMs: number; readonly totalMs: number };
  /** Asks for the file only if these have changed. */
  readonly known?: Validators | undefined;
  /** `host:port` pairs that may be private and speak plain HTTP: for development only. */
  readonly allowHosts: readonly string[];
}

/** The parts that a test may replace: the limits, the resolver, and the connection to a permitted URL. */
export interface FetchSeams {
  readonly limits: FetchRequest['limits'];
  readonly resolve: ResolveHost;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
}

interface File {
  /** `undefined`: the server says that the file is the known one. */
  readonly bytes: Buffer | undefined;
  readonly validators: Validators;
}

export type Fetched =
  | ({ readonly ok: true } & File)
  /** `problem`: a sentence for the API's user that names the broken rule. */
  | { readonly ok: false; readonly problem: string };

interface Fetching extends FetchRequest, FetchSeams {
  readonly signal: AbortSignal;
}

/** The rules: https, port 443, a public host without user info, for redirects too; 200, no encoding, the limits. */
export async function guardedFetch(
  url: string,
  request: FetchRequest,
  replaced: Partial<FetchSeams> = {},
): Promise<Fetched> {
  const seams: FetchSeams = {
    limits: request.limits,
    resolve: resolveByDns(),
    connect: (to, options) => (to.protocol === 'https:' ? httpsRequest : httpRequest)(to, options),
    ...replaced,
  };
  const { totalMs } = seams.limits;
  const signal = AbortSignal.timeout(totalMs);
  const refusal = (problem: string): Fetched => ({ ok: false, problem });
  try {
    return { ok: true, ...(await follow(url, { ...request, ...seams, signal })) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Refused || error instanceof AddressRefused) return refusal(error.message);
    if (signal.aborted) return refusal(`The URL did not deliver its file within ${seconds(totalMs)}.`);
    return refusal('The URL could not be fetched: the connection failed. Check that anybody can open it.');
  }
}

async function follow(url: string, fetching: Fetching): Promise<File> {
  const { limits, allowHosts, example, known, noun } = fetching;
  let next = url;
  for (let hop = 0; hop <= limits.redirects; hop++) {
    const target = permitted(next, allowHosts, example);
    const response = await answerOf(target, fetching);
    try {
      if (response.statusCode === 304 && areKnown(known)) return { bytes: undefined, validators: { ...known } };
      const location = redirectOf(response);
      if (location === undefined) {
        return { bytes: await receive(response, limits, noun), validators: validatorsOf(response.headers) };
      }
      next = URL.parse(location, target.url.href)?.href ?? '';
    } finally {
      response.destroy();
    }
  }
  throw new Refused(`The URL redirects more than ${limits.redirects} times. Use the address of the file itself.`);
}

function answerOf(
  { url, isAllowed }: Target,
  { resolve, connect, limits, accept, known, signal }: Fetching,
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = connect(url, {
      // The lookup is the guard, and a pooled connection would skip it.
      agent: false,
      signal,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'print-and-mail', ...conditionsOf(known) },
      // A host that the operator allowed may stand in the hosts file, which only the system's look-up reads.
      lookup: isAllowed ? undefined : guardedLookup(resolve),
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
    // Each costs as much work as an answer, and a host may send them for as long as it is listened to.
    let announcements = 0;
    request.on('information', () => {
      announcements += 1;
      // Honest hosts send one or two, such as 103 Early Hints.
      if (announcements > 20) request.destroy(new Refused(onlyAnnounced));
    });
    request.on('error', fail).once('response', done).end();
  });
}

/** The address of a redirect; undefined if the answer is the file. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) return headers.location;
  if (statusCode === 200) return undefined;
  throw new Refused(`The URL answered with status ${statusCode} instead of a file. Check that anybody can open it.`);
}
const onlyAnnounced = "The URL's host announces its file again and again before it sends it. Use a plain file server.";

const seconds = (ms: number) => `${ms / 1_000} seconds`;

/** A stranger wrote these, and they are stored and sent back: only the forms of the standard, and nothing long. */
const validatorsOf = ({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): Validators => ({
  etag: etag && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(etag) ? etag : undefined,
  lastModified: lastModified && /^[A-Z][a-z]{2}, [\w :]{15,25} GMT$/.test(lastModified) ? lastModified : undefined,
});

/** A header needs a value. */
const conditionsOf = ({ etag, lastModified }: Validators = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ 'if-none-match': etag, 'if-modified-since': lastModified }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    ),
  );

const areKnown = ({ etag, lastModified }: Validators = {}): boolean => (etag ?? lastModified) !== undefined;
