/** Registered bank accounts: finds the one that an order is drawn on, and gives each check its own number. */
import { isId } from '../core/ids.ts';
import { accountKeptMs } from '../core/lifetimes.ts';
import type { BankAccount, Drawing, Product } from '../core/product.ts';
import { invalid } from '../core/refusal.ts';
import { update } from '../core/update.ts';
import type { Deps } from '../ports.ts';
import { looksLikeBankNumber } from '../products/check/raw-bank-numbers.ts';

/** The page for entering bank numbers, which must not pass through a chat. */
export const bankAccountPage = (baseUrl: string): string => `${baseUrl}/bank-accounts/new`;

/** Returns the account that the order is drawn on, or `undefined` if the product draws on none. */
export async function accountOf(
  { bankAccounts }: Pick<Deps, 'bankAccounts'>,
  { name, drawsOn }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<BankAccount | undefined> {
  if (drawsOn === undefined) return undefined;
  const id = String(order[drawsOn]);
  const account = isId('bank', id) ? await bankAccounts.get(id) : undefined;
  if (account !== undefined) return account;
  const problem = looksLikeBankNumber(id)
    ? 'looks like a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id.'
    : 'is not a registered bank account: register it with POST /bank-accounts (or at /bank-accounts/new) and send the id that it returns, bank_….';
  throw invalid(`${name}.${drawsOn}`, problem);
}

/** Takes the account's next check number. A number stays a gap if its job was never created or paid. */
export async function nextCheck(
  { bankAccounts, clock }: Pick<Deps, 'bankAccounts' | 'clock'>,
  { id, partnerId }: BankAccount,
): Promise<Drawing> {
  const numbered = await update(
    bankAccounts,
    id,
    (account) =>
      account && {
        ...account,
        lastCheckNumber: account.lastCheckNumber + 1,
        keepUntil: clock.now() + accountKeptMs,
      },
  );
  if (numbered === undefined) throw new Error(`${id} vanished while a check was being numbered`);
  return { accountId: id, partnerId, checkNumber: numbered.lastCheckNumber };
}
