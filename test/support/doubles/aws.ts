/** AWS as one server on 127.0.0.1 that keeps each request as it came over the wire, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awsVariables } from '../../../lib/local/emulators/aws.ts';

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
}

/** `reply` gets the text of the request. */
export async function awsDouble(reply: (text: string) => AwsReply) {
  const requests: AwsRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    const came = { method, url, headers, text: Buffer.concat(parts).toString() };
    requests.push(came);
    const { status, body, type = 'application/x-amz-json-1.0' } = reply(came.text);
    response.writeHead(status, { 'content-type': type, connection: 'close' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The SDK tries once: a test wants to see each answer once.
  Object.assign(process.env, awsVariables, { AWS_ENDPOINT_URL: url, AWS_MAX_ATTEMPTS: '1' });
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url, requests, close };
}
