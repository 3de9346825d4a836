/** Posts to untrusted URLs: no private IP address, no redirect, a time limit, and only the response headers are read. */
import { timeoutsMs } from '../../domain/times.ts';
import { checkUrl, guardedRequest, portOf, type RequestSeams, UrlRefused } from '../../partners/http/public-address.ts';
import type { NotifyDeps, PostOutcome } from '../deps.ts';

/** `allowedHosts`: `host:port` pairs that may be private and use plain HTTP, for development only. `seams`: for tests. */
export function guardedReceivers(
  allowedHosts: readonly string[],
  { timeoutMs = timeoutsMs.event, ...seams }: Partial<RequestSeams> & { readonly timeoutMs?: number } = {},
): NotifyDeps['receivers'] {
  const example = 'https://shop.example.com/hooks';
  return {
    async problemOf(url) {
      try {
        checkUrl(url, allowedHosts, example);
        return undefined;
      } catch (error) {
        if (!(error instanceof UrlRefused)) throw error;
        return `cannot receive events: ${error.message}${howToAllow(url)}`;
      }
    },
    async post(url, body, headers) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const target = checkUrl(url, allowedHosts, example);
        const bytes = Buffer.from(body);
        const allHeaders = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers };
        const { request, response } = guardedRequest(target, seams, { method: 'POST', signal, headers: allHeaders });
        request.end(bytes);
        const { statusCode = 0, headers: received } = (await response).destroy();
        // Seconds, or a date (RFC 9110, section 10.2.3).
        const after = received['retry-after'] ?? '';
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

/** How to allow a receiver on the service's machine. The setting accepts no IPv6 address. */
function howToAllow(text: string): string {
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`);
  const isLocal = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/.test(url?.hostname ?? '');
  if (url === null || !isLocal) return '';
  const host = `${url.hostname.replace(/^\[.*/, '127.0.0.1')}:${portOf(url)}`;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  return ` If the receiver runs on the same machine as the service, start the service with PDF_URL_ALLOW_HOSTS=${host}, and use ${scheme}://${host}.`;
}

/** A redirect counts as unreachable, because it leads to a URL that the API's client didn't name. */
function outcomeOf(status: number): PostOutcome['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}
