/**
 * The daily sweep: deletes at the partners what nobody needs any more. Bank accounts that were removed, that this
 * service has forgotten, or never learned of because an answer was lost. An unpaid check of a removed account is cancelled. It ends in time, and goes on the next day.
 */

import { vaultOwner } from '../bank-accounts/find-bank-account.ts';
import { isStillNeeded } from '../bank-accounts/remove-bank-account.ts';
import type { Deps } from '../deps.ts';

/** One run deletes no more than this: should the table ever lose accounts, most are still there when it is restored. */
const mostDeleted = 100;

/** A registration may still be under way before. */
const oldEnoughMs = 24 * 60 * 60 * 1_000;

/** Nothing is begun after `until`, Unix ms. A sweep that fails must not fail the audit beside it. */
export async function sweep(deps: Deps, until: number): Promise<void> {
  let left = mostDeleted;
  const goesOn = () => left > 0 && deps.clock.now() < until;
  const deleted = (): void => {
    left -= 1;
  };
  await sweepAccounts(deps, goesOn, deleted).catch((error: unknown) => deps.log.alarm('sweep stopped', { error }));
  deps.log.info('swept', { count: mostDeleted - left });
}

async function sweepAccounts(deps: Deps, goesOn: () => boolean, deleted: () => void): Promise<void> {
  let after: string | undefined;
  do {
    const { accounts, next } = await deps.vault.accountsOf(vaultOwner(deps), after);
    for (const { partnerId, reference, createdAt } of accounts) {
      if (!goesOn()) return;
      if (deps.clock.now() - createdAt < oldEnoughMs) continue;
      if (await isNeeded(deps, reference)) continue;
      if (await deps.vault.forget(partnerId)) deleted();
    }
    after = next;
  } while (after !== undefined && goesOn());
}

/** An account of ours that has expired may still be drawn on until the table has deleted it. */
async function isNeeded(deps: Deps, id: string): Promise<boolean> {
  const account = await deps.bankAccounts.get(id);
  if (account?.removedAt === undefined) return account !== undefined;
  return isStillNeeded(deps, account).catch((error: unknown) => {
    deps.log.info('checks not withdrawn', { error });
    return true;
  });
}
