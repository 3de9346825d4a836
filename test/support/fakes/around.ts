/** Wraps every call that the service makes to its stores, queues and partners. */
import type { ServiceDeps } from '../../../shared/config/app.ts';

/** Runs instead of a call, which it can make with `call`. It returns the result for the caller. */
export type Around = (port: string, call: () => Promise<unknown>) => Promise<unknown>;

const ports = [
  'quotes',
  'idempotencyKeys',
  'jobs',
  'twins',
  'bankAccounts',
  'checkCounters',
  'serialLocks',
  'queue',
  'documents',
  'requestCounters',
  'outboxes',
  'silencedAddresses',
  'receivers',
  'audits',
  'fingerprintNotes',
  'stopList',
  'uploads',
  'sharedAnswers',
  'vault',
] as const;

/** All providers are the port `payments`, all partners `partner`, and the queues of all channels `outboxQueue`. */
export function depsAround<W extends ServiceDeps>(deps: W, around: Around): W {
  const wrapped = <T extends object>(name: string, port: T): T => {
    const calls = new Map<string | symbol, unknown>();
    return new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        const wrappedBefore = calls.get(member);
        if (wrappedBefore !== undefined) return wrappedBefore;
        const call = (...args: unknown[]) => around(`${name}.${String(member)}`, async () => value.apply(target, args));
        calls.set(member, call);
        return call;
      },
    });
  };
  const wrappedEach = (name: string, portsByName: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(portsByName).map(([key, port]) => [key, wrapped(name, port)]));
  return {
    ...deps,
    ...Object.fromEntries(ports.map((name) => [name, wrapped(name, deps[name])])),
    payments: wrappedEach('payments', deps.payments),
    outboxQueues: wrappedEach('outboxQueue', deps.outboxQueues),
    mailer: deps.mailer && wrapped('mailer', deps.mailer),
    partners: wrappedEach('partner', deps.partners),
  };
}
