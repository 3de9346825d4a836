/** Addresses at Lob, for the US only. A test key answers with invented values, so it is never asked. */
import type { AddressVerdict } from '../../core/addresses/address-check.ts';
import type { AddressFault } from '../../core/addresses/findings.ts';
import { againstKnown } from '../../core/addresses/known-address.ts';
import type { Addresses } from '../../ports/bank-accounts.ts';
import { asFields, type Fields } from '../http/body.ts';
import { type LookUpSettings, lookUpAddress } from './look-up.ts';

export const lobAddresses = (settings: LookUpSettings): Addresses => ({
  async verify(address): Promise<AddressVerdict> {
    const { addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = address;
    const zip = /^\d{5}(-\d{4})?$/.test(postalOrZip ?? '') ? postalOrZip : undefined;
    // Lob needs a ZIP code, or the city and the state.
    if (countryCode !== 'US' || (zip === undefined && provinceOrState === undefined)) return { status: 'unknown' };
    const found = await lookUpAddress(
      settings,
      { authorization: `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}` },
      {
        path: '/us_verifications?case=proper',
        body: { primary_line: addressLine1, secondary_line: addressLine2, city, state: provinceOrState, zip_code: zip },
      },
    );
    const known = found && knownIn(found);
    switch (found?.deliverability) {
      case 'deliverable':
      case 'deliverable_unnecessary_unit':
        return known === undefined ? { status: 'unknown' } : againstKnown(address, known);
      case 'deliverable_missing_unit':
        return { status: 'undeliverable', what: ['unit_missing'] };
      case 'deliverable_incorrect_unit':
        return { status: 'undeliverable', what: ['unit_unknown'] };
      case 'undeliverable':
        return { status: 'undeliverable', what: faultsIn(asFields(found.deliverability_analysis)) };
      default:
        return { status: 'unknown' };
    }
  },
});

function knownIn({ primary_line, secondary_line, components }: Fields) {
  const { city, state, zip_code } = asFields(components) ?? {};
  return {
    addressLine1: primary_line,
    addressLine2: secondary_line,
    city: typeof city === 'string' ? properCase(city) : city,
    provinceOrState: state,
    postalOrZip: zip_code,
  };
}

/** The components stay in capitals: `SAN FRANCISCO`. */
const properCase = (name: string): string =>
  name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/** The footnotes of the USPS. */
const byFootnote: Readonly<Record<string, AddressFault>> = {
  M1: 'number_missing',
  M3: 'number_unknown',
  P1: 'number_missing',
  P3: 'number_unknown',
  N1: 'unit_missing',
  C1: 'unit_unknown',
  R7: 'not_delivered_to',
};

function faultsIn(analysis: Fields = {}): AddressFault[] {
  const footnotes = Array.isArray(analysis.dpv_footnotes) ? analysis.dpv_footnotes : [];
  const told = footnotes.flatMap((note) => byFootnote[`${note}`] ?? []);
  if (analysis.dpv_vacant === 'Y' || analysis.dpv_active === 'N') told.push('not_delivered_to');
  return told.length === 0 ? ['not_found'] : [...new Set(told)];
}
