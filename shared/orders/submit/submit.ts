/**
 * Sends a paid job to a partner. The claim is recorded before the call. The call's idempotency key is derived from the job's
 * id, so it never changes. Every retry looks for the order first. While a call may have created an order, we create no other
 * until the partner's lists are complete and show none.
 */
import { canProve, type UnprovenCheck } from '../../domain/fraud.ts';
import { sha256Hex } from '../../domain/ids.ts';
import { dayOf, type Job } from '../../domain/job/job.ts';
import { type Fact, isDue, isScheduled, stoppedBeforeSending, workStartsAt } from '../../domain/job/lifecycle.ts';
import type { PartnerName } from '../../domain/names.ts';
import { update } from '../../domain/stored.ts';
import {
  deadlinesMs,
  intervalsMs,
  lifetimesMs,
  retryDelayMs,
  submitLeaseMs,
  submitTimeoutMs,
} from '../../domain/times.ts';
import type { PartnerRequest, SubmitOutcome } from '../../partners/partner.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { isIntact, paidDocumentKey, retainDocument } from '../document.ts';
import { stoppedTrait, stopsOf } from '../fraud/stop-list.ts';
import { hasValidKey, partnerListLagMs, partnerOf, retryPauseMs } from '../partner.ts';
import { lookUp, nextOrderReadAt, referenceOf } from '../read-progress.ts';
import { nudge, record, recordOnce } from '../record.ts';

/**
 * Whether an earlier call may have created an order. `open`: a call without a response may still be in flight. A number: every
 * call got a response, the last one at this time (Unix ms), so the partner's lists settle it once they are complete.
 */
type Doubt = 'none' | 'open' | number;

/** `absent`: the partner's complete lists don't show an order. `not_called`: the doubt is unchanged. */
type ClaimOutcome =
  | SubmitOutcome
  | { readonly kind: 'absent'; readonly answeredAt: number }
  | { readonly kind: 'not_called' };

export async function submit(deps: Deps, job: Job): Promise<void> {
  if (await holdBackIfStopped(deps, job)) return;
  const now = deps.clock.now();
  // A scheduled job waits once its document is retained. If that fails, the job stays due and is tried again. If the document
  // is gone, the job doesn't wait, so it fails now instead of on its day.
  if (job.state === 'paid' && isScheduled(job, now) && isIntact(job, await retainDocument(deps, job))) {
    const retainAgainAt = now + lifetimesMs.documentCopy;
    await recordOnce(deps, job, { kind: 'scheduled', dueAt: Math.min(workStartsAt(job), retainAgainAt) });
    return;
  }
  // No partner has this round's order, and no call for it is in flight.
  const isUncalled = job.state === 'paid' && !job.mayBeAtPartner;
  // The doubt is from before the claim, because once it is recorded, the job looks as if a call were in flight.
  const doubt: Doubt = isUncalled ? 'none' : (job.answeredAt ?? 'open');
  const isFirst = job.firstSeenAt.claimed === undefined;
  // A job stays with its partner while an earlier call may have created an order.
  const routedTo = (isUncalled && job.failedRounds === 0 ? undefined : job.routedTo) ?? deps.partnerNames[job.product];
  // The claim includes the pause, because if this process dies, the next holder must not look for the order too early.
  const dueAt = deps.clock.now() + submitLeaseMs(deps.settings.retryBaseMs) + retryPauseMs(deps, { ...job, routedTo });
  const claimed = await recordOnce(deps, job, { kind: 'claimed', dueAt, routedTo });
  if (claimed === undefined) return;
  const outcome = await tryToSubmit(deps, claimed, isFirst, doubt).catch((error: unknown): ClaimOutcome => {
    deps.log.info('submission failed', { jobId: job.id, error });
    return { kind: 'not_taken', reason: 'an internal error before the call' };
  });
  if (outcome !== undefined) await recordOutcome(deps, claimed, toFact(deps, claimed, outcome, doubt));
}

/**
 * Looks for the order, and calls the partner if that is safe. Without valid idempotency keys, we look even before the first
 * call, because a table restored from a backup may lack an earlier call. `isFirst`: this job was never claimed before. Returns
 * `undefined` if the claim should just expire.
 */
