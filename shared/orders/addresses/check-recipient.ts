/** Checks the recipient of an order that is mailed: what the job keeps of it, and the warning that it brings. */

import type { AddressCheck, AddressVerdict } from '../../domain/addresses/address-check.ts';
import type { Country } from '../../domain/money/money.ts';
import type { Product } from '../../domain/product.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';
import { checkAddress } from './check-address.ts';

interface CheckedRecipient {
  readonly addressCheck?: AddressCheck;
  readonly warnings: readonly Warning[];
}

/** `isAccepted`: a person has confirmed the address as it stands, and is not asked again. `callerAddress`: an IP address. */
export async function checkRecipient(
  deps: Deps,
  { name, mailsTo }: Product,
  order: unknown,
  { isAccepted, callerAddress }: { readonly isAccepted: boolean; readonly callerAddress: string },
): Promise<CheckedRecipient> {
  const address = mailsTo?.(order);
  if (address === undefined) return { warnings: [] };
  const verdict = await checkAddress(deps, address, { address: callerAddress, isFree: false });
  return isAccepted
    ? { addressCheck: { ...verdict, acceptedAt: deps.clock.now() }, warnings: [] }
    : { addressCheck: verdict, warnings: verdictWarnings(`${name}.to`, address.countryCode, verdict) };
}

type AddressField = Extract<Warning, { readonly at: string }>['at'];

function verdictWarnings(at: AddressField, country: Country, verdict: AddressVerdict): Warning[] {
  if (verdict.status === 'corrected') return [{ code: 'address_corrected', at, country, what: verdict.what }];
  return verdict.status === 'undeliverable' ? [{ code: 'address_undeliverable', at, country, what: verdict.what }] : [];
}
