/** An operator's actions on one job. Each records a fact or cancels the job like a client; none bypasses the transitions. */
import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { type Fact, hasEnded, isDisputed, type State, stoppedBeforeSending } from '../../domain/job/lifecycle.ts';
import { submitLeaseMs } from '../../domain/times.ts';
import { cancel } from '../../orders/cancel/cancel-job.ts';
import type { Deps } from '../../orders/deps.ts';
import { findJob } from '../../orders/follow/find-job.ts';
import { partnerListedForMs, partnerListLagMs, retryPauseMs } from '../../orders/partner.ts';
import { lookUp, referenceOf } from '../../orders/read-progress.ts';
import { nudge, record, recordOnce } from '../../orders/record.ts';
import { done, type OperatorResult, refused } from './operate-show.ts';

/** The operator's decision was based on the job's earlier status, so it does not apply to a job that has changed since. */
const jobHasChanged = 'The job has changed in the meantime, so nothing was done. Run show to see its status.';

const statusOf = ({ state, refund }: Job): string => `Its state is ${state}, its refund ${refund}`;

export async function redrive(deps: Deps, jobId: string): Promise<OperatorResult> {
  // Computed again if another process changes the job first, because an earlier time would cut its claim short.
  const dueAt = (job: Job) =>
    deps.clock.now() +
    (job.state === 'submitting' ? submitLeaseMs(deps.settings.retryBaseMs) + retryPauseMs(deps, job) : 0);
  const found = await findJob(deps, jobId);
  const recorded = await record(deps, found.id, (job): Fact => ({ kind: 'redriven', dueAt: dueAt(job) }));
  const { job } = recorded ?? { job: found };
  if (job.dueAt === undefined) return refused(`${statusOf(job)}: nothing is due, so there is nothing to redrive.`);
  await nudge(deps, job.id, job.dueAt);
  const seconds = Math.max(0, Math.ceil((job.dueAt - deps.clock.now()) / 1_000));
  return done(
    `${seconds === 0 ? 'It is being processed now' : `It will be processed in ${seconds} seconds`}: run show to see the result.`,
  );
}

export async function park(deps: Deps, jobId: string, reason: string): Promise<OperatorResult> {
  const advice: Partial<Record<State, string>> = {
    fulfilled: 'Run refund to stop it at the partner, where that can still be done.',
    awaiting_payment: 'Nothing is sent before it is paid.',
    needs_review: 'It is parked already.',
    cancelling: 'It is being canceled.',
    recalling: 'It is being canceled.',
  };
  const found = await findJob(deps, jobId);
  // While a call to the partner may be in progress, the sentence says only that the job was stopped.
  const recorded = await record(deps, found.id, ({ state }) => ({
    kind: 'held',
    error:
      state === 'submitting'
        ? 'It was stopped while it was being sent to the partner; a person is looking into it.'
        : stoppedBeforeSending,
  }));
  const { job = found, hasCounted = false } = recorded ?? {};
  if (!hasCounted)
    return refused(
      `${statusOf(job)}: only a paid job that no partner has can be parked. ${advice[job.state] ?? 'It has ended, and nothing is sent.'}`,
    );
  await nudge(deps, job.id, job.dueAt);
  const consequence =
    job.firstSeenAt.claimed === undefined ? 'will not be sent' : 'goes no further, unless a partner has just taken it';
  return done(`It is parked (${reason}) and ${consequence}. Run resubmit to let it go on, or refund to end it.`);
}

/**
 * Asks the partner for the order before an action on a parked job. If the partner has it, the job is fulfilled. Returns
 * a refusal unless the partner has no such order, or doesn't say and the operator is sure. It also refuses while a call
 * may be in progress, or its order may be unlisted. An idempotency key would protect `resubmit`, but not `refund`.
 */
async function askPartner(
  deps: Deps,
  job: Job,
  action: 'resubmit' | 'refund',
  isSure: boolean,
): Promise<OperatorResult | undefined> {
  if (job.firstSeenAt.claimed === undefined) return undefined;
  const ageMs = deps.clock.now() - job.triesSince;
  const { retryBaseMs } = deps.settings;
  const waitMs = submitLeaseMs(retryBaseMs) + partnerListLagMs(deps, job) - ageMs;
  if (waitMs > 0) {
    // Rounded up to a whole second, such as `15:04:31`.
    const time = new Date(Math.ceil((deps.clock.now() + waitMs) / 1_000) * 1_000).toISOString().slice(11, 19);
    return refused(
      `It stopped a moment ago, and a call to the partner may still be under way. After ${time} UTC, run this again: npm run ops -- ${action} ${spokenOrderNumber(orderNumberOf(job.id))}${isSure ? ' --sure' : ''}, with the same --stage or --local.`,
    );
  }
  const lookedUp = await lookUp(deps, job);
  const isAbsent = lookedUp.kind === 'none' && ageMs < partnerListedForMs(deps, job);
  if (isAbsent || (lookedUp.kind !== 'found' && isSure)) return undefined;
  if (lookedUp.kind !== 'found')
    return refused(
      `The partner does not say whether it has the order. Look for the reference ${referenceOf(job)} in its dashboard: if it is there, redrive the job later; if it is not, ask again with --sure.`,
    );
  const accepted = await recordOnce(deps, job, { kind: 'accepted', order: lookedUp.order, dueAt: deps.clock.now() });
  if (accepted === undefined) return refused(jobHasChanged);
  await nudge(deps, job.id, accepted.dueAt);
  return refused(
    `The partner has the order after all, as ${lookedUp.order.id}: the job is fulfilled now, and nothing was sent or refunded. Run refund to stop it there, where that can still be done.`,
  );
}

