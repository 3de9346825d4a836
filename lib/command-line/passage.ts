/** A way through this process to a receiver that is being written: requests pass unchanged, and so does the head of an answer. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Passed {
  readonly id: string;
  /** The JSON that was sent. */
  readonly event: string;
  /** `undefined` if the receiver gave none. */
  readonly status: number | undefined;
  /** The reason why there was none, in a few words. */
  readonly problem?: string | undefined;
  readonly durationMs: number;
}

export interface Passage {
  /** Only those who were told this address can use it: web pages can guess a port, and not the path. */
  readonly at: string;
  close(): void;
}

export async function openPassage(to: URL, tell: (passed: Passed) => void): Promise<Passage> {
  const path = `/${randomUUID()}`;
  const server = createServer((request, answer) => {
    if (request.method === 'POST' && request.url === path) void pass(to, request, answer).then(tell);
    else answer.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Never throws: without an answer of the receiver, the service's connection breaks, as the receiver's would. */
async function pass(to: URL, request: IncomingMessage, answer: ServerResponse): Promise<Passed> {
  const startedAt = performance.now();
  const event = await text(request).catch(() => '');
  const left = new AbortController();
  answer.once('close', () => left.abort());
  const passed = { id: String(request.headers['webhook-id']), event };
  const after = () => ({ durationMs: Math.round(performance.now() - startedAt) });
  try {
    const response = await answerOf(to, { headers: headersOf(request), signal: left.signal }, event);
    const { statusCode: status = 0 } = response;
    // The service reads nothing else of an answer.
    answer.writeHead(status, relayed(response)).end();
    response.destroy();
    return { ...passed, status, ...after() };
  } catch (error) {
    const problem = left.signal.aborted ? 'the service waited no longer' : reasonOf(error);
    answer.destroy();
    return { ...passed, status: undefined, problem, ...after() };
  }
}

function answerOf(to: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
    send(to, { method: 'POST', agent: false, ...options })
      .once('response', done)
      .once('error', fail)
      // An answer like 101 ends the request with neither.
      .once('close', () => fail(new Error('closed')))
      .end(body);
  });
}

/** All but those that are about the connection. */
const headersOf = ({ headers: { host: _host, connection: _connection, ...headers } }: IncomingMessage) => headers;

const relayed = ({ headers: { 'retry-after': retryAfter } }: IncomingMessage) =>
  retryAfter === undefined ? {} : { 'retry-after': retryAfter };

export function fieldsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(json) };
  } catch {
    return {};
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'nothing answers there';
  return code === undefined ? 'the connection was closed' : `no answer (${code})`;
}
