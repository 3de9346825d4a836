/** Which partners are in use, by configuration. An adapter is loaded by the first call that needs it. */

import { type Premises, simulatedPartner } from './adapters/partners/simulated/simulated.ts';
import { trades } from './adapters/partners/simulated/trades.ts';
import { simulatedVault } from './adapters/partners/simulated/vault.ts';
import { config } from './config.ts';
import { houseLog } from './log.ts';
import { faxPartnerOf, printPartnerOf } from './modes.ts';
import type { Chance, Clock, NamedPartner, Partner, Vault, World } from './ports.ts';
import type { LetterOrder } from './products/letter/letter.ts';

type InUse = Pick<World, 'partners' | 'primaries' | 'seconds' | 'vault'>;

interface House {
  readonly clock: Clock;
  readonly chance: Chance;
  /** What the simulated partners live on. */
  premises(): Premises;
}

export function partnersInUse(house: House): { readonly [Name in keyof InUse]: () => InUse[Name] } {
  const { PRINT_PARTNER, FAX_PARTNER } = config('partners');
  const chosen = { PAYMENT_MODE: config('settings').PAYMENT_MODE, PRINT_PARTNER, FAX_PARTNER };
  const print = printPartnerOf(chosen);
  const fax = faxPartnerOf(chosen);
  const { letter, check, vault } = printers[print](house);
  return {
    partners: () => ({ letter: letter(), check: check(), fax: faxers[fax](house) }),
    primaries: () => ({ letter: print, check: print, fax }),
    seconds: () => secondsInUse(house),
    vault,
  };
}

interface Printer {
  letter(): Partner;
  check(): Partner;
  vault(): Vault;
}

const printers: Readonly<Record<ReturnType<typeof printPartnerOf>, (house: House) => Printer>> = {
  simulated: ({ chance, premises }) => {
    const readyMs = config('partners').SIMULATED_READY_SECONDS * 1_000;
    return {
      letter: () => simulatedPartner(trades.letter(chance, readyMs), premises()),
      check: () => simulatedPartner(trades.check(chance, readyMs), premises()),
      vault: () => simulatedVault(() => chance.id('account')),
    };
  },
  postgrid: () => ({
    letter: () =>
      deferred(true, async () =>
        (await import('./adapters/partners/postgrid/letter.ts')).postgridLetters(await postgrid()),
      ),
    check: () =>
      deferred(true, async () =>
        (await import('./adapters/partners/postgrid/cheque.ts')).postgridCheques(await postgrid()),
      ),
    vault: () => ({
      register: async (reference, details) => {
        const { postgridVault } = await import('./adapters/partners/postgrid/vault.ts');
        return postgridVault(await postgrid()).register(reference, details);
      },
    }),
  }),
};

const faxers: Readonly<Record<ReturnType<typeof faxPartnerOf>, (house: House) => Partner>> = {
  simulated: ({ chance, premises }) => simulatedPartner(trades.fax(chance, 0), premises()),
  telnyx: ({ clock }) => deferred(false, () => telnyx(clock)),
  sinch: () => deferred(false, sinch),
};

function secondsInUse({ clock }: House): World['seconds'] {
  const { PRINT_SECOND, FAX_SECOND } = config('partners');
  const lobInUse: NamedPartner | undefined = PRINT_SECOND && {
    name: 'lob',
    partner: deferred(true, () => lob(clock)),
    takes: async (order) => (await import('./adapters/partners/lob/lob.ts')).lobTakes(order as LetterOrder),
  };
  const sinchInUse: NamedPartner | undefined = FAX_SECOND && { name: 'sinch', partner: deferred(false, sinch) };
  return { ...(lobInUse && { letter: lobInUse }), ...(sinchInUse && { fax: sinchInUse }) };
}

const log = houseLog({ part: 'partners' });

/** `modes.ts` has let nothing start in which it is missing. */
function given(value: string | undefined, name: string): string {
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

async function postgrid() {
  const { postgridApi } = await import('./adapters/partners/postgrid/postgrid.ts');
  const { POSTGRID_API_KEY, POSTGRID_API_BASE } = config('postgrid');
  return { apiKey: given(POSTGRID_API_KEY, 'POSTGRID_API_KEY'), baseUrl: POSTGRID_API_BASE ?? postgridApi, log };
}

async function lob({ now }: Clock): Promise<Partner> {
  const { lobApi, lobLetters } = await import('./adapters/partners/lob/lob.ts');
  const { LOB_API_KEY, LOB_API_BASE } = config('lob');
  return lobLetters({ apiKey: given(LOB_API_KEY, 'LOB_API_KEY'), baseUrl: LOB_API_BASE ?? lobApi, log, now });
}

async function telnyx(clock: Clock): Promise<Partner> {
  const { telnyxFaxes } = await import('./adapters/partners/telnyx/telnyx.ts');
  const { TELNYX_API_KEY, TELNYX_CONNECTION_ID, TELNYX_FROM_NUMBER, TELNYX_API_BASE } = config('telnyx');
  const { PUBLIC_BASE_URL } = config('settings');
  return telnyxFaxes({
    apiKey: given(TELNYX_API_KEY, 'TELNYX_API_KEY'),
    connectionId: given(TELNYX_CONNECTION_ID, 'TELNYX_CONNECTION_ID'),
    fromNumber: given(TELNYX_FROM_NUMBER, 'TELNYX_FROM_NUMBER'),
    apiBase: TELNYX_API_BASE,
    webhookUrl: PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/webhooks/telnyx`,
    clock,
    log,
  });
}

async function sinch(): Promise<Partner> {
  const { sinchFaxes } = await import('./adapters/partners/sinch/sinch.ts');
  const { SINCH_PROJECT_ID, SINCH_KEY_ID, SINCH_KEY_SECRET, SINCH_API_BASE } = config('sinch');
  return sinchFaxes({
    projectId: given(SINCH_PROJECT_ID, 'SINCH_PROJECT_ID'),
    keyId: given(SINCH_KEY_ID, 'SINCH_KEY_ID'),
    keySecret: given(SINCH_KEY_SECRET, 'SINCH_KEY_SECRET'),
    apiBase: SINCH_API_BASE,
    log,
  });
}

/** A partner whose adapter is loaded by the first call; a load that failed is tried again by the next. */
function deferred(hasKeys: boolean, load: () => Promise<Partner>): Partner {
  let loading: Promise<Partner> | undefined;
  const loaded = (): Promise<Partner> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    hasKeys,
    submit: async (request) => (await loaded()).submit(request),
    find: async (reference, order) => (await loaded()).find(reference, order),
    read: async (id) => (await loaded()).read(id),
    recall: async (id) => (await loaded()).recall(id),
    record: async (id) => (await loaded()).record(id),
    ordersOn: async (day, after) => (await loaded()).ordersOn(day, after),
  };
}
