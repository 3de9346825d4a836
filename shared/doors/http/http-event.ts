/** A request and its answer as API Gateway writes them. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The bytes that were sent, as text; API Gateway wraps what it takes for binary in base64. */
export const bodyOf = ({ body, isBase64Encoded }: HttpEvent): string =>
  body === undefined ? '' : isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
