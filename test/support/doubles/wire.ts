/** The HTTP server of a partner's double, with planted faults. It records requests for the checks in test/external. */
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type ListeningServer, listen } from '../../../lib/local/gateway/http.ts';
import { sha256Hex } from '../../../shared/domain/ids.ts';

export type RecordedPartner = 'stripe' | 'postgrid' | 'telnyx';

/** If PARTNER_REQUESTS names a folder, appends the request to this process's file there. */
function record(partner: RecordedPartner, { method, url, headers }: IncomingMessage, bytes: Uint8Array): void {
  const folder = process.env.PARTNER_REQUESTS;
  if (folder === undefined) return;
  const request = { partner, method, url, headers, body: Buffer.from(bytes).toString('latin1') };
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(request)}\n`);
}

export type Fields = Record<string, unknown>;

/** The fields of a JSON or form body. Throws if it can't be parsed. */
export async function bodyOf(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Fields> {
  if (bytes.length === 0) return {};
  if (type.startsWith('application/json')) return JSON.parse(Buffer.from(bytes).toString('utf8'));
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const pairs: [string, unknown][] = [];
  for (const [name, value] of form) pairs.push([name, typeof value === 'string' ? value : await fileOf(value)]);
  return fieldsOf(pairs);
}

/** Nests names such as `metadata[job_id]`. */
export function fieldsOf(pairs: Iterable<readonly [name: string, value: unknown]>): Fields {
  const fields: Fields = {};
  for (const [name, value] of pairs) put(fields, name.split(/[[\]]+/).filter(Boolean), value);
  return fields;
}

export interface UploadedFile {
  readonly fileType: string;
  readonly bytes: Uint8Array;
}

const fileOf = async (file: Blob): Promise<UploadedFile> => ({
  fileType: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

function put(into: Fields, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else {
    into[name] ??= {};
    put(into[name] as Fields, rest, value);
  }
}

/** A request to the double, parsed. */
export interface DoubleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly fields: Fields;
  /** The hash of the body's bytes. */
  readonly sha256: string;
}

/** `root`: the prefix of all paths. Throws if the body can't be parsed. */
export async function readRequest(
  partner: RecordedPartner,
  request: IncomingMessage,
  root = '',
): Promise<DoubleRequest> {
  const { method = 'GET', url = '/', headers } = request;
  const { pathname, searchParams: query } = new URL(url, 'http://127.0.0.1');
  const bytes = new Uint8Array(Buffer.concat(await request.toArray()));
  record(partner, request, bytes);
  // A path outside the root matches no route of the double.
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : `/elsewhere${pathname}`;
  const fields = await bodyOf(headers['content-type'] ?? '', bytes);
  return { method, path, query, headers, fields, sha256: sha256Hex(bytes) };
}

/** A planted fault: the partner's error response, a late response, or a broken connection or response. */
export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly answersAfterMs: number }
  | (typeof accidents)[number];

/** Those that end in `_before` prevent the request's effect; the others hide it from the client. */
export const accidents = [
  'reset_before',
  'reset_after',
  'silent_before',
  'silent_after',
  'malformed',
  'oversized',
  'cut_off',
  'empty',
] as const;

const comesBeforeEffect = (fault: Fault): boolean =>
  (typeof fault === 'object' && 'status' in fault) || fault === 'reset_before' || fault === 'silent_before';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request took effect, but the response is lost. */
  readonly isLost?: boolean;
}

interface WireOptions {
  /** The prefix of all paths. */
  readonly root?: string;
  /** The response to a body that can't be parsed. */
  readonly unreadable: Reply;
  faultOf(request: DoubleRequest): Fault | undefined;
  answer(request: DoubleRequest): Reply;
}

export interface Wire extends ListeningServer {
  /** Every request that could be parsed, oldest first. */
  readonly requests: readonly DoubleRequest[];
}

export async function openWire(partner: RecordedPartner, options: WireOptions): Promise<Wire> {
  const { root, unreadable, faultOf, answer } = options;
  const requests: DoubleRequest[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(partner, incoming, root).catch(() => undefined);
    if (request === undefined) return send(response, unreadable);
    requests.push(request);
    const fault = faultOf(request);
    if (fault !== undefined && comesBeforeEffect(fault)) return sendFault(fault, response, { status: 200, body: {} });
    const reply = answer(request);
    if (fault === undefined && !reply.isLost) send(response, reply);
    else sendFault(fault ?? 'reset_after', response, reply);
  };
  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()));
  const listening = await listen(server);
  // Without a grace period, because connections that a fault left open would keep it open forever.
  return { ...listening, requests, close: () => listening.close(0) };
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** Responds with the fault; `reply` is the response without it. */
function sendFault(fault: Fault, response: ServerResponse, reply: Reply): void {
  if (typeof fault === 'object' && 'answersAfterMs' in fault) setTimeout(send, fault.answersAfterMs, response, reply);
  else if (typeof fault === 'object') send(response, { body: { error: { type: 'error', message: 'no' } }, ...fault });
  else breakOff(fault, response, reply);
}

function breakOff(accident: (typeof accidents)[number], response: ServerResponse, reply: Reply): void {
  const text = JSON.stringify(reply.body);
  const actions = {
    reset_before: () => response.socket?.resetAndDestroy(),
    reset_after: () => response.socket?.resetAndDestroy(),
    silent_before: () => {},
    silent_after: () => {},
    malformed: () => send(response, { ...reply, body: text.slice(0, -1) }),
    oversized: () =>
      send(response, { ...reply, body: `${text.slice(0, -1)},"html":"${'x'.repeat(5 * 1024 * 1024)}"}` }),
    cut_off: () => {
      const headers = { 'content-type': 'application/json', 'content-length': `${text.length + 100}` };
      response.writeHead(reply.status, headers);
      response.write(text, () => response.socket?.resetAndDestroy());
    },
    empty: () => send(response, { ...reply, body: '' }),
  };
  actions[accident]();
}
