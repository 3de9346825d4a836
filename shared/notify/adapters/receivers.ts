/** Posts to untrusted URLs: no private IP address, no redirect, a time limit, and only the response headers are read. */
import { timeoutsMs } from '../../domain/times.ts';
import { checkUrl, guardedRequest, type RequestSeams, UrlRefused } from '../../partners/http/public-address.ts';
import type { NotifyDeps, PostOutcome } from '../deps.ts';

/** `allowHosts`: `host:port` pairs that may be private and use plain HTTP, for development only. `seams`: for tests. */
export function guardedReceivers(
  allowHosts: readonly string[],
  { timeoutMs = timeoutsMs.event, ...seams }: Partial<RequestSeams> & { readonly timeoutMs?: number } = {},
): NotifyDeps['receivers'] {
  const example = 'https://shop.example.com/hooks';
  return {
    async problemOf(url) {
      try {
        checkUrl(url, allowHosts, example);
        return undefined;
      } catch (error) {
        if (!(error instanceof UrlRefused)) throw error;
        const isLocal = /^(?:\w+:\/\/)?(?:localhost|127\.|0\.0\.0\.0|\[::1?\]|host\.docker\.)/i.test(url);
        const fix =
          ' If the receiver runs on the same machine as the service, start the service with PDF_URL_ALLOW_HOSTS=127.0.0.1:3000.';
        return `cannot receive events: ${error.message}${isLocal ? fix : ''}`;
      }
    },
    async post(url, body, headers) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const target = checkUrl(url, allowHosts, example);
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

/** A redirect leads to a URL that the caller didn't name, so it counts as unreachable. */
function outcomeOf(status: number): PostOutcome['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}
