/** The partners in use, as configured: the primary and the backup partner of each product. */

import { type PartnerName, partnerNames } from '../core/names.ts';
import type { ProductName } from '../core/product-names.ts';
import { chosenFor, partnerNamed, partners } from '../partners/catalogue.ts';
import { type Choice, choices } from '../partners/choices.ts';
import type { Deps } from '../ports/deps.ts';
import type { Partner } from '../ports/partner.ts';
import { config } from './config.ts';
import { lazy } from './lazy.ts';
import { firstToAnswer, type PlugDeps, type PluggedPartner, plugs } from './partners-plugged.ts';

type InUse = Pick<Deps, 'partners' | 'primaryNames' | 'backups' | 'vault' | 'senders' | 'addresses'>;

export function partnersInUse(house: PlugDeps): { readonly [Field in keyof InUse]: () => InUse[Field] } {
  const plugged = Object.fromEntries(partnerNames.map((name) => [name, lazy(() => plugs[name](house))])) as Readonly<
    Record<PartnerName, () => PluggedPartner>
  >;
  const named = lazy(chosenNames);
  const byProduct = <T>(isSecond: boolean, value: (name: PartnerName, product: ProductName) => T) =>
    Object.fromEntries(
      named()
        .filter((one) => one.isSecond === isSecond)
        .map(({ name, product }) => [product, value(name, product)]),
    );
  const makerOf = (name: PartnerName, product: ProductName): Partner => {
    const partner = plugged[name]().makes[product];
    if (partner === undefined) throw new Error(`${name} makes no ${product}`);
    return partner;
  };
  const primaryNames = lazy(() => byProduct(false, (name) => name) as Deps['primaryNames']);
  return {
    primaryNames,
    partners: lazy(() => byProduct(false, makerOf) as Deps['partners']),
    backups: lazy(() =>
      byProduct(true, (name, product) => ({ name, partner: makerOf(name, product), takes: plugged[name]().takes })),
    ),
    senders: lazy(() =>
      Object.fromEntries(
        Object.values(partners)
          .filter((partner) => 'events' in partner)
          .map(({ name }) => [name, Object.values(plugged[name]().makes).find(({ readEvent }) => readEvent)]),
      ),
    ),
    addresses: lazy(() => {
      const printers = named().filter(({ product }) => product === 'letter');
      return firstToAnswer(
        printers.flatMap(({ name }) => plugged[name]().addresses ?? []),
        house.clock,
      );
    }),
    vault() {
      const { check } = primaryNames();
      const vault = check && plugged[check]().vault;
      if (vault === undefined) throw new Error(`${check} keeps no bank accounts`);
      return vault;
    },
  };
}

/** The chosen partner of each product. A backup partner is listed only for the products that it makes. */
function chosenNames() {
  const environment = { PAYMENT_MODE: config('settings').PAYMENT_MODE, ...config('partners') };
  return Object.entries(choices).flatMap(([choice, { isSecond, products }]) => {
    const name = chosenFor(choice as Choice, environment);
    if (name === undefined) return [];
    return products
      .filter((product) => !isSecond || product in partnerNamed(name).coverage)
      .map((product) => ({ isSecond, product, name }));
  });
}
