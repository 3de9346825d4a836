/** A request and its answer in API Gateway's format. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { invalidBody } from '../../domain/refusal.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

export const json = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** The body as text. API Gateway encodes a body in base64 if it takes it for binary. */
export const bodyOf = ({ body = '', isBase64Encoded }: HttpEvent): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/** The length of the body as it was sent. */
export const bytesOf = ({ body = '', isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** The fields of a form that was posted; `undefined` for a request that only looks. Our shorter forms have a few hundred characters. */
export function formOf(event: HttpEvent, most = 100_000): Readonly<Record<string, string>> | undefined {
  if (event.requestContext.http.method !== 'POST') return undefined;
  const body = bodyOf(event);
  let fields = 1;
  // A body with millions of fields would take the parser half a second.
  for (let at = body.indexOf('&'); at >= 0 && fields <= 100; at = body.indexOf('&', at + 1)) fields += 1;
  if (body.length > most || fields > 100)
    throw invalidBody('is longer than any form here: fill in the form of the page.');
  return Object.fromEntries(new URLSearchParams(body));
}

/**
 * Browsers name the site of a form in `sec-fetch-site`, and older ones in `origin`. Our pages send no referrer, so their
 * origin is `null`. A request without both headers is not from a browser, so no page can forge it.
 */
export function isFromOtherSite({ headers }: Pick<HttpEvent, 'headers'>, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
