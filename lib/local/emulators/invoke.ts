/** Emulates Lambda's Invoke: runs the manifest's `invoke` functions in this process. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { type Functions, TimedOut } from '../functions.ts';
import { type ListeningServer, listen, readBody } from '../gateway/http.ts';
import { guard } from './aws.ts';

export function startInvoke(rows: readonly FunctionRow[], functions: Functions): Promise<ListeningServer> {
  const invocable = new Map(rows.filter(({ trigger }) => 'invoke' in trigger).map((row) => [row.name, row]));
  const server = createServer((request, response) => {
    serve(invocable, functions, request, response).catch(() => response.destroy());
  });
  return listen(guard(server));
}

async function serve(
  invocable: ReadonlyMap<string, FunctionRow>,
  functions: Functions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const payloadLimitBytes = 6 * 1_024 * 1_024;
  const payload = await readBody(request, payloadLimitBytes);
  const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '')?.[1];
  const row = request.method === 'POST' && name ? invocable.get(decodeURIComponent(name)) : undefined;
  const refuse = (statusCode: number, code: string, message: string): void =>
    send(response, statusCode, { Type: 'User', Message: message }, { 'x-amzn-errortype': code });
  if (!row) return refuse(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  if (!payload) return refuse(413, 'RequestTooLargeException', `More than ${payloadLimitBytes} bytes.`);
  await functions.call(row, payload.length > 0 ? JSON.parse(payload.toString()) : {}).then(
    (result) => send(response, 200, result ?? null),
    (error: Error) => {
      const errorType = error instanceof TimedOut ? 'Sandbox.Timedout' : error.name;
      send(response, 200, { errorType, errorMessage: error.message }, { 'x-amz-function-error': 'Unhandled' });
    },
  );
}

function send(response: ServerResponse, statusCode: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(statusCode, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
    'x-amz-executed-version': '$LATEST',
    ...headers,
  });
  response.end(text);
}
