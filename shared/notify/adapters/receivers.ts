/** Posts to receivers that strangers named: no private address, no redirect, a time limit, and only the response's head is read. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { timeoutsMs } from '../../domain/times.ts';
import {
  checkUrl,
  guardedLookup,
  type ResolveHost,
  resolveByDns,
  type Target,
  UrlRefused,
} from '../../partners/http/public-address.ts';
import type { Receivers } from '../deps.ts';
import type { DeliveryOutcome } from '../outbox.ts';

/** The parts that a test may replace. */
export interface ReceiverSeams {
  readonly resolve: ResolveHost;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
  readonly timeoutMs: number;
}

/** `allowHosts`: `host:port` pairs that may be private and speak plain HTTP, for development only. */
export function guardedReceivers(allowHosts: readonly string[], replaced: Partial<ReceiverSeams> = {}): Receivers {
  const example = 'https://shop.example.com/hooks';
  const seams: ReceiverSeams = {
    resolve: resolveByDns(),
    connect: (to, options) => (to.protocol === 'https:' ? httpsRequest : httpRequest)(to, options),
    timeoutMs: timeoutsMs.event,
    ...replaced,
  };
  return {
    async problemOf(url) {
      try {
        checkUrl(url, allowHosts, example);
        return undefined;
      } catch (error) {
        if (!(error instanceof UrlRefused)) throw error;
        const isNear = /^(?:\w+:\/\/)?(?:localhost|127\.|0\.0\.0\.0|\[::1?\]|host\.docker\.)/i.test(url);
        const cure = ' For a receiver on the machine of the service, start it with PDF_URL_ALLOW_HOSTS=127.0.0.1:3000.';
        return `cannot receive events: ${error.message}${isNear ? cure : ''}`;
      }
    },
    async post(url, body, headers) {
      const signal = AbortSignal.timeout(seams.timeoutMs);
      try {
        const target = checkUrl(url, allowHosts, example);
        const response = await responseOf(target, { ...seams, body, headers, signal });
        response.destroy();
        const { statusCode = 0, headers: head } = response;
        // Seconds, or a date (RFC 9110, section 10.2.3).
        const after = head['retry-after'] ?? '';
        const afterMs = /^\d{1,9}$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
        return {
          outcome: outcomeOf(statusCode),
          code: `http_${statusCode}`,
          retryAfterMs: afterMs > 0 ? afterMs : undefined,
        };
      } catch (error) {
        const code = signal.aborted ? 'timeout' : 'connection';
        return { outcome: 'unreachable', code: error instanceof UrlRefused ? 'address' : code };
      }
    },
  };
}

/** A redirect leads to an address that no one agreed to, so it counts as unreachable. */
function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}

function responseOf(
  { url, isAllowed }: Target,
  {
    resolve,
    connect,
    body,
    headers,
    signal,
  }: ReceiverSeams & {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
) {
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
      // A host that the operator allowed may be in the hosts file, which only the system's lookup reads.
      lookup: isAllowed ? undefined : guardedLookup(resolve),
    });
    // A response like 101 ends the request with neither a response nor an error.
    request.once('close', () => fail(new Error('closed')));
    request.on('error', fail).once('response', done).end(bytes);
  });
}
