/** Which partners are in use, by configuration. An adapter is loaded by the first call that needs it. */
import { type Premises, simulatedPartner } from './adapters/partners/simulated/simulated.ts';
import { tradeOf } from './adapters/partners/simulated/trades.ts';
import { simulatedVault } from './adapters/partners/simulated/vault.ts';
import { config } from './config.ts';
import { type PartnerName, partnerNames } from './core/names.ts';
import { type ProductName, productNames } from './core/product.ts';
import { lazy } from './lazy.ts';
import { houseLog } from './log.ts';
import { chosenFor, partnerNamed, partners } from './partners/catalogue.ts';
import { type Choice, choices } from './partners/choices.ts';
import type { Chance, Clock, NamedPartner, Partner, Vault, World } from './ports.ts';
import type { LetterOrder } from './products/letter/letter.ts';

interface House {
  readonly clock: Clock;
  readonly chance: Chance;
  /** What the simulated partners live on. */
  premises(): Premises;
}

interface Plugged {
  readonly makes: Readonly<Partial<Record<ProductName, Partner>>>;
  readonly takes?: NamedPartner['takes'];
  readonly vault?: Vault;
}

const log = houseLog({ part: 'partners' });

/** `modes.ts` lets nothing start without the keys of the partners in use, so no empty key is ever sent. */
const plugs: Readonly<Record<PartnerName, (house: House) => Plugged>> = {
  simulated({ chance, premises }) {
    const readyMs = config('simulated').SIMULATED_READY_SECONDS * 1_000;
    const made = premises();
    const makes = productNames.map((name) => [name, simulatedPartner(tradeOf(name, chance, readyMs), made)]);
    return { makes: Object.fromEntries(makes), vault: simulatedVault(() => chance.id('account')) };
  },
  postgrid({ clock }) {
    const settings = () => {
      const { POSTGRID_API_KEY: apiKey = '', POSTGRID_API_BASE: baseUrl = partners.postgrid.api.base } =
        config('postgrid');
      return { apiKey, baseUrl, log };
    };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const { readPostgridEvent } = await import('./adapters/partners/postgrid/event.ts');
      const { POSTGRID_WEBHOOK_SECRET: secrets = [] } = config('postgrid');
      return readPostgridEvent(rawBody, headers['postgrid-signature'], secrets, clock.now());
    };
    const letter = async () => (await import('./adapters/partners/postgrid/letter.ts')).postgridLetters(settings());
    const check = async () => (await import('./adapters/partners/postgrid/cheque.ts')).postgridCheques(settings());
    const vault = lazy(async () => (await import('./adapters/partners/postgrid/vault.ts')).postgridVault(settings()));
    return {
      makes: { letter: lazyPartner('postgrid', letter, readEvent), check: lazyPartner('postgrid', check, readEvent) },
      vault: { register: async (reference, details) => (await vault()).register(reference, details) },
    };
  },
  lob({ clock }) {
    const adapter = () => import('./adapters/partners/lob/lob.ts');
    const letter = async () => {
      const { LOB_API_KEY: apiKey = '', LOB_API_BASE: baseUrl = partners.lob.api.base } = config('lob');
      return (await adapter()).lobLetters({ apiKey, baseUrl, log, now: clock.now });
    };
    const takes = async (order: unknown) => (await adapter()).lobTakes(order as LetterOrder);
    return { makes: { letter: lazyPartner('lob', letter) }, takes };
  },
  telnyx({ clock }) {
    const fax = async () => {
      const { telnyxFaxes } = await import('./adapters/partners/telnyx/telnyx.ts');
      const { TELNYX_API_KEY: apiKey = '', TELNYX_API_BASE: apiBase } = config('telnyx');
      const { TELNYX_CONNECTION_ID: connectionId = '', TELNYX_FROM_NUMBER: fromNumber = '' } = config('telnyx');
      const { PUBLIC_BASE_URL } = config('settings');
      const webhookUrl = PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/webhooks/telnyx`;
      return telnyxFaxes({ apiKey, connectionId, fromNumber, apiBase, webhookUrl, clock, log });
    };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const { readTelnyxEvent } = await import('./adapters/partners/telnyx/event.ts');
      const signed = { signature: headers['telnyx-signature-ed25519'], timestamp: headers['telnyx-timestamp'] };
      return readTelnyxEvent(rawBody, signed, config('telnyx').TELNYX_PUBLIC_KEY, clock.now());
    };
    return { makes: { fax: lazyPartner('telnyx', fax, readEvent) } };
  },
  sinch() {
    const fax = async () => {
      const { sinchFaxes } = await import('./adapters/partners/sinch/sinch.ts');
      const { SINCH_PROJECT_ID: projectId = '', SINCH_API_BASE: apiBase } = config('sinch');
      const { SINCH_KEY_ID: keyId = '', SINCH_KEY_SECRET: keySecret = '' } = config('sinch');
      return sinchFaxes({ projectId, keyId, keySecret, apiBase, log });
    };
    return { makes: { fax: lazyPartner('sinch', fax) } };
  },
};

/** A partner whose adapter is loaded by the first call. */
function lazyPartner(name: PartnerName, load: () => Promise<Partner>, readEvent?: Partner['readEvent']): Partner {
  const loaded = lazy(load);
  return {
    hasKeys: partnerNamed(name).hasKeys,
    readEvent,
    submit: async (request) => (await loaded()).submit(request),
    find: async (reference, order) => (await loaded()).find(reference, order),
    read: async (id) => (await loaded()).read(id),
    recall: async (id) => (await loaded()).recall(id),
    record: async (id) => (await loaded()).record(id),
    ordersOn: async (day, after) => (await loaded()).ordersOn(day, after),
  };
}

type InUse = Pick<World, 'partners' | 'primaries' | 'seconds' | 'vault' | 'senders'>;

export function partnersInUse(house: House): { readonly [Field in keyof InUse]: () => InUse[Field] } {
  const plugged = Object.fromEntries(partnerNames.map((name) => [name, lazy(() => plugs[name](house))])) as Readonly<
    Record<PartnerName, () => Plugged>
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
  const primaries = lazy(() => byProduct(false, (name) => name) as World['primaries']);
  return {
    primaries,
    partners: lazy(() => byProduct(false, makerOf) as World['partners']),
    seconds: lazy(() =>
      byProduct(true, (name, product) => ({
        name,
        partner: makerOf(name, product),
        takes: plugged[name]().takes,
      })),
    ),
    senders: lazy(() =>
      Object.fromEntries(
        sending.map(({ name }) => [name, Object.values(plugged[name]().makes).find(({ readEvent }) => readEvent)]),
      ),
    ),
    vault() {
      const { vault } = plugged[primaries().check]();
      if (vault === undefined) throw new Error(`${primaries().check} keeps no bank accounts`);
      return vault;
    },
  };
}

const sending = Object.values(partners).filter((partner) => 'events' in partner);

/** Who is chosen for which product; a second partner only for what it makes at all. */
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
