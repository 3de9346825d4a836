/** One HTTP call to a fax partner: within a time limit, to nowhere else, never repeated, and never an exception. */
import { callOperator, ourFaultIn } from '../../../core/our-fault.ts';
import type { Log } from '../../../ports.ts';
import { failedCall } from '../failed-call.ts';

export type Reply =
  /** `body` is undefined where it is not JSON. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  /** Nobody can say whether the partner has heard it. */
  | { readonly kind: 'lost' }
  /** No connection came about, so nothing can have been heard. */
  | { readonly kind: 'unheard' };

export type Call = (method: 'GET' | 'POST', path: string, limit: AbortSignal, body?: object) => Promise<Reply>;

export interface FaxLine {
  /** The partner's name, for people. */
  readonly name: string;
  readonly base: string;
  readonly authorization: string;
  /** Alarms when the partner refuses this service itself. */
  readonly log: Pick<Log, 'alarm'>;
}

export const callerOf =
  ({ name, base, authorization, log }: FaxLine): Call =>
  async (method, path, limit, body) => {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        // A redirect would carry the order, and our key, to an address that nobody has checked.
        redirect: 'error',
        signal: limit,
      });
      const ours = ourFaultIn(response.status);
      if (ours !== undefined) callOperator(log, name, ours);
      return { kind: 'answer', status: response.status, body: parsed(await response.text()) };
    } catch (error) {
      return { kind: failedCall(error).neverLeft ? 'unheard' : 'lost' };
    }
  };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
