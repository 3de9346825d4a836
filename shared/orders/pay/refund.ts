/** Finishes claimed cancellations and issues refunds, for a caller's cancellation and for `advance`. */
import type { Job } from '../../domain/job/job.ts';
import { type Fact, isDue } from '../../domain/job/lifecycle.ts';
import { intervalsMs, refundAgainDelayMs, retryDelayMs, timeoutsMs } from '../../domain/times.ts';
import type { RecallOutcome } from '../../partners/partner.ts';
import type { RefundOutcome } from '../../partners/payments.ts';
import type { Deps } from '../deps.ts';
import { partnerOf } from '../partner.ts';
import { lookUp, nextOrderReadAt } from '../read-progress.ts';
import { nudge, record } from '../record.ts';
import { disputedFact, refundPayment } from './payment.ts';

/**
 * Refunds a job that no partner has accepted, and that no partner gets while the claim lasts. If a partner was called before,
 * we look for the order once more. If the partner has it after all, the job can be recalled.
 */
export async function finishCancel(deps: Deps, claimed: Job): Promise<void> {
  const result = await lookUp(deps, claimed);
  const dueAt = deps.clock.now();
  if (result.kind === 'found') {
    const accepted = { kind: 'accepted', order: result.order, dueAt, round: claimed.failedRounds } as const;
    await record(deps, claimed.id, () => accepted);
    return;
  }
  // A person resubmitted it, and an earlier call may have created the order. The next holder of the claim looks again.
  if (result.kind === 'unknown' && claimed.mayBeAtPartner) {
    if (dueAt - claimed.triesSince > intervalsMs.recallAlarm)
      deps.log.alarm('a cancellation is undecided', { jobId: claimed.id });
    return;
  }
  // If this process stalled, it may have lost its claim, and the job may be going out again. The claim must also outlast the
  // refund. Otherwise the next holder decides.
  const job = await deps.jobs.get(claimed.id);
  const isStillClaimed = job?.state === 'cancelling' && job.claims === claimed.claims;
  if (isStillClaimed && !isDue(job, deps.clock.now() + timeoutsMs.refund)) await issueRefund(deps, job, claimed.claims);
}

/** Recalls an order. The partner decides, and a refund is owed only if it stopped the order. */
export async function finishRecall(deps: Deps, job: Job): Promise<void> {
  const partnerId = job.partner?.id;
  if (partnerId === undefined) throw new Error(`${job.id} has no partner to recall it from`);
  const recall = async () => partnerOf(deps, job).recall(partnerId);
  const outcome = await recall().catch((error: unknown) => {
    deps.log.info('recall failed', { jobId: job.id, error });
    return { kind: 'unknown' } as const;
  });
  const fact = recallFact(deps, job, outcome);
  const recorded = await record(deps, job.id, () => ({ ...fact, claim: job.claims }));
  if (!recorded?.hasCounted) return;
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
  return { kind: 'partner_refused', progress, dueAt: nextOrderReadAt(progress, job, deps.clock.now()) };
}

/** Refunds an ended job, or one that a cancellation holds under `claim`. An idempotency key prevents a second refund. */
export async function issueRefund(deps: Deps, job: Job, claim?: number): Promise<void> {
  if (job.payment === undefined) throw new Error(`${job.id} has no payment to refund`);
  const outcome = await refundPayment(deps, job.id, job.payment);
  const { random, clock, settings } = deps;
  const delayMs = refundAgainDelayMs(outcome, job.tries + 1, settings.retryBaseMs, random.fraction());
  const fact = refundFact(outcome, clock.now() + delayMs);
  // A refund that was made counts, no matter who holds the claim now.
  const claimedFact = fact.kind === 'refunded' ? fact : { ...fact, claim };
  const isFinal = outcome === 'refused' || outcome === 'disputed';
  // If the bank has since reported that the refund failed, our older "refunded" doesn't undo that.
  const isOutdated = ({ refund, firstSeenAt }: Job): boolean =>
    fact.kind === 'refunded' && refund === 'contact_support' && firstSeenAt.refund_failed !== undefined;
  // The alarm comes before the write. After the write nothing is due, so a crash in between would lose the alarm.
  if (isFinal && job.state !== 'cancelling') deps.log.alarm('refund refused', { jobId: job.id });
  const recorded = await record(deps, job.id, (current) => (isOutdated(current) ? undefined : claimedFact));
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
      // The provider's response counts more than earlier events about the dispute. A person decides.
      return { kind: 'refund_disputed', error: disputedFact.error };
    case 'not_now':
    case 'unknown':
      // The refund is tried until it is made. A cancellation is already final, because an `unknown` refund may have been made.
      return { kind: 'refund_unknown', dueAt };
  }
}
