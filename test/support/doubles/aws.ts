/** A server in place of AWS that records each request and responds as the test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { awsVariables } from '../../../lib/local/emulators/aws.ts';
import { listen } from '../../../lib/local/gateway/http.ts';

interface AwsRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface AwsReply {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `reply` gets the request's text. */
export async function awsDouble(reply: (text: string) => AwsReply) {
  const requests: AwsRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const text = Buffer.concat(await request.toArray()).toString();
    requests.push({ method, url, headers, text });
    const { status, body, type = 'application/x-amz-json-1.0', headers: more } = reply(text);
    response.writeHead(status, { 'content-type': type, connection: 'close', ...more }).end(body);
  });
  const { url, close } = await listen(server);
  // Without the SDK's retries, so that each call is one request.
  Object.assign(process.env, awsVariables, { AWS_ENDPOINT_URL: url, AWS_MAX_ATTEMPTS: '1' });
  return { url, requests, close: () => close(0) };
}
