/** Registered bank accounts: finds the one that an order is drawn on, and gives each check its own number. */

import type { BankAccount, Drawing } from '../../domain/bank-account.ts';
import { isId } from '../../domain/ids.ts';
import { accountKeptMs } from '../../domain/lifetimes.ts';
import type { Product } from '../../domain/product.ts';
import { invalid } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { looksLikeBankNumber } from '../../products/check/raw-bank-numbers.ts';
import type { Deps } from '../deps.ts';

/** The mark of this service on its accounts at the print partner: other services may use the same partner account. */
export const vaultOwner = ({ fingerprint }: Deps): string => fingerprint('bank account', 'owner');

/** The page for entering bank numbers, which must not pass through a chat. */
export const bankAccountPage = (baseUrl: string): string => `${baseUrl}/bank-accounts/new`;

export const removalPath = (baseUrl: string): string => `${new URL(baseUrl).pathname}/bank-accounts/remove`;

/** Returns the account that the order is drawn on, or `undefined` if the product draws on none. */
export async function accountOf(
  { bankAccounts }: Deps,
  { name, drawsOn }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<BankAccount | undefined> {
  if (drawsOn === undefined) return undefined;
  const id = String(order[drawsOn]);
  const account = isId('bank', id) ? await bankAccounts.get(id) : undefined;
  if (account !== undefined && account.removedAt === undefined) return account;
  const problem = looksLikeBankNumber(id)
    ? 'looks like a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id.'
    : notRegistered;
  throw invalid(`${name}.${drawsOn}`, problem);
}

const notRegistered =
  'is not a registered bank account: register it with POST /bank-accounts (or at /bank-accounts/new) and send the id that it returns, bank_….';

/** Takes the account's next check number. A number stays a gap if its job was never created or paid. */
export async function nextCheck(
  { bankAccounts, checkCounters, clock }: Deps,
  { name, drawsOn }: Product,
  { id, partnerId, counterId }: BankAccount,
): Promise<Drawing> {
  const now = clock.now();
  const keepUntil = now + accountKeptMs;
  const kept = await update(bankAccounts, id, (account) => account && { ...account, keepUntil, numberedAt: now });
  // It was removed since the order was checked.
  if (kept?.removedAt !== undefined) throw invalid(`${name}.${drawsOn}`, notRegistered);
  const counter = await update(
    checkCounters,
    counterId,
    (known) => known && { ...known, keepUntil, lastNumber: known.lastNumber + 1 },
  );
  if (kept === undefined || counter === undefined) throw new Error(`${id} vanished while a check was being numbered`);
  return { accountId: id, partnerId, checkNumber: counter.lastNumber, counterId };
}
