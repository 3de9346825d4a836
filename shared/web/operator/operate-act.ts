/** An operator's actions on one job. Each records a fact or acts like a caller; none bypasses the transitions. */

import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { type Fact, isDisputed, stoppedBeforeSending } from '../../domain/job/lifecycle.ts';
import { submitLeaseMs } from '../../domain/retry.ts';
import { cancel } from '../../orders/cancel/cancel-job.ts';
import type { Deps } from '../../orders/deps.ts';
import { findJob } from '../../orders/follow/find-job.ts';
import { listedForMsAt, listLagMsAt, pauseMsAt } from '../../orders/partner.ts';
import { lookUp, referenceOf } from '../../orders/read-progress.ts';
import { nudge, record, recordOnce } from '../../orders/record.ts';
import { done, type OperatorResult, refused } from './operate-show.ts';

/** Reasons to stop a job. The list is closed, because reasons are logged and free text may mention a person. */
export const holdReasons = ['fraud', 'content', 'payer', 'partner', 'other'] as const;

/** A person decides by what they saw, so the decision counts for the job as it was read. */
const changed = 'It changed just now: show prints its status.';

const asItStands = ({ state, refund }: Job): string => `It is ${state}, its refund ${refund}`;

export async function redrive(deps: Deps, jobId: string): Promise<OperatorResult> {
  // After a lost race it counts from then: a time of before would cut short the claim of the faster one.
  const dueAt = (job: Job) =>
    deps.clock.now() +
    (job.state === 'submitting' ? submitLeaseMs(deps.settings.retryBaseMs) + pauseMsAt(deps, job) : 0);
  const { id } = await findJob(deps, jobId);
  const recorded = await record(deps, id, (job): Fact => ({ kind: 'redriven', dueAt: dueAt(job) }));
  const job = recorded?.job ?? (await findJob(deps, jobId));
  if (job.dueAt === undefined) return refused(`${asItStands(job)}: nothing is owed, so there is nothing to redrive.`);
  await nudge(deps, job.id, job.dueAt);
  const seconds = Math.max(0, Math.ceil((job.dueAt - deps.clock.now()) / 1_000));
  return done(
    `${seconds === 0 ? 'It is being looked at now' : `It is looked at in ${seconds} seconds`}: show prints the result.`,
  );
}

export async function park(deps: Deps, jobId: string, reason: (typeof holdReasons)[number]): Promise<OperatorResult> {
  // While a call to the partner may be under way, the sentence claims only that the job was stopped.
  const recorded = await record(deps, (await findJob(deps, jobId)).id, ({ state }) => ({
    kind: 'held',
    error:
      state === 'submitting'
        ? 'It was stopped while it was being handed over; a person is looking into it.'
        : stoppedBeforeSending,
  }));
  const job = recorded?.job ?? (await findJob(deps, jobId));
  if (!recorded?.counted)
    return refused(`${asItStands(job)}: only a paid job that no partner has can be parked. ${cureFor(job)}`);
  await nudge(deps, job.id, job.dueAt);
  const sent =
    job.firstSeenAt.claimed === undefined ? 'will not be sent' : 'goes no further, unless a partner has just taken it';
  return done(`It is parked (${reason}) and ${sent}; resubmit lets it go on, refund ends it.`);
}

function cureFor({ state }: Job): string {
  if (state === 'fulfilled') return 'refund stops it at the partner, where that can still be done.';
  if (state === 'awaiting_payment') return 'Nothing is sent while it is not paid.';
  if (state === 'needs_review') return 'It is parked already.';
  return state === 'cancelling' || state === 'recalling'
    ? 'It is being cancelled.'
    : 'It has ended, and nothing is sent.';
}

/** `15:04:31 UTC`, the first second that is not before it. */
const clockAt = (ms: number): string => `${new Date(Math.ceil(ms / 1_000) * 1_000).toISOString().slice(11, 19)} UTC`;

/**
 * Asks the partner before any action on a parked job. `undefined` means that it has no such order. A call may still be
 * under way, and its order may not be listed yet. An idempotency key would not prevent a refund for that order.
 */
async function foundAtPartner(
  deps: Deps,
  job: Job,
  act: 'resubmit' | 'refund',
  sure: boolean,
): Promise<OperatorResult | undefined> {
  if (job.firstSeenAt.claimed === undefined) return undefined;
  const ageMs = deps.clock.now() - job.triesSince;
  const { retryBaseMs } = deps.settings;
  const waitMs = submitLeaseMs(retryBaseMs) + listLagMsAt(deps, job) - ageMs;
  if (waitMs > 0)
    return refused(
      `It stopped a moment ago, and a call to the partner may still be under way. From ${clockAt(deps.clock.now() + waitMs)} on, type again: npm run ops -- ${act} ${spokenOrderNumber(orderNumberOf(job.id))}${sure ? ' --sure' : ''}, with the same --stage or --local.`,
    );
  const lookedUp = await lookUp(deps, job);
  const isAbsent = lookedUp.kind === 'none' && ageMs < listedForMsAt(deps, job);
  if (isAbsent || (lookedUp.kind !== 'found' && sure)) return undefined;
  if (lookedUp.kind !== 'found')
    return refused(
      `The partner does not say whether it has the order. Look for the reference ${referenceOf(job)} in its dashboard: if it is there, redrive the job later; if it is not, ask again with --sure.`,
    );
  const accepted = await recordOnce(deps, job, { kind: 'accepted', order: lookedUp.order, dueAt: deps.clock.now() });
  if (accepted === undefined) return refused(changed);
  await nudge(deps, job.id, accepted.dueAt);
  return refused(
    `The partner has the order after all, as ${lookedUp.order.id}: the job is fulfilled now, and nothing was sent or paid back. refund stops it there, where that can still be done.`,
  );
}

