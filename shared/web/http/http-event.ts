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

/** The number of bytes of the body as it was sent. */
export const bytesOf = ({ body = '', isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** The fields of a posted form; `undefined` for a GET. `maxLength`: the most characters in all names and values together. */
export function formOf(event: HttpEvent, maxLength = 100_000): Readonly<Record<string, string>> | undefined {
  if (event.requestContext.http.method !== 'POST') return undefined;
  const body = bodyOf(event);
  // Checked first, because the parser takes half a second for millions of fields.
  const hasTooManyFields = body.split('&', 101).length > 100;
  // One character takes up to nine in the body, such as `%E6%BC%A2`.
  const isTooLong = body.length > 9 * maxLength;
  const form = hasTooManyFields || isTooLong ? undefined : [...new URLSearchParams(body)];
  if (form === undefined || form.flat().join('').length > maxLength)
    throw invalidBody('is longer than any form here: fill in the form on the page.');
  return Object.fromEntries(form);
}

/**
 * Whether a page of another site sent this form. Browsers say in `sec-fetch-site` where a form is from; older ones do so in
 * `origin`, which is `null` for our pages, because they send no referrer. So an older browser can't tell our pages from
 * other pages without a referrer. A request with neither header is not from a browser, so no page can have forged it.
 */
export function isFromOtherSite({ headers }: Pick<HttpEvent, 'headers'>, baseUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
