/** Faults on the way: error answers of the partner, and accidents before and after the effect. */
import type { ServerResponse } from 'node:http';

export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly answersAfterMs: number }
  | (typeof accidents)[number];

/** Those that end in `_after` or spoil the answer come when the effect is there. */
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

export const comesFirst = (fault: Fault): boolean =>
  (typeof fault === 'object' && 'status' in fault) || fault === 'reset_before' || fault === 'silent_before';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** Answers as the fault has it; `reply` is what a good answer would have been. */
export function fail(fault: Fault, response: ServerResponse, reply: Reply): void {
  if (typeof fault === 'object' && 'answersAfterMs' in fault) setTimeout(send, fault.answersAfterMs, response, reply);
  else if (typeof fault === 'object') send(response, { body: { error: { type: 'error', message: 'no' } }, ...fault });
  else spoil(fault, response, reply);
}

function spoil(accident: (typeof accidents)[number], response: ServerResponse, reply: Reply): void {
  const good = JSON.stringify(reply.body);
  const spoilt = {
    reset_before: () => response.socket?.resetAndDestroy(),
    reset_after: () => response.socket?.resetAndDestroy(),
    silent_before: () => {},
    silent_after: () => {},
    malformed: () => send(response, { ...reply, body: good.slice(0, -1) }),
    oversized: () =>
      send(response, { ...reply, body: `${good.slice(0, -1)},"html":"${'x'.repeat(5 * 1024 * 1024)}"}` }),
    cut_off: () => {
      response.writeHead(reply.status, {
        'content-type': 'application/json',
        'content-length': `${good.length + 100}`,
      });
      response.write(good, () => response.socket?.resetAndDestroy());
    },
    empty: () => send(response, { ...reply, body: '' }),
  };
  spoilt[accident]();
}