/** `--sure` overrides both the dispute and a partner that does not say whether it has the order. */
const disputed = (job: Job): string =>
  [
    'The payment is disputed, so its money may be lost. To send it all the same,',
    ...(job.firstSeenAt.claimed === undefined
      ? []
      : [`look for the reference ${referenceOf(job)} in the partner's dashboard and, if it is not there,`]),
    'ask again with --sure.',
  ].join(' ');

export async function resubmit(deps: Deps, jobId: string, sure: boolean): Promise<OperatorResult> {
  const job = await findJob(deps, jobId);
  if (job.state !== 'needs_review')
    return refused(`${asItStands(job)}: only a parked job is resubmitted; redrive hurries on what is owed.`);
  if (job.refund !== 'not_applicable')
    return refused(
      `The money of the job is no longer here (refund ${job.refund}): nothing is sent for it. refund ends the job.`,
    );
  if (isDisputed(job) && !sure) return refused(disputed(job));
  const standing = await foundAtPartner(deps, job, 'resubmit', sure);
  if (standing !== undefined) return standing;
  const resubmitted = await recordOnce(deps, job, { kind: 'resubmitted' });
  if (resubmitted === undefined) return refused(changed);
  await nudge(deps, job.id, resubmitted.dueAt);
  return done('It goes on: it is handed to the partner now.');
}

export async function refundCommand(deps: Deps, jobId: string, sure: boolean): Promise<OperatorResult> {
  const job = await findJob(deps, jobId);
  if (job.state === 'needs_review') return abandon(deps, job, sure);
  if (job.state === 'awaiting_payment')
    return refused('Nothing was paid, so there is nothing to give back; the payment page closes by itself.');
  if (job.state === 'cancelled' || job.state === 'failed') return refundOf(job);
  return stopAndPayBack(deps, job);
}

async function abandon(deps: Deps, job: Job, sure: boolean): Promise<OperatorResult> {
  const standing = await foundAtPartner(deps, job, 'refund', sure);
  if (standing !== undefined) return standing;
  const error = 'It could not be carried out, and was given up.';
  const abandoned = await recordOnce(deps, job, { kind: 'abandoned', error });
  if (abandoned === undefined) return refused(changed);
  await nudge(deps, job.id, abandoned.dueAt);
  return done(
    abandoned.refund === 'pending'
      ? 'It has failed, and its refund is on its way: show says when it is issued.'
      : `It has failed; ${byHand(abandoned)}`,
  );
}

/** A job that has ended keeps its refund as it is: a second refund is never issued from here. */
function refundOf(job: Job): OperatorResult {
  if (job.payment === undefined) return refused('Nothing was paid, so there is nothing to give back.');
  if (job.refund === 'pending') return refused('Its refund is on its way already: redrive tries it again now.');
  return refused(job.refund === 'issued' ? 'Its refund is issued already.' : byHand(job));
}

const byHand = ({ refund, payment }: Job): string =>
  refund === 'issued'
    ? 'its money had gone back before.'
    : `the payment provider does not refund it (refund ${refund}). Refund ${payment?.id} in its dashboard: its event updates the job.`;

/** Cancels like the caller's own cancellation: an order that the partner does not stop is not refunded. */
async function stopAndPayBack(deps: Deps, job: Job): Promise<OperatorResult> {
  const { body } = await cancel(deps, await findJob(deps, job.id));
  const after = await findJob(deps, job.id);
  if (!body.cancelled) return refused(`${body.error} ${cureOf(after)}`.trim());
  if (after.refund === 'issued') return done('It is stopped, and its refund is issued.');
  return done(
    after.refund === 'pending'
      ? 'It is stopped; its refund is not confirmed yet: show says when it is issued.'
      : `It is stopped; ${byHand(after)}`,
  );
}

/** The operator's next step after a declined cancellation. */
function cureOf({ state, refund, payment }: Job): string {
  if (state === 'paid') return 'To stop it all the same, park it first.';
  if (state !== 'fulfilled') return '';
  return refund === 'issued'
    ? 'Its money has gone back already.'
    : `What is mailed or sent is not refunded from here, so that none is by mistake. As goodwill, refund ${payment?.id} in the payment provider's dashboard: its event is written down with the job.`;
}
