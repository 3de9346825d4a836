/** Serves `npx print-and-mail listen`: programs on this machine begin to listen here, stay, and leave. */

import { EventEmitter, once } from 'node:events';
import { depsFor, putInFront } from '../../shared/config/app.ts';
import { notifySchema } from '../../shared/domain/job/notify.ts';
import { guardedReceivers } from '../../shared/notify/adapters/receivers.ts';
import type { EventSigner, Receivers } from '../../shared/notify/deps.ts';
import type { Settings } from '../../shared/orders/deps.ts';
import { type GatewayResult, isLoopback } from './gateway/http.ts';
import type { LocalPages } from './gateway/server.ts';
import { formFieldsOf } from './mailbox/guard.ts';

/** From now on those who listen are in front of all other receivers of this process. */
export function openDoor(): LocalPages {
  const registry = listeners();
  putInFront(registry.inFrontOf);
  return doorOf(registry, depsFor({ function: 'listen' }));
}

/** `undefined` for the paths of others. */
export const doorOf =
  (registry: RequestListeners, deps: { readonly settings: Settings; readonly eventSigner: EventSigner }): LocalPages =>
  async (event) => {
    if (!/^\/_listen(\/|$)/.test(event.rawPath)) return undefined;
    if (deps.settings.paymentMode !== 'mock')
      return problem(404, 'This service takes real payments: listen works in test mode only.');
    // Behind a tunnel the connection comes from here too, but for another host.
    const { domainName, http } = event.requestContext;
    const isFromHere =
      isLoopback(domainName) && isLoopback(http.sourceIp.includes(':') ? `[${http.sourceIp}]` : http.sourceIp);
    if (!isFromHere) return problem(403, 'Only programs on this machine may listen.');
    const { method } = http;
    if (method !== 'POST' && method !== 'DELETE') return problem(405, 'POST begins to listen, and DELETE ends it.');
    const fields = formFieldsOf(event);
    if (typeof fields === 'string') return problem(403, fields);
    if (method === 'POST') return begin(registry, deps, fields);
    registry.remove(event.queryStringParameters?.to ?? '');
    return json(200, {});
  };

function begin(
  registry: RequestListeners,
  { eventSigner }: { readonly eventSigner: EventSigner },
  { to = '', at = '', secret }: Readonly<Record<string, string>>,
): GatewayResult {
  const [issue] = notifySchema.safeParse({ webhook_url: to, webhook_secret: secret }).error?.issues ?? [];
  if (issue !== undefined) return problem(400, `${String(issue.path[0])}: ${issue.message}`);
  const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  if (!isWeb(to)) return problem(400, 'to: must be the http or https address of your receiver.');
  if (!isWeb(at) || !isLoopback(new URL(at).host)) return problem(400, 'at: must be an address of this machine.');
  registry.add({ to, at, secret });
  return json(200, { keys: eventSigner.publicKeys() });
}

const json = (statusCode: number, body: object): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const problem = (statusCode: number, error: string): GatewayResult => json(statusCode, { error });

interface Listener {
  /** The developer's receiver. The job and the signed body name it, as they name a real one. */
  readonly to: string;
  /** The command's own address: it passes events on and shows the answers. */
  readonly at: string;
  /** The receiver's own, `whsec_…`. */
  readonly secret?: string | undefined;
}

export interface RequestListeners {
  add(listener: Listener): void;
  remove(to: string): void;
  inFrontOf(behind: Receivers): Receivers;
}

/** After its start the service sends what is due at once, and listeners need a moment to notice that it is back. */
export function listeners(now: () => number = Date.now, patienceMs = 3_000): RequestListeners {
  const came = new EventEmitter().setMaxListeners(0);
  const registered = new Map<string, Listener & { readonly until: number }>();
  const here = () => [...registered.values()].filter(({ until }) => until > now());
  // `to` as a URL writes itself: a caller may write the same address in another way.
  const canonical = (url: string): string => URL.parse(url)?.href ?? url;
  const listenerOf = (url: string) => here().find(({ to }) => to === canonical(url));
  /** Waits only for an address that nobody but a listener can have. */
  const awaited = async (url: string, behind: Receivers): Promise<Listener | undefined> => {
    if (listenerOf(url) === undefined && (await behind.problemOf(url)) !== undefined)
      await once(came, canonical(url), { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
    return listenerOf(url);
  };
  return {
    add({ to, ...listener }) {
      const canonicalTo = canonical(to);
      // A listener that comes again keeps its place in the map, so the one that began last stays the last. It comes
      // again much more often than every six seconds, and is forgotten if it does not.
      registered.set(canonicalTo, { ...listener, to: canonicalTo, until: now() + 6_000 });
      came.emit(canonicalTo);
    },
    remove: (to) => void registered.delete(canonical(to)),
    inFrontOf: (behind) => ({
      problemOf: async (url) => (listenerOf(url) ? undefined : behind.problemOf(url)),
      async post(url, body, headers) {
        const listener = await awaited(url, behind);
        if (listener === undefined) return behind.post(url, body, headers);
        return guardedReceivers([new URL(listener.at).host]).post(listener.at, body, headers);
      },
      listening() {
        const { to: url, secret } = here().at(-1) ?? {};
        return url === undefined ? undefined : { url, secret };
      },
    }),
  };
}
