/** Address checks and bank accounts in test mode. The street or the name of the bank decides the outcome. */
import { type AddressVerdict, changedFields } from '../../domain/addresses/likely-correction.ts';
import type { Addresses, Vault } from '../partner.ts';

export const simulatedAddresses: Addresses = {
  isSimulated: true,
  async verify(address): Promise<AddressVerdict> {
    const suggestion = { ...address, addressLine1: addressTriggers.verified };
    switch (address.addressLine1.trim().toUpperCase()) {
      case addressTriggers.verified:
        return { status: 'verified' };
      case addressTriggers.corrected:
        return { status: 'corrected', what: changedFields(address, suggestion), suggestion };
      case addressTriggers.undeliverable:
        return { status: 'undeliverable', what: ['not_found'] };
      case addressTriggers.unit:
        return { status: 'undeliverable', what: ['unit_missing'] };
      default:
        return { status: 'unknown' };
    }
  },
};

export const simulatedVault = (accountId: () => string): Vault => ({
  async register(_reference, { bankName }) {
    const bank = bankName.trim().toUpperCase();
    if (bank === 'TEST REJECT BANK') return { kind: 'refused' };
    if (bank === 'TEST DOWN BANK') return { kind: 'unavailable' };
    return { kind: 'registered', partnerId: accountId() };
  },
  accountsOf: async () => ({ accounts: [] }),
  forget: async () => true,
});

/** The streets that decide a recipient's address check in test mode. All others get `unknown`. */
export const addressTriggers = {
  verified: '1 TEST VERIFIED ST',
  corrected: '1 TEST CORRECTED ST',
  undeliverable: '1 TEST UNDELIVERABLE ST',
  unit: '1 TEST UNIT ST',
} as const;
