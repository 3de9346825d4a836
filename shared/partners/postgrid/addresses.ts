/**
 * Addresses at PostGrid: creating a contact with a live key verifies its address. We delete the contact afterwards, and
 * never send the recipient's name.
 */

import type { AddressVerdict } from '../../domain/addresses/likely-correction.ts';
import { compareAddress } from '../../domain/addresses/normalized-address.ts';
import type { AddressFault } from '../../domain/warnings.ts';
import type { Addresses } from '../bank-accounts.ts';
import { asFields, type Call, exchange, type Fields, isSuccess, jsonBody } from '../http/partner-client.ts';

interface LookUpSettings {
  readonly apiKey: string;
  /** PostGrid's own address, or a double's. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

export const postgridAddresses = (settings: LookUpSettings): Addresses => ({
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
    const contact = await callPostgrid(settings, { method: 'POST', path: '/contacts', body }, settings.timeoutMs);
    // If this fails, a contact without a name stays at PostGrid, and the verdict still counts.
    if (/^contact_\w{1,60}$/.test(`${contact?.id}`))
      await callPostgrid(
        settings,
        { method: 'DELETE', path: `/contacts/${contact?.id}` },
        Math.ceil(settings.timeoutMs / 3),
      );
    if (contact?.addressStatus === 'verified') return { status: 'verified' };
    if (contact?.addressStatus === 'corrected') return compareAddress(address, contact);
    if (contact?.addressStatus === 'failed') return { status: 'undeliverable', what: faultsIn(contact.addressErrors) };
    return { status: 'unknown' };
  },
});

/** `undefined` for any failure: the address stays unchecked. Account problems raise an alarm with the next order. */
async function callPostgrid(
  { apiKey, baseUrl }: LookUpSettings,
  call: Call,
  timeoutMs: number,
): Promise<Fields | undefined> {
  const reply = await exchange({ baseUrl, headers: { 'x-api-key': apiKey } }, call, AbortSignal.timeout(timeoutMs));
  return reply.kind === 'answered' && isSuccess(reply.status) ? asFields(reply.body) : undefined;
}

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
