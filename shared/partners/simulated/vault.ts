/** Bank accounts at the simulated print partner: it returns an id and forgets the numbers at once. */
import type { Vault, VaultOutcome } from '../bank-accounts.ts';

const triggers: Readonly<Record<string, VaultOutcome>> = {
  'TEST REJECT BANK': { kind: 'refused' },
  'TEST DOWN BANK': { kind: 'unavailable' },
};

export const simulatedVault = (accountId: () => string): Vault => ({
  register: async (_reference, { bankName }) =>
    triggers[bankName.trim().toUpperCase()] ?? { kind: 'registered', partnerId: accountId() },
  accountsOf: async () => ({ accounts: [] }),
  forget: async () => true,
});
