/** The host of the card in a chat, over MCP Apps (protocol 2026-01-26). The card speaks with nobody else. */
import type { CardMeta } from '../card/data.ts';

export interface Capabilities {
  readonly serverTools?: object;
  readonly openLinks?: object;
  readonly updateModelContext?: object;
}

export interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

/** The answer to a request: of a tool, or of the host itself. */
export interface HostAnswer {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: { readonly job_id?: string };
  readonly _meta?: CardMeta;
  readonly hostCapabilities?: Capabilities;
  readonly hostContext?: HostContext;
}

export interface HostListeners {
  readonly 'ui/notifications/tool-result': (result: HostAnswer) => void;
  readonly 'ui/notifications/tool-cancelled': (params: { readonly reason?: string } | undefined) => void;
  readonly 'ui/notifications/host-context-changed': (context: HostContext | undefined) => void;
}

/** JSON-RPC 2.0 with the window around the card. */
export class CardHost {
  #last = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<HostAnswer>>();

  constructor(listeners: HostListeners) {
    addEventListener('message', ({ source, data }) => {
      if (source !== window.parent || data?.jsonrpc !== '2.0') return;
      const { id, method, params, result, error } = data;
      if (method === undefined) this.#settle(id, result, error);
      else if (id !== undefined) this.#post({ id, result: {} });
      else if (Object.hasOwn(listeners, method)) listeners[method as keyof HostListeners](params);
    });
  }

  /** Rejects with the error of the host. */
  ask(method: string, params: object): Promise<HostAnswer> {
    const waiting = Promise.withResolvers<HostAnswer>();
    this.#last += 1;
    this.#waiting.set(this.#last, waiting);
    this.#post({ id: this.#last, method, params });
    return waiting.promise;
  }

  tell(method: string, params: object): void {
    this.#post({ method, params });
  }

  /** Calls a tool of the service. */
  use(name: string, given: object): Promise<HostAnswer> {
    return this.ask('tools/call', { name, arguments: given });
  }

  #settle(id: number, result: HostAnswer, error: unknown): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined || error === null) waiting?.resolve(result);
    else waiting?.reject(error);
  }

  #post(message: object): void {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
