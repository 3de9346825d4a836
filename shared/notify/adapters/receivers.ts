/** Posts to receivers that strangers have named: no private address, no redirect, in time, and nothing of an answer but its head. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tellingTimeoutMs } from '../../domain/retry.ts';
import {
  AddressRefused,
  guardedLookup,
  permitted,
  type ResolveHost,
  resolveByDns,
  type Target,
} from '../../partners/http/public-address.ts';
import type { Receivers } from '../deps.ts';
import type { DeliveryOutcome } from '../outbox.ts';

const example = 'https://shop.example.com/hooks';

/** The parts that a test may replace. */
export interface ReceiverSeams {
  readonly resolve: ResolveHost;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
  readonly timeoutMs: number;
}

/** `allowHosts`: `host:port` pairs that may be private and speak plain HTTP, for development only. */
export function guardedReceivers(allowHosts: readonly string[], replaced: Partial<ReceiverSeams> = {}): Receivers {
  const seams: ReceiverSeams = {
    resolve: resolveByDns(),
    connect: (to, options) => (to.protocol === 'https:' ? httpsRequest : httpRequest)(to, options),
    timeoutMs: tellingTimeoutMs,
    ...replaced,
  };
  return {
    async problemOf(url) {
      try {
        permitted(url, allowHosts, example);
        return undefined;
      } catch (error) {
        if (!(error instanceof AddressRefused)) throw error;
        const isNear = /^(?:\w+:\/\/)?(?:localhost|127\.|0\.0\.0\.0|\[::1?\]|host\.docker\.)/i.test(url);
        const cure = ' For a receiver on your own machine, leave it out and run: npx print-and-mail listen --to URL.';
        return `cannot be told of events: ${error.message}${isNear ? cure : ''}`;
      }
    },
    async post(url, body, headers) {
      const signal = AbortSignal.timeout(seams.timeoutMs);
      try {
        const target = permitted(url, allowHosts, example);
        const response = await answerOf(target, { ...seams, body, headers, signal });
        response.destroy();
        const {
          statusCode = 0,
          headers: { 'retry-after': after },
        } = response;
        return { outcome: outcomeOf(statusCode), code: `http_${statusCode}`, retryAfterMs: retryAfterMs(after) };
      } catch (error) {
        const code = signal.aborted ? 'timeout' : 'connection';
        return { outcome: 'unreachable', code: error instanceof AddressRefused ? 'address' : code };
      }
    },
  };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(header = ''): number | undefined {
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : undefined;
}

/** A redirect leads where no one agreed to it, so it counts as an address that is out of order. */
function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}

interface Posting extends ReceiverSeams {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function answerOf({ url, isAllowed }: Target, { resolve, connect, body, headers, signal }: Posting) {
  const bytes = Buffer.from(body);
  return new Promise<IncomingMessage>((done, fail) => {
    const request = connect(url, {
      method: 'POST',
      // The lookup is the guard, and a pooled connection would skip it.
      agent: false,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'accept-encoding': 'identity',
        'user-agent': 'print-and-mail',
        ...headers,
      },
      // A host that the operator allowed may stand in the hosts file, which only the system's look-up reads.
      lookup: isAllowed ? undefined : guardedLookup(resolve),
    });
    // An answer like 101 ends the request with neither a response nor an error.
    request.once('close', () => fail(new Error('closed')));
    request.on('error', fail).once('response', done).end(bytes);
  });
}
