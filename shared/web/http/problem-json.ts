/** A problem as JSON: our own form, or RFC 9457's for clients that prefer it. */
import { capitalized } from '../../domain/text.ts';
import { preferred } from './accept.ts';
import type { HttpEvent, HttpResult } from './http-event.ts';
import type { RefusedAnswer } from './problem.ts';

/** The form of RFC 9457 has our own members beside its own, so that one program reads both. */
export function problemAsJson(
  { status, headers, body }: RefusedAnswer,
  { event }: { readonly event: { readonly headers: HttpEvent['headers'] } },
): HttpResult {
  const { error, code, hint, docs_url } = body;
  const isOurs =
    preferred(event.headers.accept, ['application/json', 'application/problem+json']) === 'application/json';
  const details = () => {
    // Loaded only here, because an import of this module would cost every function 15 ms of its start.
    const { STATUS_CODES } = process.getBuiltinModule('node:http');
    const title = code === undefined ? STATUS_CODES[status] : capitalized(code.replaceAll('_', ' '));
    return { type: docs_url ?? 'about:blank', title, status, detail: hint ?? error };
  };
  return {
    statusCode: status,
    headers: {
      'content-type': isOurs ? 'application/json; charset=utf-8' : 'application/problem+json',
      vary: 'accept',
      ...headers,
    },
    body: JSON.stringify(isOurs ? body : { ...details(), ...body }),
  };
}
