/** Makes each partner's adapters, as configured. */
import type { Clock, Random } from '../domain/clock.ts';
import { type PartnerName, type ProductName, productNames } from '../domain/names.ts';
import { lookUpTimeoutMs, submitTimeoutMs } from '../domain/retry.ts';
import type { Addresses, Vault } from '../partners/bank-accounts.ts';
import { partners } from '../partners/catalogue.ts';
import type { Partner } from '../partners/partner.ts';
import type { EventHeaders } from '../partners/payments.ts';
import { postgridAddresses } from '../partners/postgrid/addresses.ts';
import { postgridCheques } from '../partners/postgrid/cheque.ts';
import { readPostgridEvent } from '../partners/postgrid/event.ts';
import { postgridLetters } from '../partners/postgrid/letter.ts';
import { postgridVault } from '../partners/postgrid/vault.ts';
import { simulatedAddresses } from '../partners/simulated/addresses.ts';
import { simulatedProduct } from '../partners/simulated/products.ts';
import { type SimulatedDeps, simulatedPartner } from '../partners/simulated/simulated.ts';
import { simulatedVault } from '../partners/simulated/vault.ts';
import { readTelnyxEvent } from '../partners/telnyx/event.ts';
import { telnyxFaxes } from '../partners/telnyx/telnyx.ts';
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

/** `modes.ts` refuses to start without the keys of the partners in use, so no empty key is ever sent. */
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
    const { POSTGRID_API_KEY: apiKey = '', POSTGRID_API_BASE: baseUrl = partners.postgrid.api.base } =
      config('postgrid');
    const settings = { apiKey, baseUrl, log, ...limits() };
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const { POSTGRID_WEBHOOK_SECRET: secrets = [] } = config('postgrid');
      const [signature] = signedBy(partners.postgrid.events, headers);
      return readPostgridEvent(rawBody, signature, secrets, clock.now());
    };
    return {
      makes: {
        letter: { ...postgridLetters(settings), readEvent },
        check: { ...postgridCheques(settings), readEvent },
      },
      vault: postgridVault(settings),
      addresses: partners.postgrid.keys.live.test(apiKey)
        ? postgridAddresses({ apiKey, baseUrl, timeoutMs: lookUpTimeoutMs })
        : undefined,
    };
  },
  telnyx({ clock }) {
    const { TELNYX_API_KEY: apiKey = '', TELNYX_API_BASE: apiBase } = config('telnyx');
    const { TELNYX_CONNECTION_ID: connectionId = '', TELNYX_FROM_NUMBER: fromNumber = '' } = config('telnyx');
    const { PUBLIC_BASE_URL } = config('settings');
    const webhookUrl = PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/webhooks/telnyx`;
    const readEvent: Partner['readEvent'] = async (rawBody, headers) => {
      const [signature, timestamp] = signedBy(partners.telnyx.events, headers);
      return readTelnyxEvent(rawBody, { signature, timestamp }, config('telnyx').TELNYX_PUBLIC_KEY, clock.now());
    };
    const faxes = telnyxFaxes({ apiKey, connectionId, fromNumber, apiBase, webhookUrl, clock, log, ...limits() });
    return { makes: { fax: { ...faxes, readEvent } } };
  },
};

const signedBy = (events: { readonly headers: readonly string[] }, headers: EventHeaders) =>
  events.headers.map((name) => headers[name.toLowerCase()]);