async function tryToSubmit(deps: Deps, job: Job, isFirst: boolean, doubt: Doubt): Promise<ClaimOutcome | undefined> {
  const { routedTo } = job;
  // The job was paid after the product's partner was removed from the configuration.
  if (routedTo === undefined)
    return doubt === 'none'
      ? { kind: 'rejected', reason: 'We could not send it, and stopped trying.', cause: 'ours' }
      : { kind: 'not_called' };
  const isKeyValid = hasValidKey(deps, job);
  const result = isFirst && isKeyValid ? ({ kind: 'none' } as const) : await lookUp(deps, job);
  if (result.kind === 'found') return { kind: 'accepted', order: result.order };
  const isTooLate = !isFirst && isTooLateToCreate(deps, job);
  const isProven = result.kind === 'none' && areListsComplete(deps, job, doubt);
  if (isProven && typeof doubt === 'number') return { kind: 'absent', answeredAt: doubt };
  if (doubt !== 'none' && (isTooLate || !(isProven || isKeyValid))) return { kind: 'not_called' };
  if (isTooLate) return tooLate;
  const pdf = await retainDocument(deps, job);
  if (!isIntact(job, pdf))
    return doubt === 'none'
      ? { kind: 'rejected', reason: 'The document that was quoted is no longer intact.', cause: 'ours' }
      : { kind: 'not_called' };
  if (!(await takeSerialLock(deps, job)))
    return { kind: 'not_taken', reason: 'another order to the same number is in progress' };
  // This process may have stalled. If the claim expires before the call would end and its order be listed, the next holder of
  // the claim makes the call instead.
  const callEndsAt = deps.clock.now() + submitTimeoutMs(deps.settings.retryBaseMs);
  if (isDue(job, callEndsAt + retryPauseMs(deps, job))) return undefined;
  return callPartner(deps, job, routedTo, pdf);
}

const tooLate = {
  kind: 'rejected',
  reason: 'The partner could not take the order in time.',
  cause: 'ours',
} as const satisfies SubmitOutcome;

async function callPartner(
  deps: Deps,
  job: Job,
  routedTo: PartnerName,
  pdf: PartnerRequest['pdf'],
): Promise<SubmitOutcome> {
  const request = {
    jobId: job.id,
    reference: referenceOf(job),
    title: productNamed(job.product).title(job.order),
    order: job.order,
    pdf: job.document && pdf,
    link: async () => deps.documents.link(paidDocumentKey(job)),
    drawing: job.drawing,
  };
  const outcome = await partnerOf(deps, job)
    .submit(request)
    .catch((error: unknown): SubmitOutcome => {
      deps.log.info('submission failed', { jobId: job.id, error });
      return { kind: 'unknown', reason: 'an internal error during the call' };
    });
  if (outcome.kind !== 'accepted') {
    deps.log.info('not accepted', { jobId: job.id, outcome: outcome.kind, reason: outcome.reason });
    deps.log.measure('partnerErrors', 1, routedTo);
  }
  return outcome;
}

/**
 * Whether the partner's lists would show an order that the last call created. This is also true after a lost response: the
 * next claim waits that long (`retryPauseMs`), unless the idempotency key makes a repeated call safe.
 */
const areListsComplete = (deps: Deps, job: Job, doubt: Doubt): boolean =>
  typeof doubt !== 'number' || deps.clock.now() - doubt >= partnerListLagMs(deps, job);

/** Whether it is too late to create the order. After a failed round the limit is shorter, and a resubmission restarts it. */
function isTooLateToCreate({ clock }: Deps, job: Job): boolean {
  const { failedRounds, firstSeenAt, triesSince } = job;
  if (failedRounds === 0) return clock.now() - Math.max(triesSince, workStartsAt(job)) > deadlinesMs.creation;
  const since = firstSeenAt.resubmitted === undefined ? (firstSeenAt.accepted ?? triesSince) : triesSince;
  return clock.now() - since > deadlinesMs.redialing;
}

