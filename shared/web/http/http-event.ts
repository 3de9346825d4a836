/** A request and its answer in API Gateway's format. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { invalidBody } from '../../domain/refusal.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The body as text. API Gateway encodes a body in base64 if it takes it for binary. */
export const bodyOf = ({ body = '', isBase64Encoded }: HttpEvent): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/** The length of the body as it was sent. */
export const bytesOf = ({ body = '', isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** Our shorter forms have a few hundred characters. */
const mostOfForm = 100_000;
const mostFields = 100;

/** The fields of a form that was posted; `undefined` for a request that only looks. */
export function formOf(event: HttpEvent, most = mostOfForm): Readonly<Record<string, string>> | undefined {
  if (event.requestContext.http.method !== 'POST') return undefined;
  const body = bodyOf(event);
  // Millions of fields would take the parser half a second.
  if (body.length > most || hasManyFields(body))
    throw invalidBody('is longer than any form here: fill in the form of the page.');
  return Object.fromEntries(new URLSearchParams(body));
}

function hasManyFields(body: string): boolean {
  let count = 1;
  for (let at = body.indexOf('&'); at >= 0 && count <= mostFields; at = body.indexOf('&', at + 1)) count += 1;
  return count > mostFields;
}
