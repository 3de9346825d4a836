/** A request and its response in API Gateway's format. */
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

/** The body as text. API Gateway encodes a body that it considers binary in base64. */
export const bodyOf = ({ body = '', isBase64Encoded }: HttpEvent): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/** The length of the body as it was sent. */
export const bytesOf = ({ body = '', isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/**
 * The fields of a posted form; `undefined` for a GET. `maxLength`: the most characters in all names and values together. A
 * posted character has up to nine bytes, as in `%E6%BC%A2`.
 */
export function formOf(event: HttpEvent, maxLength = 100_000): Readonly<Record<string, string>> | undefined {
  if (event.requestContext.http.method !== 'POST') return undefined;
  const body = bodyOf(event);
  let fields = 1;
  // Counted first, because the parser takes half a second for millions of fields.
  for (let at = body.indexOf('&'); at >= 0 && fields <= 100; at = body.indexOf('&', at + 1)) fields += 1;
  const form = body.length > 9 * maxLength || fields > 100 ? undefined : [...new URLSearchParams(body)];
  if (form === undefined || form.flat().join('').length > maxLength)
    throw invalidBody('is longer than any form here: fill in the form on the page.');
  return Object.fromEntries(form);
}

/**
 * Browsers say in `sec-fetch-site` which site a form is from, and older ones in `origin`. Our pages send no referrer, so their
 * origin is `null`. In an older browser, any other page that sends no referrer passes too. A request with neither header is
 * not from a browser, so no page can forge it.
 */
export function isFromOtherSite({ headers }: Pick<HttpEvent, 'headers'>, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
