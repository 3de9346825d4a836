/** The rules for checks on accounts that nobody knows yet, before any partner gets one. */
import { type DrawnCheck, isTrialOver, withDrawn } from '../../domain/fraud/new-account.ts';
import type { Job } from '../../domain/job/job.ts';
import { owedFrom } from '../../domain/job/standing.ts';
import { dayOf } from '../../domain/job/waiting.ts';
import { update } from '../../domain/update.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';

/**
 * Counts the check among those of its day, once however often this runs, and under the account however often that is
 * registered. True if they are more than the operator allows. The first one that is not becomes the account's trial.
 */
export async function isOverDayLimit(deps: Deps, job: Job): Promise<boolean> {
  const { drawing } = job;
  const most = deps.settings.newAccounts?.mostCentsADay;
  if (drawing?.waitMs === undefined) return false;
  if (most !== undefined && drawing.counterId !== undefined) {
    const { cents = 0 } = productNamed(job.product).drawn?.(job.order) ?? {};
    const check = { jobId: job.id, day: dayOf(Math.max(owedFrom(job), deps.clock.now())), cents };
    if (await isTooMuch(deps, drawing.counterId, check, most)) return true;
  }
  await tryAccount(deps, job.id, drawing.accountId);
  return false;
}

async function isTooMuch(
  { checkCounters, clock }: Deps,
  counterId: string,
  check: DrawnCheck,
  most: number,
): Promise<boolean> {
  let isTooMuchNow = false;
  await update(checkCounters, counterId, (known) => {
    const drawn = known && withDrawn(known.drawn ?? [], check, { most, today: dayOf(clock.now()) });
    isTooMuchNow = known !== undefined && drawn === undefined;
    return known && drawn && { ...known, drawn };
  });
  return isTooMuchNow;
}

async function tryAccount({ bankAccounts, jobs }: Deps, jobId: string, accountId: string): Promise<void> {
  const account = await bankAccounts.get(accountId);
  const trial = account?.trialId === undefined ? undefined : await jobs.get(account.trialId);
  if (account === undefined || (trial !== undefined && !isTrialOver(trial))) return;
  await update(bankAccounts, accountId, (known) => known && { ...known, trialId: jobId });
}
