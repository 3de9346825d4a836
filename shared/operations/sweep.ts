/**
 * The daily sweep: deletes at the partners what nobody needs any more. Bank accounts that were removed, that this
 * service has forgotten, or never learned of because an answer was lost; and documents of faxes that have ended. An unpaid
 * check of a removed account is cancelled. It ends in time, and goes on the next day.
 */
import { isOurs } from '../core/ids.ts';
import type { Deps } from '../ports/deps.ts';
import type { Partner } from '../ports/partner.ts';
import { vaultOwner } from '../usecases/bank-accounts/find-bank-account.ts';
import { isStillNeeded } from '../usecases/bank-accounts/remove-bank-account.ts';

export type SweepDeps = Parameters<typeof isStillNeeded>[0] &
  Pick<Deps, 'bankAccounts' | 'vault' | 'fingerprint' | 'partners' | 'backups'>;

/** One run deletes no more than this: should the table ever lose accounts, most are still there when it is restored. */
const mostDeleted = 100;

/** A registration may still be under way before. */
const oldEnoughMs = 24 * 60 * 60 * 1_000;

/** `day`: in UTC, 2026-11-21; its faxes have ended. Nothing is begun after `until`, Unix ms. */
export async function sweep(deps: SweepDeps, day: string, until: number): Promise<void> {
  let left = mostDeleted;
  const goesOn = () => left > 0 && deps.clock.now() < until;
  const deleted = (): void => {
    left -= 1;
  };
  await told(deps, () => sweepAccounts(deps, goesOn, deleted));
  for (const partner of [deps.partners.fax, deps.backups.fax?.partner])
    if (partner?.forget !== undefined) await told(deps, () => sweepDocuments(partner, day, goesOn, deleted));
  deps.log.info('swept', { count: mostDeleted - left });
}

/** A sweep that fails must not fail the audit beside it. */
const told = ({ log }: Pick<Deps, 'log'>, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => log.alarm('sweep stopped', { error }));

async function sweepAccounts(deps: SweepDeps, goesOn: () => boolean, deleted: () => void): Promise<void> {
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
async function isNeeded(deps: SweepDeps, id: string): Promise<boolean> {
  const account = await deps.bankAccounts.get(id);
  if (account?.removedAt === undefined) return account !== undefined;
  return isStillNeeded(deps, account).catch((error: unknown) => {
    deps.log.info('checks not withdrawn', { error });
    return true;
  });
}

async function sweepDocuments(
  partner: Partner,
  day: string,
  goesOn: () => boolean,
  deleted: () => void,
): Promise<void> {
  let after: string | undefined;
  do {
    const { orders, next } = await partner.ordersOn(day, after);
    for (const { id, reference, keepsDocument } of orders) {
      if (!goesOn()) return;
      if (!keepsDocument || !isOurs(reference)) continue;
      await partner.forget?.(id);
      deleted();
    }
    after = next;
  } while (after !== undefined && goesOn());
}
