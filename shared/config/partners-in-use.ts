/** The partners in use, as configured: the partner of each product. */

import { lazy } from '../domain/lazy.ts';
import { partnerNames as everyName, type PartnerName, type ProductName } from '../domain/names.ts';
import type { Deps } from '../orders/deps.ts';
import { chosenFor, partners } from '../partners/catalogue.ts';
import { type Choice, choices } from '../partners/choices.ts';
import { config } from './config.ts';
import { type PlugDeps, type PluggedPartner, plugs } from './partners-plugged.ts';

type InUse = Pick<Deps, 'partners' | 'partnerNames' | 'vault' | 'senders' | 'addresses'>;

export function partnersInUse(house: PlugDeps): { readonly [Field in keyof InUse]: () => InUse[Field] } {
  const plugged = Object.fromEntries(everyName.map((name) => [name, lazy(() => plugs[name](house))])) as Readonly<
    Record<PartnerName, () => PluggedPartner>
  >;
  const partnerNames = lazy(chosenNames);
  const chosen = () => Object.entries(partnerNames()) as (readonly [ProductName, PartnerName])[];
  return {
    partnerNames,
    partners: lazy(() =>
      Object.fromEntries(
        chosen().map(([product, name]) => {
          const partner = plugged[name]().makes[product];
          if (partner === undefined) throw new Error(`${name} makes no ${product}`);
          return [product, partner];
        }),
      ),
    ),
    senders: lazy(() =>
      Object.fromEntries(
        Object.values(partners)
          .filter((partner) => 'events' in partner)
          .map(({ name }) => [name, Object.values(plugged[name]().makes).find(({ readEvent }) => readEvent)]),
      ),
    ),
    addresses() {
      const { letter } = partnerNames();
      return letter && plugged[letter]().addresses;
    },
    vault() {
      const { check } = partnerNames();
      const vault = check && plugged[check]().vault;
      if (vault === undefined) throw new Error(`${check} keeps no bank accounts`);
      return vault;
    },
  };
}

/** The chosen partner of each product. */
function chosenNames(): Deps['partnerNames'] {
  const environment = { PAYMENT_MODE: config('settings').PAYMENT_MODE, ...config('partners') };
  return Object.fromEntries(
    Object.entries(choices).flatMap(([choice, { products }]) => {
      const name = chosenFor(choice as Choice, environment);
      return name === undefined ? [] : products.map((product) => [product, name] as const);
    }),
  );
}
