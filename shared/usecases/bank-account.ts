/** Registered bank accounts as orders use them: found by the id that a caller holds, and each check numbered once. */
import { isId } from '../core/ids.ts';
import { accountKeptMs } from '../core/lifetimes.ts';
import type { BankAccount, Drawing, Product } from '../core/product.ts';
import { invalid } from '../core/refusal.ts';
import type { World } from '../ports.ts';
import { looksLikeBankNumber } from '../products/check/raw-bank-numbers.ts';

/** The account that an order is drawn on, or `undefined` for a product that draws on none. */
export async function accountOf(
  world: World,
  { name, drawsOn }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<BankAccount | undefined> {
  if (drawsOn === undefined) return undefined;
  const given = String(order[drawsOn]);
  const account = isId('bank', given) ? await world.accounts.get(given) : undefined;
  if (account !== undefined) return account;
  const problem = looksLikeBankNumber(given)
    ? 'looks like a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id.'
    : 'is not a registered bank account: register it with POST /bank-accounts (or at /bank-accounts/new) and send the id that it returns, bank_….';
  throw invalid(`${name}.${drawsOn}`, problem);
}

/** Each stale write means that another check has just been numbered; this many in a row means that something is badly wrong. */
const mostRounds = 100;

/** The account's next number. A number whose job was never made or paid is a gap, and is not given again. */
export async function nextCheck(world: World, account: BankAccount): Promise<Drawing> {
  let current = account;
  for (let round = 0; round < mostRounds; round += 1) {
    const checkNumber = current.lastCheckNumber + 1;
    const keepUntil = world.clock.now() + accountKeptMs;
    if ((await world.accounts.replace({ ...current, lastCheckNumber: checkNumber, keepUntil })) === 'saved')
      return { accountId: account.id, partnerId: account.partnerId, checkNumber };
    current = (await world.accounts.get(account.id)) ?? current;
  }
  throw new Error(`${mostRounds} stale writes in a row on one bank account`);
}
