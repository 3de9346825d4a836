/** Turns a handler's result into the HTTP response that API Gateway would make of it. */
import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export type GatewayResult = APIGatewayProxyStructuredResultV2;

/** Throws before it sends a byte if the result is not an HTTP response. */
export function answer(response: ServerResponse, result: GatewayResult): void {
  const { statusCode = 200, headers = {}, cookies, body = '', isBase64Encoded } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies) response.setHeader('set-cookie', cookies);
  response.setHeader('content-length', bytes.length);
  response.writeHead(statusCode);
  response.end(bytes);
}

/** A result without a status is the body of a 200, as payload format 2.0 defines. */
export const inferred = (result: unknown): GatewayResult =>
  typeof result === 'object' && result !== null && 'statusCode' in result
    ? (result as GatewayResult)
    : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result ?? null) };

/** An answer that API Gateway itself sends, in place of a handler's. */
export const gatewayAnswer = (statusCode: number, body: object, requestId: string): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'x-request-id': requestId },
  body: JSON.stringify(body),
});