function toFact(deps: Deps, job: Job, outcome: ClaimOutcome, doubt: Doubt): Fact {
  const now = deps.clock.now();
  const delayMs = (tries: number) => retryDelayMs(tries, deps.settings.retryBaseMs, deps.random.fraction());
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', order: outcome.order, dueAt: nextOrderReadAt(outcome.order, job, now) };
    case 'rejected':
      // The rejection of a repeated call doesn't rule out that an earlier call created the order.
      return doubt === 'none'
        ? { kind: 'rejected', error: outcome.reason, cause: outcome.cause }
        : { kind: 'put_off', answeredAt: now, dueAt: now + partnerListLagMs(deps, job) };
    case 'absent':
      // Every second claim only looks for the order, so half of the tries were calls.
      return { kind: 'turned_away', dueAt: Math.max(now, outcome.answeredAt + delayMs(Math.ceil(job.tries / 2))) };
    case 'not_taken':
      if (doubt !== 'none') return stillInDoubt(deps, job, doubt, now + delayMs(job.tries));
      return isTooLateToCreate(deps, job)
        ? { kind: 'rejected', error: tooLate.reason, cause: tooLate.cause }
        : { kind: 'turned_away', dueAt: now + delayMs(job.tries) };
    case 'unavailable': {
      if (doubt === 'open') return stillInDoubt(deps, job, doubt, now + delayMs(job.tries));
      // While the idempotency key is valid, the call can be repeated sooner.
      const listsCompleteAt = now + partnerListLagMs(deps, job);
      const dueAt = hasValidKey(deps, job) ? Math.min(listsCompleteAt, now + delayMs(job.tries)) : listsCompleteAt;
      return { kind: 'put_off', answeredAt: now, dueAt };
    }
    case 'not_called':
      return stillInDoubt(deps, job, doubt, now + delayMs(job.tries));
    case 'unknown':
      return stillInDoubt(deps, job, 'open', now + delayMs(job.tries));
  }
}

/** The fact if the doubt remains. Once it is too late to create the order, and no look-up can settle it, a person decides. */
function stillInDoubt(deps: Deps, job: Job, doubt: Doubt, retryAt: number): Fact {
  const now = deps.clock.now();
  const mayStillEnd = typeof doubt === 'number' && !areListsComplete(deps, job, doubt);
  if (isTooLateToCreate(deps, job) && !mayStillEnd) {
    const error = 'The partner has not answered; a person is looking into it.';
    return { kind: 'given_up', error, dueAt: now + intervalsMs.reminder };
  }
  if (typeof doubt !== 'number') return { kind: 'unanswered', dueAt: Math.max(retryAt, now + retryPauseMs(deps, job)) };
  return { kind: 'put_off', answeredAt: doubt, dueAt: Math.max(retryAt, doubt + partnerListLagMs(deps, job)) };
}

/** An outcome counts until another process claims the job, because that one may be calling. An accepted order always counts. */
async function recordOutcome(deps: Deps, claimed: Job, fact: Fact): Promise<void> {
  const { id, product } = claimed;
  const claim = fact.kind === 'accepted' ? undefined : claimed.claims;
  const recorded = await record(deps, id, () => ({ ...fact, round: claimed.failedRounds, claim }));
  if (recorded?.hasCounted && fact.kind === 'given_up') deps.log.alarm('parked', { jobId: id, product });
  const wasIgnored = recorded?.hasCounted === false && recorded.job.failedRounds === claimed.failedRounds;
  if (fact.kind === 'accepted' && wasIgnored && recorded.job.partner?.id !== fact.order.id)
    deps.log.alarm('accepted by the partner after the job had ended', { jobId: id, partnerId: fact.order.id });
  if (recorded?.hasCounted && fact.dueAt !== undefined) await nudge(deps, id, fact.dueAt);
}

/**
 * Counts the check toward the account's limit for that day, under all registrations of the account, once no matter how often
 * this runs. Returns false if the day's checks exceed the operator's limit. The first check within it becomes the account's
 * trial.
 */
