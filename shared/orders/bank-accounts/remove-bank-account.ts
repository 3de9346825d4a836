/**
 * Removes a bank account: no more checks are drawn on it, its unpaid checks are canceled, and the print partner deletes its
 * numbers. A paid check still goes out, and so may one that was ordered a moment before, so the numbers stay until it has
 * left. Then the daily sweep deletes them.
 * `removedAt` is written first, so a retry or the sweep can finish a request that dies or fails after that.
 */
import * as z from 'zod/mini';
import type { BankAccount } from '../../domain/bank-account.ts';
import { isId } from '../../domain/ids.ts';
import { neededAccountId } from '../../domain/job/job.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { mustBe } from '../../domain/text.ts';
import { cancelUnpaid } from '../cancel/cancel-job.ts';
import type { Deps } from '../deps.ts';
import type { UseCase } from '../use-case.ts';
import { booleanField, textField } from '../views.ts';
import { vaultOwner } from './register-bank-account.ts';

const removal = z.object(
  {
    bank_account_id: z
      .string(mustBe('a string'))
      .check(z.describe('The id from its registration. Anyone with this id can remove the account.')),
  },
  'must be a JSON object',
);

const removedView = z.object({
  bank_account_id: textField('As requested.'),
  removed: z.literal(true).check(z.describe('No more checks are drawn on it.')),
  numbers_deleted: booleanField(
    'Whether the print partner has deleted its numbers. False while a paid check needs them; they are deleted once it is mailed. Also false if a check was ordered less than three minutes ago.',
  ),
});

export const removeBankAccount: UseCase<z.infer<typeof removal>, z.infer<typeof removedView>> = {
  name: 'remove-bank-account',
  summary: 'Removes a bank account: no more checks are drawn on it, and the print partner deletes its numbers.',
  description:
    'Its unpaid checks are canceled. A check that is paid still goes out. Repeating it changes nothing. Web pages from other origins cannot call it. For people: `/bank-accounts/remove`.',
  tag: 'check',
  schemas: { answer: 'RemovedBankAccount' },
  outcomes: { done: 'Removed, by this request or an earlier one.' },
  refusals: ['not_found', 'rate_limited', 'unavailable'],
  perHour: 60,
  input: removal,
  output: removedView,
  run: async (deps: Deps, { bank_account_id: id }) => {
    await findAccount(deps, id);
    const removedAt = deps.clock.now();
    await update(deps.bankAccounts, id, (account) => {
      if (account === undefined || account.removedAt !== undefined) return account;
      return { ...account, nickname: 'Removed account', ownerEmail: undefined, removedAt };
    });
    const account = await findAccount(deps, id);
    const isNeeded = await cancelUnpaidChecks(deps, account);
    if (!isNeeded) await forget(deps, account);
    deps.log.info('bank account removed', { outcome: isNeeded ? 'numbers kept for a check' : 'numbers deleted' });
    return { outcome: 'done', body: { bank_account_id: id, removed: true, numbers_deleted: !isNeeded } };
  },
};

/** Finds an account, even a removed one. Unknown and malformed ids get the same response. */
export async function findAccount({ bankAccounts }: Deps, id: string): Promise<BankAccount> {
  const account = isId('bank', id) ? await bankAccounts.get(id) : undefined;
  if (account === undefined) throw notFound('bank account');
  return account;
}

/**
 * Cancels the unpaid checks of a removed account, unless their payment came first. Returns true if a check needs the account's
 * numbers or may need them. Throws a Refusal if the payment provider doesn't respond, or after 15 seconds.
 */
async function cancelUnpaidChecks(deps: Deps, account: BankAccount): Promise<boolean> {
  const isNeededBy = async (jobId: string): Promise<boolean> => {
    let job = await deps.jobs.get(jobId);
    if (job?.state === 'awaiting_payment') {
      await cancelUnpaid(deps, job);
      job = await deps.jobs.get(jobId);
    }
    return job !== undefined && neededAccountId(job) === account.id;
  };
  const until = deps.clock.now() + 15_000;
  // A check that got its number just before `removedAt` may be missing from the list for three minutes.
  let isNeeded = deps.clock.now() - (account.numberedAt ?? 0) < 3 * 60_000;
  let after: string | undefined;
  do {
    const { ids, next } = await deps.jobs.drawingOn(account.id, after);
    const areNeeded = await Promise.all(ids.map(isNeededBy));
    isNeeded ||= areNeeded.includes(true);
    after = next;
  } while (after !== undefined && deps.clock.now() < until);
  if (after === undefined) return isNeeded;
  throw unavailable('Many unpaid checks draw on it, and not all of them are canceled yet.', 1);
}

async function forget({ vault, log }: Deps, { partnerId }: BankAccount): Promise<void> {
  const isForgotten = await vault.forget(partnerId).catch((error: unknown) => {
    log.info('deleting bank numbers failed', { error });
    return false;
  });
  if (!isForgotten) throw unavailable('The print partner is not responding, so it still has its numbers.', 60);
}

const unavailable = (cause: string, retryAfterSeconds: number): Refusal =>
  new Refusal(
    'unavailable',
    `No more checks are drawn on this account, but it is not removed yet. ${cause} Send the same request again.`,
    { retryAfterSeconds },
  );

/** The limit of one run, so that if the table ever loses accounts, most of their numbers still exist once it is restored. */
const maxDeletions = 100;

/** Deletes the numbers of accounts that this service no longer needs. Starts nothing after `until`, Unix ms. Never throws. */
export async function sweepBankAccounts(deps: Deps, until: number): Promise<void> {
  let deletionsLeft = maxDeletions;
  const mayContinue = () => deletionsLeft > 0 && deps.clock.now() < until;
  const deleteUnneeded = async (): Promise<void> => {
    let after: string | undefined;
    do {
      const { accounts, next } = await deps.vault.accountsOf(vaultOwner(deps), after);
      for (const { partnerId, reference, createdAt } of accounts) {
        if (!mayContinue()) return;
        // Its registration may still be in progress.
        if (deps.clock.now() - createdAt < 24 * 3_600_000) continue;
        if (await isAccountNeeded(deps, reference)) continue;
        if (await deps.vault.forget(partnerId)) deletionsLeft -= 1;
      }
      after = next;
    } while (after !== undefined && mayContinue());
  };
  await deleteUnneeded().catch((error: unknown) => deps.log.alarm('sweep stopped', { error }));
  deps.log.info('unneeded bank numbers deleted', { count: maxDeletions - deletionsLeft });
}

/** An expired account may still be drawn on until the table has deleted it, so it is needed until then. */
async function isAccountNeeded(deps: Deps, id: string): Promise<boolean> {
  const account = await deps.bankAccounts.get(id);
  if (account?.removedAt === undefined) return account !== undefined;
  return cancelUnpaidChecks(deps, account).catch((error: unknown) => {
    deps.log.info('unpaid checks not canceled', { error });
    return true;
  });
}
