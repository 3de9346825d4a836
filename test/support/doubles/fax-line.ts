/** The base of Telnyx's double: a server on 127.0.0.1 with faults on demand, and the test numbers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { record } from './recorder.ts';
import { bodyOf } from './request-body.ts';

/**
 * `reset` and `silent` before anything has happened, `reset_after`, `silent_after`, `malformed` and `cut_off` after it
 * has; a status, with the partner's own error or a body, is answered instead of it.
 */
export type Fault =
  | 'reset'
  | 'reset_after'
  | 'silent'
  | 'silent_after'
  | 'malformed'
  | 'cut_off'
  | number
  | { readonly status: number; readonly body: unknown; readonly location?: string };

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body?: object | undefined;
  /** The effect has come about, but its answer gets lost. */
  readonly lost?: boolean;
}

export interface Line<Route extends string> {
  readonly base: string;
  /** The number of requests to each route. */
  readonly asked: Readonly<Record<Route, number>>;
  /** The next `times` requests of that route go wrong; `Infinity` for all of them. */
  fault(route: Route, fault: Fault, times?: number): void;
  close(): Promise<void>;
}

export interface Desk<Route extends string> {
  readonly routes: readonly Route[];
  routeOf(asked: Asked): Route | undefined;
  answer(route: Route, asked: Asked): Answered;
  /** The partner's own error body. */
  errorOf(status: number): object;
}

export async function openLine<Route extends string>(desk: Desk<Route>): Promise<Line<Route>> {
  const asked = Object.fromEntries(desk.routes.map((route) => [route, 0])) as Record<Route, number>;
  const faults = new Map<Route, { readonly fault: Fault; left: number }>();

  const faultOf = (route: Route): Fault | undefined => {
    const planted = faults.get(route);
    if (planted === undefined || planted.left <= 0) return undefined;
    planted.left -= 1;
    return planted.fault;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await questionOf(request);
    const route = desk.routeOf(question);
    if (route === undefined) return send(response, 404, desk.errorOf(404));
    asked[route] += 1;
    const fault = faultOf(route);
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'number') return send(response, fault, desk.errorOf(fault));
    if (typeof fault === 'object') return send(response, fault.status, fault.body, fault.location);
    const { status, body, lost } = desk.answer(route, question);
    if (fault === 'silent_after') return;
    if (fault === 'reset_after' || lost) return void request.socket.destroy();
    if (fault === 'malformed') return void response.writeHead(status).end('<html>Bad gateway');
    if (fault === 'cut_off') return cutOff(response, status);
    send(response, status, body);
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fault: (route, fault, times = 1) => void faults.set(route, { fault, left: times }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function questionOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  record('telnyx', request, bytes);
  const { method = '', url = '/', headers } = request;
  const body = await bodyOf(headers['content-type'] ?? '', bytes).catch(() => undefined);
  return { method, url: new URL(url, 'http://double'), headers, body };
}

function send(response: ServerResponse, status: number, body: unknown, location?: string): void {
  const headers = { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Half an answer, then the connection breaks. */
function cutOff(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":', () => response.destroy());
}

/** The behavior of a fax by its number: docs/configuration.md, "Test triggers". */
export type FaxTrigger = 'none' | 'reject' | 'outage' | 'down' | 'lost_reply' | 'busy' | 'busy_once';

const triggers: ReadonlyMap<string, FaxTrigger> = new Map([
  ['+12125550101', 'reject'],
  ['+12125550102', 'outage'],
  ['+12125550103', 'down'],
  ['+12125550104', 'lost_reply'],
  ['+12125550105', 'busy'],
  ['+12125550106', 'busy_once'],
]);

export const faxTrigger = (number: string): FaxTrigger => triggers.get(number) ?? 'none';

/** A fax of a later round carries the number of the round behind its reference. */
const isFirstRound = (reference: string): boolean => !/-\d+$/.test(reference);

export const isBusyLine = (number: string, reference: string): boolean =>
  faxTrigger(number) === 'busy' || (faxTrigger(number) === 'busy_once' && isFirstRound(reference));

/** Tells whether this call for an order fails, by its trigger and the number of earlier calls. */
export const isOut = (number: string, callsBefore: number): boolean =>
  faxTrigger(number) === 'down' || (faxTrigger(number) === 'outage' && callsBefore < 2);

/** When a fax gets on that moves by itself, after it was accepted. */
export const pace = { processedAfterMs: 300, sendingAfterMs: 700, sentAfterMs: 1_500 } as const;
