/**
 * Addresses at PostGrid: creating a contact with a live key verifies its address. We delete the contact afterwards, and
 * never send the recipient's name.
 */

import type { AddressVerdict } from '../../domain/addresses/likely-correction.ts';
import { compareAddress } from '../../domain/addresses/normalized-address.ts';
import type { AddressFault } from '../../domain/warnings/warning.ts';
import { asFields, conversation, jsonBody, parseReply } from '../http/partner-client.ts';
import type { Addresses } from '../partner.ts';
import { type PostgridSettings, postgridConnection } from './postgrid.ts';

export const postgridAddresses = (settings: PostgridSettings): Addresses => ({
  async verify(address): Promise<AddressVerdict> {
    const { addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode } = address;
    const body = jsonBody({
      firstName: 'Resident',
      addressLine1,
      addressLine2,
      city,
      provinceOrState,
      postalOrZip,
      countryCode,
      description: 'Address check',
    });
    const ask = conversation(postgridConnection(settings));
    // Without an answer the address stays unchecked.
    const contact = parseReply(await ask({ method: 'POST', path: '/contacts', body }), asFields);
    // If this fails, a contact without a name stays at PostGrid, and the verdict still counts.
    if (/^contact_\w{1,60}$/.test(`${contact?.id}`)) await ask({ method: 'DELETE', path: `/contacts/${contact?.id}` });
    if (contact?.addressStatus === 'verified') return { status: 'verified' };
    if (contact?.addressStatus === 'corrected') return compareAddress(address, contact);
    if (contact?.addressStatus === 'failed') return { status: 'undeliverable', what: faultsIn(contact.addressErrors) };
    return { status: 'unknown' };
  },
});

/** `addressErrors` is for people: `line1: Incorrect Value: Suite identifier`. Its words are documented, its form is not. */
function faultsIn(errors: unknown): AddressFault[] {
  const wrong = '(?:Incorrect Value|Typo in Value|Alternate)';
  const readings: readonly (readonly [AddressFault, RegExp])[] = [
    ['number_missing', /Missing Value: *Civic number/i],
    ['number_unknown', new RegExp(`${wrong}: *Civic number`, 'i')],
    ['street_unknown', /(?:Incorrect|Missing|Typo in) Value: *(?:Street|Complete street)/i],
    ['unit_missing', /Missing Value: *Suite/i],
    ['unit_unknown', new RegExp(`${wrong}: *Suite`, 'i')],
    ['place_unknown', /Value: *(?:Municipality|City|Province|State|Postal|ZIP)/i],
  ];
  const faults = typeof errors === 'string' ? readings.filter(([, words]) => words.test(errors)) : [];
  return faults.length === 0 ? ['not_found'] : faults.map(([fault]) => fault);
}
