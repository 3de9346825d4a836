/** `listen`: sends the events of a service on this machine to a receiver under development, and shows them. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Desk, reached } from './desk.ts';
import { defaultUrl, type Exit, exits, misused, Stop } from './words.ts';

export async function listenCommand(desk: Desk): Promise<Exit> {
  const { to: address = '', secret, json: isJson, baseUrl } = desk.command;
  const to = URL.parse(address);
  if (to === null || !/^https?:$/.test(to.protocol))
    throw misused('Name your receiver: --to http://127.0.0.1:3000/hook.');
  const door = doorOf(baseUrl);
  const say = isJson ? desk.tell : desk.print;
  const stopped = desk.interrupted();
  const passage = await openPassage(to, (passed) =>
    desk.print(
      isJson
        ? JSON.stringify({
            id: passed.id,
            event: fieldsIn(passed.event),
            status: passed.status ?? null,
            problem: passed.problem,
            duration_ms: passed.durationMs,
          })
        : lineOf(passed),
    ),
  );
  const patienceMs = 5_000;
  const signal = () => AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]);
  const begin = () => begun(door, { to: to.href, at: passage.at, secret }, signal());
  try {
    const [key] = await begin();
    say(
      [
        `Listening. ${to} gets the events of jobs that are created from now on.`,
        `Key to verify them  ${key}`,
        `A first event       npm run demo -- letter${baseUrl === defaultUrl ? '' : ` --url ${baseUrl}`}`,
        'Press Ctrl+C to stop.',
        '',
      ].join('\n'),
    );
    // The service may end and start again, so the request to listen is repeated.
    let isThere = true;
    while (!stopped.aborted) {
      // More often than the service forgets a listener, and sooner than it tries again after its start.
      await desk.sleep(2_000, stopped);
      const isBack: boolean = await begin().then(
        () => true,
        () => false,
      );
      if (isBack !== isThere && !stopped.aborted)
        say(isBack ? 'The service is back.' : 'The service isn’t responding. Waiting for it.');
      isThere = isBack;
    }
  } catch (error) {
    if (!stopped.aborted) throw error;
  } finally {
    passage.close();
    door.searchParams.set('to', to.href);
    await fetch(door, { method: 'DELETE', signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
  }
  return exits.done;
}

function doorOf(baseUrl: string): URL {
  const { host, hostname, origin } = new URL(baseUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return new URL('/_listen', origin);
  throw misused(`listen only works with a service on this machine. For ${host}, set notify.webhook_url on each job.`);
}

/** The keys with which the service signs. */
async function begun(door: URL, listener: object, signal: AbortSignal): Promise<readonly string[]> {
  const headers = { 'content-type': 'application/json' };
  const response = await reached(fetch(door, { method: 'POST', headers, body: JSON.stringify(listener), signal }));
  const { keys, error } = fieldsIn(await response.text());
  if (response.ok && Array.isArray(keys)) return keys.map(String);
  throw new Stop(
    exits.refused,
    typeof error === 'string' && error !== 'not_found'
      ? error
      : `${door.host} doesn’t take listeners. Start the service with npm start.`,
  );
}

function lineOf({ event, status, problem, durationMs }: Passed, at = new Date()): string {
  const { type, data } = fieldsIn(event);
  const { order_number } = (data ?? {}) as { readonly order_number?: string };
  const remarkOn = (status: number): string | undefined => {
    if (status >= 200 && status < 300) return undefined;
    return status === 410 ? 'no more events of this job' : 'not accepted, will retry';
  };
  const remark = status === undefined ? `${problem}, will retry` : remarkOn(status);
  const parts = [at.toTimeString().slice(0, 8), status ?? '---', type, order_number, `${durationMs} ms`, remark];
  return parts.filter((part) => part !== undefined).join('  ');
}

interface Passed {
  readonly id: string;
  /** The JSON that was sent. */
  readonly event: string;
  /** `undefined` if the receiver gave none. */
  readonly status: number | undefined;
  /** The reason why there was none, in a few words. */
  readonly problem?: string | undefined;
  readonly durationMs: number;
}

async function openPassage(
  to: URL,
  tell: (passed: Passed) => void,
): Promise<{
  /** Only a program that has this address can use it: web pages can guess a port, and not the path. */
  readonly at: string;
  close(): void;
}> {
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
  // All but those that are about the connection.
  const headersOf = ({ headers: { host: _host, connection: _connection, ...headers } }: IncomingMessage) => headers;
  const relayed = ({ headers: { 'retry-after': retryAfter } }: IncomingMessage) =>
    retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const reasonOf = (error: unknown): string => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') return 'nothing is listening there';
    return code === undefined ? 'the connection was closed' : `no response (${code})`;
  };
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
      send(to, { method: 'POST', agent: false, headers: headersOf(request), signal: left.signal })
        .once('response', done)
        .once('error', fail)
        // An answer like 101 ends the request with neither.
        .once('close', () => fail(new Error('closed')))
        .end(event);
    });
    const { statusCode: status = 0 } = response;
    // The service reads nothing else of an answer.
    answer.writeHead(status, relayed(response)).end();
    response.destroy();
    return { ...passed, status, ...after() };
  } catch (error) {
    const problem = left.signal.aborted ? 'the service stopped waiting' : reasonOf(error);
    answer.destroy();
    return { ...passed, status: undefined, problem, ...after() };
  }
}

function fieldsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(json) };
  } catch {
    return {};
  }
}
