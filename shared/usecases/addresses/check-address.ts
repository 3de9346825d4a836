/** Checks an address at the partners and by itself, within 1.5 seconds. No fault here stops an order. */
import type { Contact } from '../../core/address.ts';
import type { AddressVerdict } from '../../core/addresses/address-check.ts';
import { likelyCorrection } from '../../core/addresses/likely-correction.ts';
import { addressCheckMs, lookUpTimeoutMs } from '../../core/retry.ts';
import { type AskingDeps, askOnce } from '../../fulfilment/ask-once.ts';
import type { Addresses } from '../../ports/bank-accounts.ts';
import type { Deps } from '../../ports/deps.ts';
import { countInWindow } from '../count-request.ts';

export type CheckingDeps = AskingDeps & Pick<Deps, 'addresses' | 'fingerprint' | 'requestCounters' | 'log'>;

const unknown: AddressVerdict = { status: 'unknown' };

/** A suggestion comes before the word that mail will come back: it is the likely reason. */
export async function checkAddress(deps: CheckingDeps, address: Contact): Promise<AddressVerdict> {
  const { addresses } = deps;
  const found = addresses === undefined ? unknown : await inTime(deps, addresses, address);
  if (found.status === 'verified' || found.status === 'corrected') return found;
  return likelyCorrection(address) ?? found;
}

async function inTime(deps: CheckingDeps, addresses: Addresses, address: Contact): Promise<AddressVerdict> {
  if (addresses.asksNobody) return addresses.verify(address);
  const { clock, log } = deps;
  const askedAt = clock.now();
  const found = await Promise.race([
    remembered(deps, addresses, address).catch(() => unknown),
    clock.sleep(addressCheckMs).then(() => unknown),
  ]);
  log.info('address looked up', { outcome: found.status, durationMs: clock.now() - askedAt });
  return found;
}

/** The limit of the whole service in ten minutes, so that nobody runs up its bill or wears out its partner. */
export const mostLookUps = { name: 'address look-ups', most: 600, windowSeconds: 600 } as const;

const keepMs = 24 * 3_600_000;

/** The table knows an address by its keyed fingerprint alone, so a suggestion is never kept: it is asked for again. */
async function remembered(deps: CheckingDeps, addresses: Addresses, address: Contact): Promise<AddressVerdict> {
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
      await countInWindow(deps, mostLookUps, { address: 'everybody' });
      found = await addresses.verify(address);
      return found.status === 'corrected' ? { status: 'unknown' } : found;
    },
  });
  return found ?? known;
}
