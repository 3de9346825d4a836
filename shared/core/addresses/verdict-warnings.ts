/** The warning that comes with the verdict on a recipient's address. A verdict that says no ill brings none. */
import type { Country } from '../money/money.ts';
import type { Warning } from '../warnings/warning.ts';
import type { AddressVerdict } from './address-check.ts';

type AddressField = Extract<Warning, { readonly at: string }>['at'];

export function verdictWarnings(at: AddressField, country: Country, verdict: AddressVerdict): Warning[] {
  if (verdict.status === 'corrected') return [{ code: 'address_corrected', at, country, what: verdict.what }];
  return verdict.status === 'undeliverable' ? [{ code: 'address_undeliverable', at, country, what: verdict.what }] : [];
}
