/** Finishes claimed cancellations and issues every refund, for the caller's cancel and for `advance`. */

import type { Job } from '../../domain/job/job.ts';
import { type Fact, isDue } from '../../domain/job/lifecycle.ts';
import { intervalsMs, refundAgainDelayMs, retryDelayMs, timeoutsMs } from '../../domain/times.ts';
import type { RecallOutcome } from '../../partners/partner.ts';
import type { RefundOutcome } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { partnerOf } from '../partner.ts';
import { lookUp, nextReading } from '../read-progress.ts';
import { nudge, record } from '../record.ts';
import { disputedFact, refundedAt } from './payment.ts';

/**
 * Refunds a job that no partner has taken and, while the claim holds, none will take. If a partner was called before, we
 * ask once more whether it has the order after all; then the job is with the partner and can be recalled.
 */
export async function finishCancel(deps: Deps, claimed: Job): Promise<void> {
  const result = await lookUp(deps, claimed);
  const dueAt = deps.clock.now();
  if (result.kind === 'found')
    return void (await record(deps, claimed.id, () => ({
      kind: 'accepted',
      order: result.order,
      dueAt,
      round: claimed.bounces,
    })));
  // A call from before the resubmission may still arrive: the next holder asks again.
  if (result.kind === 'unknown' && claimed.mayBeAtPartner) {
    if (dueAt - claimed.triesSince > intervalsMs.recallAlarm)
      deps.log.alarm('a cancellation is undecided', { jobId: claimed.id });
    return;
  }
  // A process that stalled may have lost its claim, and the job may be on its way to a partner: its holder refunds.
  const job = await deps.jobs.get(claimed.id);
  const isMine = job?.state === 'cancelling' && job.claims === claimed.claims;
  if (isMine && !isDue(job, deps.clock.now() + timeoutsMs.refund)) await issueRefund(deps, job, claimed.claims);
}

/** The partner decides; a refund is owed only if it has stopped the order. */
export async function finishRecall(deps: Deps, job: Job): Promise<void> {
  const partnerId = job.partner?.id;
  if (partnerId === undefined) throw new Error(`${job.id} is being recalled from no partner`);
  const recall = async () => partnerOf(deps, job).recall(partnerId);
  const outcome = await recall().catch(() => ({ kind: 'unknown' }) as const);
  const fact = recallFact(deps, job, outcome);
  const recorded = await record(deps, job.id, () => ({ ...fact, claim: job.claims }));
  if (!recorded?.counted) return;
  if (fact.kind === 'undecided') deps.log.alarm('a cancellation is undecided', { jobId: job.id, partnerId });
  if (fact.kind === 'partner_cancelled' && recorded.job.refund === 'pending') await issueRefund(deps, recorded.job);
  else if (fact.dueAt !== undefined) await nudge(deps, job.id, fact.dueAt);
}

function recallFact(deps: Deps, job: Job, outcome: RecallOutcome): Fact {
  if (outcome.kind === 'cancelled') return { kind: 'partner_cancelled' };
  if (outcome.kind === 'unknown') {
    const { random, clock, settings } = deps;
    const isLate = clock.now() - job.triesSince > intervalsMs.recallAlarm;
    const dueAt = clock.now() + retryDelayMs(job.tries + 1, settings.retryBaseMs, random.fraction());
    return { kind: isLate ? 'undecided' : 'unanswered', dueAt };
  }
  const { progress } = outcome;
  return { kind: 'partner_refused', progress, dueAt: nextReading(progress, job, deps.clock.now()) };
}

/** Refunds an ended job, or one whose cancellation this `claim` holds, once: under one idempotency key. */
export async function issueRefund(deps: Deps, job: Job, claim?: number): Promise<void> {
  if (job.payment === undefined) throw new Error(`${job.id} owes a refund of nothing`);
  const outcome = await refundedAt(deps, job.id, job.payment);
  const { random, clock, settings } = deps;
  const delayMs = refundAgainDelayMs(outcome, job.tries + 1, settings.retryBaseMs, random.fraction());
  const fact = refundFact(outcome, clock.now() + delayMs);
  // A refund counts no matter who holds the claim by now.
  const bound = fact.kind === 'refunded' ? fact : { ...fact, claim };
  const isFinal = outcome === 'refused' || outcome === 'disputed';
  // If the bank has since reported that the refund failed, our own older answer does not undo that.
  const isOutdated = ({ refund, firstSeenAt }: Job): boolean =>
    fact.kind === 'refunded' && refund === 'contact_support' && firstSeenAt.refund_failed !== undefined;
  // Before the write: after it nothing is due, so an alarm lost in a crash would never be raised.
  if (isFinal && job.state !== 'cancelling') deps.log.alarm('refund refused', { jobId: job.id });
  const recorded = await record(deps, job.id, (current) => (isOutdated(current) ? undefined : bound));
  if (outcome === 'not_now') deps.log.alarm('refund postponed', { jobId: job.id, tries: job.tries + 1 });
  if (recorded?.job.refund === 'pending') await nudge(deps, job.id, recorded.job.dueAt);
}

function refundFact(outcome: RefundOutcome, dueAt: number): Fact {
  switch (outcome) {
    case 'refunded':
      return { kind: 'refunded' };
    case 'refused':
      return { kind: 'refund_refused' };
    case 'disputed':
      // A person decides, whatever earlier events said about the dispute.
      return { kind: 'refund_disputed', error: disputedFact.error };
    case 'not_now':
    case 'unknown':
      // The refund is still owed, so the cancellation is final.
      return { kind: 'refund_unknown', dueAt };
  }
}