async function countTowardDayLimit(deps: Deps, job: Job): Promise<boolean> {
  const { drawing } = job;
  const max = deps.settings.newAccounts?.maxCentsADay;
  if (drawing?.waitMs === undefined) return true;
  if (max !== undefined) {
    const { cents = 0 } = productNamed(job.product).checkAmount?.(job.order) ?? {};
    const check = { jobId: job.id, day: dayOf(Math.max(workStartsAt(job), deps.clock.now())), cents };
    if (!(await addIfWithinLimit(deps, drawing.counterId, check, max))) return false;
  }
  const account = await deps.bankAccounts.get(drawing.accountId);
  const trial = account?.trialId === undefined ? undefined : await deps.jobs.get(account.trialId);
  if (account !== undefined && (trial === undefined || !canProve(trial)))
    await update(deps.bankAccounts, account.id, (stored) => stored && { ...stored, trialId: job.id });
  return true;
}

async function addIfWithinLimit(
  { checkCounters, clock }: Deps,
  counterId: string,
  check: UnprovenCheck,
  max: number,
): Promise<boolean> {
  const today = dayOf(clock.now());
  let isWithin = false;
  await update(checkCounters, counterId, (counter) => {
    const others = (counter?.unproven ?? []).filter(({ jobId, day }) => jobId !== check.jobId && day >= today);
    const sameDay = [...others.filter(({ day }) => day === check.day), check];
    // Without the counter we don't know which other checks were drawn, so a person decides.
    isWithin = counter !== undefined && sameDay.reduce((sum, { cents }) => sum + cents, 0) <= max;
    return isWithin && counter ? { ...counter, unproven: [...others, check] } : undefined;
  });
  return isWithin;
}

/**
 * Returns false while another order with the same serial key, such as a fax to the same number, is in progress. The job must
 * already be claimed. The lock is always written, even if this job held it last, so that only one of two jobs that read it at
 * the same time succeeds.
 */
async function takeSerialLock({ clock, jobs, serialLocks }: Deps, job: Job): Promise<boolean> {
  const key = productNamed(job.product).serialKey?.(job.order);
  if (key === undefined) return true;
  const now = clock.now();
  const id = `lane_${sha256Hex(`${job.product} ${key}`)}`;
  const lock = { id, createdAt: now, keepUntil: now + lifetimesMs.job, jobId: job.id };
  const stored = await serialLocks.get(id);
  if (stored === undefined) return (await serialLocks.create({ ...lock, version: 0 })) === 'saved';
  if (stored.jobId !== job.id && isInProgress(await jobs.get(stored.jobId), now)) return false;
  return (await serialLocks.replace({ ...lock, version: stored.version })) === 'saved';
}

/** True while the partner may be working on the order, but not forever, because the partner may never report its end. */
function isInProgress(job: Job | undefined, now: number): boolean {
  if (job === undefined) return false;
  if (job.state === 'submitting' || job.state === 'recalling') return true;
  // A job that needs review may have been stopped during a call, so the partner may be working on it.
  const mayBeInProgress =
    job.state === 'fulfilled' ? !job.partner?.final : job.state === 'needs_review' && job.routedTo !== undefined;
  return mayBeInProgress && now - job.triesSince < deadlinesMs.partnerWork[productNamed(job.product).leftAs];
}

/** Holds back an order that the stop list or the day's limit stops. Returns true if so, even if the job changed meanwhile. */
async function holdBackIfStopped(deps: Deps, job: Job): Promise<boolean> {
  if (job.state !== 'paid' || job.firstSeenAt.resubmitted !== undefined) return false;
  const stopped = stoppedTrait(await stopsOf(deps), job.traits);
  if (stopped === undefined && (await countTowardDayLimit(deps, job))) return false;
  // For the log and the operator: the kind of the trait, such as `name`, without the digest after the colon.
  const reason = stopped === undefined ? 'new account' : `stop list: ${stopped.replace(/:.*/, '')}`;
  const held = await recordOnce(deps, job, { kind: 'held', error: stoppedBeforeSending });
  if (held !== undefined) deps.log.alarm('held back', { jobId: job.id, product: job.product, reason });
  return true;
}
