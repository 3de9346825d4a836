/** A world in which something happens around every call to the outside. */
import type { World } from '../../../shared/ports.ts';
import { forEachProduct } from './world.ts';

/** `call` makes the call; what `around` resolves to is what the caller gets. */
export type Around = (port: string, call: () => Promise<unknown>) => Promise<unknown>;

const outside = ['quotes', 'keys', 'jobs', 'accounts', 'lanes', 'queue', 'documents'] as const;

export function worldAround<W extends World>(world: W, around: Around): W {
  const wrapped = <T extends object>(name: string, port: T): T =>
    new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => around(`${name}.${String(member)}`, async () => value.apply(target, args));
      },
    });
  return {
    ...world,
    ...Object.fromEntries(outside.map((name) => [name, wrapped(name, world[name])])),
    payments: {
      stripe: wrapped('payments', world.payments.stripe),
      mock: wrapped('payments', world.payments.mock),
    },
    partners: forEachProduct((product) => wrapped('partner', world.partners[product])),
  };
}
