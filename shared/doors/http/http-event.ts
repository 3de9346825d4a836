/** A request and its answer in API Gateway's format. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The body as text. API Gateway encodes a body in base64 if it takes it for binary. */
export const bodyOf = ({ body, isBase64Encoded }: HttpEvent): string =>
  body === undefined ? '' : isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/** The fields of a form that was posted; `undefined` for a request that only looks. */
export const formOf = (event: HttpEvent): Readonly<Record<string, string>> | undefined =>
  event.requestContext.http.method === 'POST' ? Object.fromEntries(new URLSearchParams(bodyOf(event))) : undefined;
