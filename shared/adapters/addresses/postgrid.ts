/** Addresses at PostGrid: creating a contact with a live key verifies it. The recipient's name is not sent. */
import type { AddressVerdict } from '../../core/addresses/address-check.ts';
import type { AddressFault } from '../../core/addresses/findings.ts';
import { againstKnown } from '../../core/addresses/known-address.ts';
import type { Addresses } from '../../ports/bank-accounts.ts';
import { type LookUpSettings, lookUpAddress } from './look-up.ts';

export const postgridAddresses = (settings: LookUpSettings): Addresses => ({
  async verify(address): Promise<AddressVerdict> {
    const { addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = address;
    const contact = await lookUpAddress(
      settings,
      { 'x-api-key': settings.apiKey },
      {
        path: '/contacts',
        body: {
          firstName: 'Resident',
          addressLine1,
          addressLine2,
          city,
          provinceOrState,
          postalOrZip,
          countryCode,
          description: 'Address check',
        },
      },
    );
    if (contact?.addressStatus === 'verified') return { status: 'verified' };
    if (contact?.addressStatus === 'corrected') return againstKnown(address, contact);
    if (contact?.addressStatus === 'failed') return { status: 'undeliverable', what: faultsIn(contact.addressErrors) };
    return { status: 'unknown' };
  },
});

const wrong = '(?:Incorrect Value|Typo in Value|Alternate)';

/** `addressErrors` is for people: `line1: Incorrect Value: Suite identifier`. Its words are documented, its form is not. */
const readings: readonly (readonly [AddressFault, RegExp])[] = [
  ['number_missing', /Missing Value: *Civic number/i],
  ['number_unknown', new RegExp(`${wrong}: *Civic number`, 'i')],
  ['street_unknown', /(?:Incorrect|Missing|Typo in) Value: *(?:Street|Complete street)/i],
  ['unit_missing', /Missing Value: *Suite/i],
  ['unit_unknown', new RegExp(`${wrong}: *Suite`, 'i')],
  ['place_unknown', /Value: *(?:Municipality|City|Province|State|Postal|ZIP)/i],
];

function faultsIn(errors: unknown): AddressFault[] {
  const told = typeof errors === 'string' ? readings.filter(([, words]) => words.test(errors)) : [];
  return told.length === 0 ? ['not_found'] : told.map(([fault]) => fault);
}
