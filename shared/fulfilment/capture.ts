/** Takes the reserved money of an order that is beyond recall. The provider decides whether it was taken or let go first. */
import type { Fact } from '../core/job/fact.ts';
import type { Job } from '../core/job/job.ts';
import { refundAgainDelayMs } from '../core/retry.ts';
import type { Deps } from '../ports/deps.ts';
import type { CaptureOutcome } from '../ports/payments.ts';
import { nudge } from './nudge.ts';
import { holdExpiredFact, paymentsOf } from './payment.ts';
import { type RecordDeps, type RetryDeps, record } from './record.ts';

type CaptureDeps = RecordDeps & RetryDeps & Pick<Deps, 'payments'>;

/** One call without an answer is bad luck. */
const alarmAfter = 3;

/** It takes no claim: the provider takes the money once, and never after it has let it go. */
export async function captureReserve(deps: CaptureDeps, job: Job): Promise<void> {
  const { payment, reserve } = job;
  if (payment === undefined || reserve === undefined) throw new Error(`${job.id} has no reserved money`);
  const outcome = await paymentsOf(deps, payment)
    .capture(job.id, payment)
    .catch((error: unknown): CaptureOutcome => {
      deps.log.info('capture failed', { jobId: job.id, error });
      return 'unknown';
    });
  const tries = reserve.tries + 1;
  if (outcome === 'refused' || (outcome === 'unknown' && tries >= alarmAfter))
    deps.log.alarm('reserved payment not taken', { jobId: job.id, tries });
  const fact = factOf(deps, outcome, tries);
  await record(deps, job.id, () => fact);
  if (fact.kind === 'capture_failed') await nudge(deps, job.id, fact.retryAt);
}

function factOf({ clock, random, settings }: RetryDeps, outcome: CaptureOutcome, tries: number): Fact {
  if (outcome === 'captured') return { kind: 'captured' };
  if (outcome === 'expired') return holdExpiredFact;
  const passing = outcome === 'refused' ? 'not_now' : outcome;
  const delayMs = refundAgainDelayMs(passing, tries, settings.retryBaseMs, random.fraction());
  return { kind: 'capture_failed', retryAt: clock.now() + delayMs };
}
