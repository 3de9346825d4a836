/** Says how long a check waits on an account that has not proven itself, and how much it may draw. */
import type { BankAccount } from '../../domain/bank-account.ts';
import { isProven } from '../../domain/fraud/new-account.ts';
import { formatMoney } from '../../domain/money/money.ts';
import type { Money } from '../../domain/product.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';

/** In ms; `undefined` for an account that is known. Another registration of the same account proves itself anew. */
export async function waitOf(
  { settings, jobs, clock }: Deps,
  { trialId }: BankAccount,
  { cents, currency }: Money,
): Promise<number | undefined> {
  const { newAccounts } = settings;
  if (newAccounts === undefined) return undefined;
  const trial = trialId === undefined ? undefined : await jobs.get(trialId);
  if (isProven(trial, clock.now())) return undefined;
  const { mostCentsADay: most } = newAccounts;
  if (most !== undefined && cents > most)
    throw invalid(
      'check.amount_cents',
      `is ${formatMoney(cents, currency)}: until a check on this bank account has been out for 30 days, at most ${formatMoney(most, currency)} a day are drawn on it. Order less, or ask the operator of this service.`,
    );
  return newAccounts.waitMs;
}

export const waitWarnings = (waitMs: number | undefined): Warning[] =>
  waitMs ? [{ code: 'check_waits', hours: waitMs / 3_600_000 }] : [];
