/** Makes the configured adapters of each partner, and chooses the partner of each product. */
import { lazy } from '../domain/lazy.ts';
import { partnerNames as allPartnerNames, type PartnerName, type ProductName, productNames } from '../domain/names.ts';
import { type Clock, type Random, submitTimeoutMs, timeoutsMs } from '../domain/times.ts';
import type { Deps } from '../orders/deps.ts';
import { partners, partnersByProduct } from '../partners/catalogue.ts';
import type { Addresses, Partner, Vault } from '../partners/partner.ts';
import type { EventHeaders } from '../partners/payments.ts';
import { readPostgridEvent } from '../partners/postgrid/event.ts';
import { postgridAddresses, postgridCheques, postgridLetters, postgridVault } from '../partners/postgrid/postgrid.ts';
import { simulatedAddresses, simulatedVault } from '../partners/simulated/addresses-and-vault.ts';
import { simulatedProduct } from '../partners/simulated/products.ts';
import { type SimulatedDeps, simulatedPartner } from '../partners/simulated/simulated.ts';
import { readTelnyxEvent } from '../partners/telnyx/event.ts';
import { telnyxFaxes } from '../partners/telnyx/telnyx.ts';
import { config } from './config.ts';
import { serviceLog } from './log.ts';

/** The settings that choose the partners. */
export const partnerChoices = () => ({ PAYMENT_MODE: config('settings').PAYMENT_MODE, ...config('partners') });

export function partnersInUse(deps: {
  readonly clock: Clock;
  readonly random: Random;
  simulatedDeps(): SimulatedDeps;
}): {
  readonly [Field in 'partners' | 'partnerNames' | 'vault' | 'eventReaders' | 'addresses']: () => Deps[Field];
} {
  const adaptersOf = Object.fromEntries(
    allPartnerNames.map((name) => [name, lazy(() => makers[name](deps))]),
  ) as Readonly<Record<PartnerName, () => Adapters>>;
  const partnerNames = lazy(() => partnersByProduct(partnerChoices()));
  const chosen = () => Object.entries(partnerNames()) as (readonly [ProductName, PartnerName])[];
  return {
    partnerNames,
    partners: lazy(() =>
      Object.fromEntries(
        chosen().map(([product, name]) => {
          const partner = adaptersOf[name]().makes[product];
          if (partner === undefined) throw new Error(`${name} can't make a ${product}`);
          return [product, partner];
        }),
      ),
    ),
    eventReaders: lazy(() =>
      Object.fromEntries(
        Object.values(partners)
          .filter((partner) => 'events' in partner)
          .map(({ name }) => [name, Object.values(adaptersOf[name]().makes).find(({ readEvent }) => readEvent)]),
      ),
    ),
    addresses() {
      const { letter } = partnerNames();
      return letter && adaptersOf[letter]().addresses;
    },
    vault() {
      const { check } = partnerNames();
      const vault = check && adaptersOf[check]().vault;
      if (vault === undefined) throw new Error(`the check partner (${check ?? 'none'}) does not store bank accounts`);
      return vault;
    },
  };
}

/** An adapter for each product that the partner's descriptor says it makes. */
type AdaptersFor<Name extends PartnerName> = Readonly<Record<(typeof partners)[Name]['makes'][number], Partner>>;

interface Adapters {
  readonly makes: Readonly<Partial<Record<ProductName, Partner>>>;
  readonly vault?: Vault;
  /** Missing with a test key, because PostGrid verifies no addresses with it. */
  readonly addresses?: Addresses | undefined;
}

const commonSettings = () => ({
  log: serviceLog({ part: 'partners' }),
  submitTimeoutMs: submitTimeoutMs(config('settings').RETRY_BASE_SECONDS * 1_000),
});

/** `modes.ts` refuses to start without the keys of the partners in use, so an empty key is never sent. */
const makers: Readonly<Record<PartnerName, (deps: Parameters<typeof partnersInUse>[0]) => Adapters>> = {
  simulated({ random, simulatedDeps }) {
    const readyMs = config('simulated').SIMULATED_READY_SECONDS * 1_000;
    const simulation = simulatedDeps();
    const makes = productNames.map((name) => [
      name,
      simulatedPartner(simulatedProduct(name, random, readyMs), simulation),
    ]);
    return {
      makes: Object.fromEntries(makes),
      vault: simulatedVault(() => random.id('account')),
      addresses: simulatedAddresses,
    };
  },
  postgrid({ clock }) {
    const { POSTGRID_API_KEY: apiKey = '', POSTGRID_API_BASE: baseUrl = partners.postgrid.api.base } =
      config('postgrid');
    const settings = { apiKey, baseUrl, ...commonSettings() };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const { POSTGRID_WEBHOOK_SECRET: secrets = [] } = config('postgrid');
      const [signature] = signatureHeaders(partners.postgrid.events, headers);
      return readPostgridEvent(rawBody, signature, secrets, clock.now());
    };
    return {
      makes: {
        letter: { ...postgridLetters(settings), readEvent },
        check: { ...postgridCheques(settings), readEvent },
      } satisfies AdaptersFor<'postgrid'>,
      vault: postgridVault(settings),
      addresses: partners.postgrid.keys.live.test(apiKey)
        ? postgridAddresses({ ...settings, timeoutMs: timeoutsMs.addressLookup })
        : undefined,
    };
  },
  telnyx({ clock }) {
    const { TELNYX_API_KEY: apiKey = '', TELNYX_API_BASE: baseUrl = partners.telnyx.api.base } = config('telnyx');
    const { TELNYX_CONNECTION_ID: connectionId = '', TELNYX_FROM_NUMBER: fromNumber = '' } = config('telnyx');
    const { PUBLIC_BASE_URL } = config('settings');
    const webhookUrl = PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/webhooks/telnyx`;
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const [signature, timestamp] = signatureHeaders(partners.telnyx.events, headers);
      return readTelnyxEvent(rawBody, { signature, timestamp }, config('telnyx').TELNYX_PUBLIC_KEY, clock.now());
    };
    const faxes = telnyxFaxes({ apiKey, connectionId, fromNumber, baseUrl, webhookUrl, clock, ...commonSettings() });
    return { makes: { fax: { ...faxes, readEvent } } satisfies AdaptersFor<'telnyx'> };
  },
};

const signatureHeaders = (events: { readonly headers: readonly string[] }, headers: EventHeaders) =>
  events.headers.map((name) => headers[name.toLowerCase()]);
