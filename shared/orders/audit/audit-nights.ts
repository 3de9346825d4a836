/**
 * The scheduled audits: of the last day that is over, and of the days before it that are not finished yet or
 * were missed. The schedule repeats the call, so a later call finishes the day if one dies.
 */

import { update } from '../../domain/stored.ts';
import { type Clock, lifetimesMs } from '../../domain/times.ts';
import { vaultOwner } from '../bank-accounts/register-bank-account.ts';
import { isStillNeeded } from '../bank-accounts/remove-bank-account.ts';
import type { AuditRun, Deps } from '../deps.ts';
import { audit, runOf } from './audit.ts';
import { lastDay } from './audit-compare.ts';

/** One run deletes no more than this: if the table ever loses accounts, most are still there when it is restored. */
const mostDeleted = 100;

const dayMs = 24 * 60 * 60 * 1_000;

/** Nothing is begun after `until`, Unix ms. A sweep that fails must not fail the audit beside it. */
export async function sweep(deps: Deps, until: number): Promise<void> {
  let left = mostDeleted;
  const goesOn = () => left > 0 && deps.clock.now() < until;
  const sweepAccounts = async (): Promise<void> => {
    let after: string | undefined;
    do {
      const { accounts, next } = await deps.vault.accountsOf(vaultOwner(deps), after);
      for (const { partnerId, reference, createdAt } of accounts) {
        if (!goesOn()) return;
        // Its registration may still be under way.
        if (deps.clock.now() - createdAt < dayMs) continue;
        if (await isNeeded(deps, reference)) continue;
        if (await deps.vault.forget(partnerId)) left -= 1;
      }
      after = next;
    } while (after !== undefined && goesOn());
  };
  await sweepAccounts().catch((error: unknown) => deps.log.alarm('sweep stopped', { error }));
  deps.log.info('swept', { count: mostDeleted - left });
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

/** The part of a Lambda's context that such a function needs. */
export interface InvocationContext {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** The moment after which no new page is started, Unix ms. 30 seconds remain to finish a page and report the stop. */
export const endOf = (context: InvocationContext, clock: Clock): number =>
  clock.now() + context.getRemainingTimeInMillis() - 30_000;

/** Nothing is begun after `until`, Unix ms. */
export async function auditNights(deps: Deps, until: number): Promise<void> {
  await watchFingerprints(deps);
  const now = deps.clock.now();
  // Runs are kept for 14 days.
  const days = Array.from({ length: 14 }, (_, back) => lastDay(now - back * dayMs));
  const runs = await Promise.all(days.map((day) => runOf(deps, day)));
  const first = runs.findLastIndex((run) => run !== undefined);
  // A partner, or the whole service, may be down for a week: those days are still compared.
  for (const [back, day] of days.slice(0, 7).entries())
    if (deps.clock.now() < until) await auditNight(deps, day, until, back === 0 || back < first);
}

/** `begins`: a day before the first audited one is not begun, because this service may not have existed yet. */
async function auditNight(deps: Deps, day: string, until: number, begins: boolean): Promise<void> {
  const stored = await runOf(deps, day);
  if (stored === undefined && !begins) return;
  const stopped = stored?.endedAt === undefined ? (await audit(deps, day, until)).stoppedAt : undefined;
  const run = (await runOf(deps, day)) ?? stored;
  if (run === undefined) return;
  const now = deps.clock.now();
  // Only a finished audit reports this metric, because its absence raises an alarm of its own.
  if (run.endedAt !== undefined && run.measuredAt === undefined) {
    deps.log.measure('auditDifferences', run.total);
    await updateRun(deps, run, { measuredAt: now });
  }
  // A book that can't be read for six hours raises an alarm.
  const isStopped =
    run.stoppedAt !== undefined || (stopped !== undefined && now - run.createdAt >= 6 * 60 * 60 * 1_000);
  if (isStopped && run.stoppedAt === undefined) {
    deps.log.alarm('audit stopped', { reason: stopped });
    await updateRun(deps, run, { stoppedAt: now });
  }
  if ((run.endedAt === undefined && !isStopped) || run.sweptAt !== undefined) return;
  await sweep(deps, until);
  await updateRun(deps, run, { sweptAt: deps.clock.now() });
}

const updateRun = ({ audits }: Deps, { id }: AuditRun, done: Partial<AuditRun>) =>
  update(audits, id, (run) => run && { ...run, ...done });

/** Raises an alarm once for each change of the fingerprint key. */
async function watchFingerprints(deps: Deps): Promise<void> {
  const id = 'audit_fingerprints';
  const now = deps.clock.now();
  const owner = vaultOwner(deps);
  const stored = await deps.fingerprintNotes.get(id);
  const isSame = stored?.owner === owner;
  if (isSame && stored.keepUntil - now > lifetimesMs.job / 2) return;
  if (stored !== undefined && !isSame) deps.log.alarm('the fingerprint key changed');
  const keepUntil = now + lifetimesMs.job;
  const fresh = { id, version: 0, createdAt: now };
  await update(deps.fingerprintNotes, id, (note) => ({ ...(note ?? fresh), keepUntil, owner }));
}
