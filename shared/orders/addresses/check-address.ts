/** Checks an address at the partners and by itself, within 1.5 seconds. No fault here stops an order. */
import type { Contact } from '../../domain/address.ts';
import type { AddressVerdict } from '../../domain/addresses/address-check.ts';
import { likelyCorrection } from '../../domain/addresses/likely-correction.ts';
import { addressCheckMs, lookUpTimeoutMs } from '../../domain/retry.ts';
import type { Addresses } from '../../partners/bank-accounts.ts';
import { countInWindow } from '../count-request.ts';
import type { Deps } from '../deps.ts';
import { askOnce } from '../pay/ask-once.ts';

const unknown: AddressVerdict = { status: 'unknown' };

/** Who asks. `isFree`: a question that orders nothing. */
export interface Asker {
  /** The IP address of the connection. */
  readonly address: string;
  readonly isFree: boolean;
}

/** A suggestion comes before the word that mail will come back: it is the likely reason. */
export async function checkAddress(deps: Deps, address: Contact, asker: Asker): Promise<AddressVerdict> {
  const { addresses } = deps;
  const found = addresses === undefined ? unknown : await inTime(deps, addresses, address, asker);
  if (found.status === 'verified' || found.status === 'corrected') return found;
  return likelyCorrection(address) ?? found;
}

async function inTime(deps: Deps, addresses: Addresses, address: Contact, asker: Asker): Promise<AddressVerdict> {
  if (addresses.asksNobody) return addresses.verify(address);
  const { clock, log } = deps;
  const askedAt = clock.now();
  const found = await Promise.race([
    remembered(deps, addresses, address, asker).catch(() => unknown),
    clock.sleep(addressCheckMs).then(() => unknown),
  ]);
  log.info('address looked up', { outcome: found.status, durationMs: clock.now() - askedAt });
  return found;
}

/** One count in the table bears a thousand writes a second: a larger limit than this is counted in parts. */
const mostOfPart = 60_000;

/**
 * Counts what all callers share, so that nobody runs up the bill or wears out the partner. It is so large that single
 * networks, each within its own limit, do not use it up.
 */
async function countForAll(deps: Deps, name: string, most: number): Promise<void> {
  const parts = Math.ceil(most / mostOfPart);
  const part = Math.floor(deps.random.fraction() * parts);
  const limit = {
    name: `${name} ${part}`,
    most: Math.ceil(most / parts),
    windowSeconds: lookUpsOfNetwork.windowSeconds,
  };
  await countInWindow(deps, limit, { address: 'everybody' });
}

/** Counts one network, so that a few networks do not use up what all share. */
const lookUpsOfNetwork = { name: 'look-ups of a network', most: 60, windowSeconds: 600 } as const;
const freeLookUpsOfNetwork = { name: 'free look-ups of a network', most: 20, windowSeconds: 3_600 } as const;

/** The limits of a network come first: what is over them takes nothing of what all share. Half of that is kept for orders. */
async function countLookUp(deps: Deps, { address, isFree }: Asker): Promise<void> {
  const { addressLookUps } = deps.settings;
  await countInWindow(deps, isFree ? freeLookUpsOfNetwork : lookUpsOfNetwork, { address });
  if (isFree) await countForAll(deps, 'free address look-ups', Math.ceil(addressLookUps / 2));
  await countForAll(deps, 'address look-ups', addressLookUps);
}

const keepMs = 24 * 3_600_000;

/** The table knows an address by its keyed fingerprint alone, so a suggestion is never kept: it is asked for again. */
async function remembered(deps: Deps, addresses: Addresses, address: Contact, asker: Asker): Promise<AddressVerdict> {
  const { addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = address;
  const text = JSON.stringify([addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode]);
  let found: AddressVerdict | undefined;
  const known = await askOnce<Exclude<AddressVerdict, { status: 'corrected' }>>(deps, {
    text: `address ${deps.fingerprint('address', text)}`,
    waitMs: addressCheckMs,
    leaseMs: 2 * lookUpTimeoutMs,
    keepMs,
    serves: ({ answer, ageMs }) => (answer.status !== 'unknown' && ageMs < keepMs ? answer : undefined),
    ask: async () => {
      await countLookUp(deps, asker);
      found = await addresses.verify(address);
      return found.status === 'corrected' ? { status: 'unknown' } : found;
    },
  });
  return found ?? known;
}
