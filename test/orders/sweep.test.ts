/** The daily sweep deletes the bank numbers that are no longer needed, and nothing else. */
import { vaultOwner } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { sweepBankAccounts } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import type { ListedAccount, Vault } from '../../shared/partners/partner.ts';
import { account, type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';

const day = 86_400_000;
const noDeadline = Number.MAX_SAFE_INTEGER;

/** A vault with these accounts, in pages of two. */
function withAccounts(deps: MemoryDeps, accounts: readonly ListedAccount[]) {
  const forgotten: string[] = [];
  const owners: string[] = [];
  const vault: Vault = {
    ...deps.vault,
    accountsOf: async (owner, after = '0') => {
      owners.push(owner);
      const end = Number(after) + 2;
      return { accounts: accounts.slice(end - 2, end), next: end < accounts.length ? `${end}` : undefined };
    },
    forget: async (partnerId) => {
      forgotten.push(partnerId);
      return true;
    },
  };
  Object.assign(deps, { vault });
  return { forgotten, owners };
}

const listed = (
  deps: MemoryDeps,
  name: string,
  { reference = `bank_${name}`, ageMs = 2 * day } = {},
): ListedAccount => ({ partnerId: name, reference, createdAt: deps.clock.now() - ageMs });

test('the sweep deletes an account at the partner only if this service does not have the account', async () => {
  const deps = memoryDeps();
  const unknown = ['one', 'two', 'three'];
  const registered = listed(deps, 'registered', { reference: account.id });
  const { forgotten, owners } = withAccounts(deps, [registered, ...unknown.map((name) => listed(deps, name))]);
  await sweepBankAccounts(deps, noDeadline);
  expect(forgotten).toEqual(unknown);
  expect(new Set(owners)).toEqual(new Set([vaultOwner(deps)]));
});

test('the sweep does not delete an account whose registration may still be in progress', async () => {
  const deps = memoryDeps();
  const { forgotten } = withAccounts(deps, [
    listed(deps, 'young', { ageMs: day - 1 }),
    listed(deps, 'old', { ageMs: day }),
  ]);
  await sweepBankAccounts(deps, noDeadline);
  expect(forgotten).toEqual(['old']);
});

test('one sweep deletes at most 100 accounts, and starts nothing after its deadline', async () => {
  const deps = memoryDeps();
  const { forgotten } = withAccounts(
    deps,
    Array.from({ length: 150 }, (_, count) => listed(deps, `${count}`)),
  );
  await sweepBankAccounts(deps, deps.clock.now());
  expect(forgotten).toEqual([]);
  await sweepBankAccounts(deps, noDeadline);
  expect(forgotten).toHaveLength(100);
});

test('if the partner cannot list its accounts, the sweep raises an alarm and does not fail', async () => {
  const deps = memoryDeps();
  Object.assign(deps, { vault: { ...deps.vault, accountsOf: () => Promise.reject(new Error('no')) } });
  await sweepBankAccounts(deps, noDeadline);
  expect(deps.alarms).toEqual([{ message: 'sweep stopped', fields: { error: expect.any(Error) } }]);
});
