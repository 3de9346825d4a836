/**
 * The developers who listen on this machine by `npx print-and-mail listen`. While one does, jobs that name no receiver
 * tell the developer's, through the very sender of the service. It exists only on this machine, and in mock mode.
 */
import { EventEmitter, once } from 'node:events';
import { guardedReceivers } from '../../../shared/notify/adapters/receivers.ts';
import type { Receivers } from '../../../shared/notify/deps.ts';

interface Listener {
  /** The developer's receiver. It stands in the job and in the signed body, as a real one does. */
  readonly to: string;
  /** The command's own address: it passes events on and shows the answers. */
  readonly at: string;
  /** The receiver's own, `whsec_…`. */
  readonly secret?: string | undefined;
}

/** A listener comes again much more often. One that is gone without a word is forgotten after this time. */
const staysMs = 6_000;

/** After its start the service tells what is due at once, and listeners need a moment to notice that it is back. */
const awaitedMs = 3_000;

export interface RequestListeners {
  add(listener: Listener): void;
  remove(to: string): void;
  inFrontOf(behind: Receivers): Receivers;
}

export function listeners(now: () => number = Date.now, patienceMs = awaitedMs): RequestListeners {
  const came = new EventEmitter().setMaxListeners(0);
  const known = new Map<string, Listener & { readonly until: number }>();
  const here = () => [...known.values()].filter(({ until }) => until > now());
  const listenerOf = (url: string) => here().find(({ to }) => to === URL.parse(url)?.href);
  /** Waits only for an address that nobody but a listener can have. */
  const awaited = async (url: string, behind: Receivers): Promise<Listener | undefined> => {
    if (listenerOf(url) === undefined && (await behind.problemOf(url)) !== undefined)
      await once(came, url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
    return listenerOf(url);
  };
  return {
    add(listener) {
      // One that comes again keeps its place, so the last one that began stays the last.
      known.set(listener.to, { ...listener, until: now() + staysMs });
      came.emit(listener.to);
    },
    remove: (to) => void known.delete(to),
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