export async function resubmit(deps: Deps, jobId: string, isSure: boolean): Promise<OperatorResult> {
  const job = await findJob(deps, jobId);
  if (job.state !== 'needs_review')
    return refused(`${statusOf(job)}: only a parked job can be resubmitted. Run redrive to do now what is due later.`);
  if (job.refund !== 'not_applicable')
    return refused(
      `We no longer have the payment (refund ${job.refund}), so the job cannot be resubmitted. Run refund to end it.`,
    );
  // `--sure` overrides both the dispute and a partner that does not say whether it has the order.
  if (isDisputed(job) && !isSure) {
    const lookFirst =
      job.firstSeenAt.claimed === undefined
        ? ''
        : ` look for the reference ${referenceOf(job)} in the partner's dashboard and, if it is not there,`;
    return refused(
      `The payment is disputed, so its money may be lost. To send it anyway,${lookFirst} ask again with --sure.`,
    );
  }
  const refusal = await askPartner(deps, job, 'resubmit', isSure);
  if (refusal !== undefined) return refusal;
  const resubmitted = await recordOnce(deps, job, { kind: 'resubmitted' });
  if (resubmitted === undefined) return refused(jobHasChanged);
  await nudge(deps, job.id, resubmitted.dueAt);
  return done('Resubmitted: it is being sent to the partner now.');
}

export async function refundCommand(deps: Deps, jobId: string, isSure: boolean): Promise<OperatorResult> {
  const job = await findJob(deps, jobId);
  if (job.state === 'needs_review') return abandon(deps, job, isSure);
  if (job.state === 'awaiting_payment')
    return refused('Nothing was paid, so there is nothing to refund; the payment page closes on its own.');
  if (hasEnded(job)) {
    // The refund of a job that has ended stays as it is, so that this command never issues a second refund.
    if (job.payment === undefined) return refused('Nothing was paid, so there is nothing to refund.');
    if (job.refund === 'pending') return refused('Its refund is on its way already: run redrive to try it again now.');
    return refused(refundByHand(job));
  }
  // It cancels the job like a client: an order that the partner does not stop is not refunded.
  const { body } = await cancel(deps, job);
  const after = await findJob(deps, job.id);
  if (!body.cancelled) {
    const advice: Partial<Record<State, string>> = {
      paid: 'To stop it anyway, park it first.',
      fulfilled:
        after.refund === 'issued' || isDisputed(after)
          ? refundByHand(after)
          : `To prevent mistakes, mailed or sent orders are not refunded from here. As goodwill, refund ${after.payment?.id} in the payment provider's dashboard: its event is recorded with the job.`,
    };
    return refused(`${body.error} ${advice[after.state] ?? ''}`.trim());
  }
  if (after.refund === 'issued') return done('It is stopped, and its refund is issued.');
  return done(
    after.refund === 'pending'
      ? 'It is stopped; its refund is not confirmed yet: run show to see when it is issued.'
      : `It is stopped. ${refundByHand(after)}`,
  );
}

async function abandon(deps: Deps, job: Job, isSure: boolean): Promise<OperatorResult> {
  const refusal = await askPartner(deps, job, 'refund', isSure);
  if (refusal !== undefined) return refusal;
  const error = 'We could not send it, and stopped trying.';
  const abandoned = await recordOnce(deps, job, { kind: 'abandoned', error, cause: 'ours' });
  if (abandoned === undefined) return refused(jobHasChanged);
  await nudge(deps, job.id, abandoned.dueAt);
  return done(
    abandoned.refund === 'pending'
      ? 'It has failed, and its refund is on its way: run show to see when it is issued.'
      : `It has failed. ${refundByHand(abandoned)}`,
  );
}

function refundByHand(job: Job): string {
  if (job.refund === 'issued') return 'It was refunded already.';
  if (isDisputed(job))
    return 'Its payment is disputed, and the bank decides who gets the money: do not refund it as well.';
  return `The payment provider does not refund it (refund ${job.refund}). Refund ${job.payment?.id} in its dashboard: its event updates the job.`;
}
