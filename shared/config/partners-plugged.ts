/** Plugs each partner's adapters into their ports. The first call that needs an adapter loads it. */

import type { Clock, Random } from '../domain/clock.ts';
import { deferred } from '../domain/lazy.ts';
import type { PartnerName } from '../domain/names.ts';
import { type ProductName, productNames } from '../domain/product-names.ts';
import { lookUpTimeoutMs, submitTimeoutMs } from '../domain/retry.ts';
import type { Addresses, Vault } from '../partners/bank-accounts.ts';
import { partnerNamed, partners } from '../partners/catalogue.ts';
import type { Partner } from '../partners/partner.ts';
import type { EventHeaders } from '../partners/payments.ts';
import { simulatedAddresses } from '../partners/simulated/addresses.ts';
import { simulatedProduct } from '../partners/simulated/products.ts';
import { type SimulatedDeps, simulatedPartner } from '../partners/simulated/simulated.ts';
import { simulatedVault } from '../partners/simulated/vault.ts';
import { config } from './config.ts';
import { serviceLog } from './log.ts';

export interface PlugDeps {
  readonly clock: Clock;
  readonly random: Random;
  simulatedDeps(): SimulatedDeps;
}

export interface PluggedPartner {
  readonly makes: Readonly<Partial<Record<ProductName, Partner>>>;
  readonly vault?: Vault;
  /** Missing with a test key, which knows no address. */
  readonly addresses?: Addresses | undefined;
}

const log = serviceLog({ part: 'partners' });

const limits = () => ({ submitTimeoutMs: submitTimeoutMs(config('settings').RETRY_BASE_SECONDS * 1_000) });

/** `config/modes.ts` refuses to start without the keys of the partners in use, so no empty key is ever sent. */
export const plugs: Readonly<Record<PartnerName, (house: PlugDeps) => PluggedPartner>> = {
  simulated({ random, simulatedDeps }) {
    const readyMs = config('simulated').SIMULATED_READY_SECONDS * 1_000;
    const made = simulatedDeps();
    const makes = productNames.map((name) => [name, simulatedPartner(simulatedProduct(name, random, readyMs), made)]);
    return {
      makes: Object.fromEntries(makes),
      vault: simulatedVault(() => random.id('account')),
      addresses: simulatedAddresses,
    };
  },
  postgrid({ clock }) {
    const settings = () => {
      const { POSTGRID_API_KEY: apiKey = '', POSTGRID_API_BASE: baseUrl = partners.postgrid.api.base } =
        config('postgrid');
      return { apiKey, baseUrl, log, ...limits() };
    };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      await keysAreKept();
      const { readPostgridEvent } = await import('../partners/postgrid/event.ts');
      const { POSTGRID_WEBHOOK_SECRET: secrets = [] } = config('postgrid');
      const [signature] = signedBy(partners.postgrid.events, headers);
      return readPostgridEvent(rawBody, signature, secrets, clock.now());
    };
    const letter = async () => (await import('../partners/postgrid/letter.ts')).postgridLetters(settings());
    const check = async () => (await import('../partners/postgrid/cheque.ts')).postgridCheques(settings());
    const vault = async () => (await import('../partners/postgrid/vault.ts')).postgridVault(settings());
    return {
      makes: { letter: lazyPartner('postgrid', letter, readEvent), check: lazyPartner('postgrid', check, readEvent) },
      vault: deferred(() => withKeys(vault), ['register', 'accountsOf', 'forget']),
      addresses: addressesAt(settings),
    };
  },
  telnyx({ clock }) {
    const fax = async () => {
      const { telnyxFaxes } = await import('../partners/telnyx/telnyx.ts');
      const { TELNYX_API_KEY: apiKey = '', TELNYX_API_BASE: apiBase } = config('telnyx');
      const { TELNYX_CONNECTION_ID: connectionId = '', TELNYX_FROM_NUMBER: fromNumber = '' } = config('telnyx');
      const { PUBLIC_BASE_URL } = config('settings');
      const webhookUrl = PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/webhooks/telnyx`;
      return telnyxFaxes({ apiKey, connectionId, fromNumber, apiBase, webhookUrl, clock, log, ...limits() });
    };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      await keysAreKept();
      const { readTelnyxEvent } = await import('../partners/telnyx/event.ts');
      const [signature, timestamp] = signedBy(partners.telnyx.events, headers);
      return readTelnyxEvent(rawBody, { signature, timestamp }, config('telnyx').TELNYX_PUBLIC_KEY, clock.now());
    };
    return { makes: { fax: lazyPartner('telnyx', fax, readEvent) } };
  },
};

/** A partner whose adapter, and whose key, is loaded by its first call. */
function lazyPartner(name: PartnerName, load: () => Promise<Partner>, readEvent?: Partner['readEvent']): Partner {
  const calls = deferred(() => withKeys(load), ['submit', 'find', 'read', 'recall', 'record', 'ordersOn']);
  return { assumed: partnerNamed(name).assumed, readEvent, ...calls };
}

/** Most functions have their keys by then, and those without any do not even load what reads them. */
const keysAreKept = async () => (await import('./keys.ts')).keepKeys();

async function withKeys<T>(load: () => Promise<T>): Promise<T> {
  await keysAreKept();
  return load();
}

/** Addresses at PostGrid, whose adapter is loaded by the first look-up. */
function addressesAt(access: () => { readonly apiKey: string; readonly baseUrl: string }): Addresses | undefined {
  const { apiKey, baseUrl } = access();
  if (!partners.postgrid.keys.live.test(apiKey)) return undefined;
  const settings = { apiKey, baseUrl, timeoutMs: lookUpTimeoutMs };
  return deferred(
    async () => (await import('../partners/postgrid/addresses.ts')).postgridAddresses(settings),
    ['verify'],
  );
}

const signedBy = (events: { readonly headers: readonly string[] }, headers: EventHeaders) =>
  events.headers.map((name) => headers[name.toLowerCase()]);
