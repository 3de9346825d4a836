/**
 * Applies a fact to a job. `isNewAndCurrent`: whether the fact counts. `transitionFor`: its transition, from the table in
 * `transitions.ts` or an exception to the table. `fieldsFrom`: the other fields that it sets.
 */
import { intervalsMs, leaseMs } from '../times.ts';
import { type Fact, hasEnded, hasLeft, isDisputed, isDisputeLost, isDue, type Lifecycle } from './lifecycle.ts';
import { type PartnerOrder, type Progress, type Stage, stages, withScans } from './progress.ts';
import { noted, type Transition, transitions } from './transitions.ts';

/** Whether to request the partner's status: it may still change, and either it was not just read or announced news is due. */
export function mayRead(job: Lifecycle, now: number): boolean {
  const { partner } = job;
  if (partner === undefined || partner.final) return false;
  return now - partner.readAt >= intervalsMs.reading || (partner.newsAt !== undefined && partner.newsAt <= now);
}

/** Whether an order that its partner couldn't fulfill may be sent again: nothing holds up the job or its money. */
export const mayBeSentAgain = (job: Lifecycle): boolean =>
  job.state !== 'recalling' &&
  job.refund === 'not_applicable' &&
  !isDisputed(job) &&
  !job.isHeld &&
  job.firstSeenAt.fraud_warned === undefined;

/** Whether a fact counts: no stale round or claim, no second payment, no refund that is already settled. */
function isNewAndCurrent(job: Lifecycle, fact: Fact, now: number): boolean {
  if (fact.round !== undefined && fact.round !== job.failedRounds) return false;
  if (fact.claim !== undefined && fact.claim !== job.claims) return false;
  if (fact.kind === 'claimed') return isDue(job, now);
  if (fact.kind === 'read_claimed') return mayRead(job, now);
  // Between two rounds no partner has the order, but a partner has already worked on it: too late to cancel.
  if (fact.kind === 'cancel_claimed') return job.state !== 'paid' || job.partner === undefined;
  if (fact.kind === 'checkout_opened') return job.checkout === undefined;
  if (fact.kind === 'paid' || fact.kind === 'wrong_amount') return job.payment === undefined;
  // A release makes a job due earlier, never later.
  if (fact.kind === 'released') return fact.dueAt !== undefined && (job.dueAt ?? 0) > Math.max(now, fact.dueAt);
  // A job that is due within a lease may be claimed, and a job without a payment page is still being created.
  if (fact.kind === 'redriven')
    return (
      (job.dueAt ?? 0) > Math.max(now + leaseMs, fact.dueAt ?? 0) &&
      (job.state !== 'awaiting_payment' || job.checkout !== undefined)
    );
  // A refunded job is never sent. A disputed job is sent only if a person decides so.
  if (fact.kind === 'resubmitted') return job.refund === 'not_applicable';
  if (fact.kind === 'round_failed') return mayBeSentAgain(job);
  // If the same warning is delivered again, it doesn't overrule a person who resubmitted the job after it.
  if (fact.kind === 'fraud_warned') return fact.warningId === undefined || fact.warningId !== job.warningId;
  return isNewForMoney(job, fact);
}

/** Whether a fact about a refund or a dispute is new and current; true for all other facts. */
function isNewForMoney(job: Lifecycle, fact: Fact): boolean {
  const { state, refund } = job;
  const { kind } = fact;
  const isOver = hasEnded(job);
  if (kind === 'refund_refused' || kind === 'refund_unknown' || kind === 'refund_disputed')
    return state === 'cancelling' || refund === 'pending';
  if (kind === 'disputed' || kind === 'dispute_lost' || kind === 'dispute_won') {
    const decision = job.disputes?.[disputeKeyOf(job, fact)];
    if (decision === 'won' || decision === 'lost') return false;
    if (kind === 'disputed' && decision !== undefined) return false;
    // After the job's end, news of a dispute counts while a refund is owed, and a decision also while a dispute is open.
    const isAwaitedDecision = kind !== 'disputed' && Object.values(job.disputes ?? {}).includes('open');
    return !isOver || isAwaitedDecision || refund === 'pending';
  }
  if (kind === 'refund_failed') return refund === 'issued' || refund === 'pending' || state === 'cancelling';
  // A person may issue a refund that the service left to support.
  if (kind === 'refunded') return isOver ? refund === 'pending' || refund === 'contact_support' : refund !== 'issued';
  return true;
}

/** The transition in the table, unless it depends on more than the state; `undefined` if there is none. */
function transitionFor(job: Lifecycle, fact: Fact): Transition | undefined {
  const { kind } = fact;
  // Money that the bank holds or took back doesn't pay for an order.
  if (job.state === 'awaiting_payment' && kind === 'paid' && isDisputeLost(job))
    return { to: 'failed', refund: 'contact_support' };
  if (job.state === 'awaiting_payment' && kind === 'paid' && isDisputed(job)) return { to: 'needs_review', due: 'now' };
  const hasBegun = job.state === 'paid' ? job.partner !== undefined : job.partner?.stage !== 'accepted';
  const mayStop = job.refund === 'not_applicable' && !hasBegun;
  // Between two rounds there is nothing to stop at the partner. A person decides whether another round begins.
  if (kind === 'fraud_warned' && job.state === 'paid' && !mayStop) return { to: 'needs_review', due: 'now' };
  if (kind === 'fraud_warned' && job.state === 'fulfilled' && !mayStop) return noted('fulfilled');
  // A person decides if there is another reason for the review, or if a partner may have the order.
  if (job.state === 'needs_review' && kind === 'dispute_lost' && !needsReviewForDispute(job))
    return noted('needs_review');
  if (kind === 'dispute_won' && !isReleasedBy(job, fact)) return noted(job.state);
  // The decision moves no money if the payment was already refunded, or if there was none.
  const isMoneySettled = job.refund === 'issued' || job.payment === undefined;
  if (hasEnded(job) && isMoneySettled && (kind === 'dispute_won' || kind === 'dispute_lost')) return noted(job.state);
  if (job.state === 'needs_review' && kind === 'dispute_won' && job.isCancelStopped)
    return { to: 'cancelling', due: 'now' };
  const isWarned = job.firstSeenAt.fraud_warned !== undefined;
  // An order that a thief may have paid for is not sent just because its refund was refused.
  if (job.state === 'cancelling' && kind === 'refund_refused' && isWarned) return { to: 'needs_review', due: 'now' };
  // If a partner turns out to have an order with a fraud warning, it is stopped, unless a person resubmitted it later.
  const isAtPartner = kind === 'accepted' && (job.state === 'cancelling' || job.state === 'needs_review');
  if (isAtPartner && isWarned && !job.isSentDespiteWarning) return { to: 'recalling', due: 'now' };
  // A refund at the payment provider doesn't stop an order that a partner may have: a person finds out.
  const wasCalled = job.state === 'needs_review' && job.firstSeenAt.claimed !== undefined;
  if (kind === 'refunded' && (wasCalled || (job.state === 'paid' && job.mayBeAtPartner)))
    return { to: 'needs_review', refund: 'issued', due: 'now' };
  return transitions[job.state][kind];
}

/** Whether nothing else stops the job once this dispute is won. */
const isReleasedBy = (job: Lifecycle, fact: Fact): boolean =>
  !isDisputed({ disputes: disputesAfter(job, fact) }) && (job.state !== 'needs_review' || needsReviewForDispute(job));

/**
 * The fact's key in `disputes`: the provider's id, or `unnamed` if we learned of the dispute from a refused refund, if its
 * event has no id, or after the twentieth dispute: in test mode anyone may send events, and the job must stay small.
 */
function disputeKeyOf({ disputes = {} }: Lifecycle, fact: Fact): string {
  const id = 'disputeId' in fact ? fact.disputeId : undefined;
  const hasRoom = Object.keys(disputes).length < 20;
  return id !== undefined && (hasRoom || id in disputes) ? id : 'unnamed';
}

/** The bank's decision on each dispute. Any decision also ends the unnamed dispute, because it is probably the same. */
function disputesAfter(job: Lifecycle, fact: Fact): Lifecycle['disputes'] {
  const key = disputeKeyOf(job, fact);
  if (fact.kind === 'disputed' || fact.kind === 'refund_disputed') return { ...job.disputes, [key]: 'open' };
  const { unnamed: _, ...named } = job.disputes ?? {};
  return { ...named, [key]: fact.kind === 'dispute_lost' ? 'lost' : 'won' };
}

/** Whether the dispute is the only reason for the review, and no partner was called. */
const needsReviewForDispute = (job: Lifecycle): boolean =>
  isDisputed(job) &&
  !job.isHeld &&
  job.refund === 'not_applicable' &&
  job.firstSeenAt.claimed === undefined &&
  job.firstSeenAt.fraud_warned === undefined;

/** The job after the fact, or `undefined` if the fact changes nothing. `now` is in Unix ms. */
export function apply<J extends Lifecycle>(job: J, fact: Fact, now: number): J | undefined {
  const transition = transitionFor(job, fact);
  if (transition === undefined || !isNewAndCurrent(job, fact, now)) return undefined;
  // A payment that was refunded, or that a person is handling, is not refunded again.
  const isRefundOver = job.refund === 'issued' || (job.refund === 'contact_support' && fact.kind !== 'dispute_won');
  const owesNothing = transition.refund === 'pending' && isRefundOver;
  const refund = owesNothing ? job.refund : (transition.refund ?? job.refund);
  // A submission that the partner turned away and the next try are the same work, so their tries are counted together.
  const isSubmission = fact.kind === 'claimed' || fact.kind === 'turned_away';
  const isNewWork = !isSubmission && (transition.to !== job.state || refund !== job.refund);
  const fields = fieldsFrom(job, fact, now);
  let { dueAt } = fact;
  if (transition.due === 'unchanged') dueAt = job.dueAt;
  if (transition.due === 'now') dueAt = now;
  const { partner = job.partner } = fields;
  // A key means that the fact has happened, so none may hold undefined.
  const seen: Partial<Record<keyof Lifecycle['firstSeenAt'], number>> = {};
  // `claimed` means that a partner may have been called. A process that claims a cancellation doesn't call a partner.
  if (fact.kind !== 'claimed' || transition.to === 'submitting') seen[fact.kind] = now;
  if (partner !== undefined && partner.stage !== 'accepted') seen.begun = now;
  if (hasLeft({ ...job, partner })) seen.dispatched = now;
  if (partner?.delivered) seen.delivered = now;
  if (partner?.returned) seen.returned = now;
  // Each of these facts is one more try of the state's duty.
  const isTry = ['claimed', 'still_open', 'refund_unknown', 'reminded'].includes(fact.kind);
  return {
    ...job,
    ...fields,
    state: transition.to,
    refund,
    tries: (isNewWork ? 0 : job.tries) + (isTry ? 1 : 0),
    triesSince: isNewWork ? now : job.triesSince,
    // Times that are already stored win.
    firstSeenAt: { ...seen, ...job.firstSeenAt },
    dueAt: owesNothing ? undefined : dueAt,
  };
}

/** The fields that a fact sets, apart from state, refund, tries and times. */
function fieldsFrom(job: Lifecycle, fact: Fact, now: number): Partial<Lifecycle> {
  switch (fact.kind) {
    case 'checkout_opened':
      return { checkout: fact.checkout };
    case 'still_open':
      return { unansweredRequests: fact.unansweredRequests, isPaymentProcessing: fact.isProcessing };
    case 'claimed':
      return { claims: job.claims + 1, routedTo: fact.routedTo ?? job.routedTo, answeredAt: undefined };
    case 'cancel_claimed':
      return { claims: job.claims + 1 };
    case 'put_off':
      return { answeredAt: fact.answeredAt };
    case 'paid':
      // Stored only if it is still ahead. Otherwise a process whose clock is a moment behind would wait for it.
      return { payment: fact.payment, notBefore: (fact.notBefore ?? 0) > now ? fact.notBefore : undefined };
    case 'wrong_amount':
      return { payment: fact.payment, error: fact.error };
    case 'turned_away':
      return { mayBeAtPartner: undefined };
    case 'accepted': {
      const { scans, ...order } = fact.order;
      return {
        mayBeAtPartner: undefined,
        partner: { ...order, stage: later(job.partner?.stage, order.stage), readAt: now },
        scans: withScans(job.scans, scans, now),
        answeredAt: undefined,
        error: undefined,
      };
    }
    case 'round_failed':
      return {
        failedRounds: job.failedRounds + 1,
        mayBeAtPartner: undefined,
        partner: job.partner && { id: job.partner.id, stage: later(job.partner.stage, 'in_progress'), readAt: now },
      };
    case 'held':
      return { error: fact.error, isHeld: true };
    case 'resubmitted':
      return {
        error: undefined,
        isHeld: undefined,
        isCancelStopped: undefined,
        mayBeAtPartner: job.firstSeenAt.claimed !== undefined || undefined,
        isSentDespiteWarning: job.firstSeenAt.fraud_warned !== undefined || undefined,
      };
    case 'fraud_warned':
      return { isSentDespiteWarning: undefined, warningId: fact.warningId };
    case 'disputed':
    case 'refund_disputed': {
      const isCancelStopped = job.state === 'cancelling' || job.isCancelStopped;
      return { disputes: disputesAfter(job, fact), error: job.error ?? fact.error, isCancelStopped };
    }
    case 'dispute_lost':
      // An ended job keeps the reason for its end.
      return { disputes: disputesAfter(job, fact), error: hasEnded(job) ? (job.error ?? fact.error) : fact.error };
    case 'dispute_won': {
      const disputes = disputesAfter(job, fact);
      return hasEnded(job) || !isReleasedBy(job, fact)
        ? { disputes }
        : { disputes, error: undefined, isCancelStopped: undefined };
    }
    case 'read_claimed':
      // The time of announced news is cleared, so it is requested only once.
      return { partner: job.partner && { ...job.partner, newsAt: undefined, readAt: now } };
    case 'progressed':
    case 'partner_refused':
      return { partner: partnerAfter(job, fact, now), scans: withScans(job.scans, fact.progress.scans, now) };
    case 'rejected':
    case 'partner_failed':
    case 'abandoned':
      return { error: fact.error, failureCause: fact.cause };
    default:
      return 'error' in fact ? { error: fact.error } : {};
  }
}

function partnerAfter({ partner }: Lifecycle, fact: Extract<Fact, { progress: Progress }>, now: number) {
  if (partner === undefined) return undefined;
  const failedReads = fact.isReadFailure ? (partner.failedReads ?? 0) + 1 : undefined;
  return {
    ...mergeProgress(partner, fact.progress),
    readAt: now,
    // A failed read adds one, news from a read or an event resets it, and other facts leave it as it is.
    failedReads: fact.isReadFailure === undefined ? partner.failedReads : failedReads,
    hasMissedEvent: partner.hasMissedEvent || fact.hasMissedEvent || undefined,
  };
}

/** The order with news that may be older: the later stage wins, and a delivery, a return or an end is never undone. */
const mergeProgress = (stored: PartnerOrder, news: Progress): PartnerOrder => ({
  id: stored.id,
  stage: later(stored.stage, news.stage),
  tracking: news.tracking ?? stored.tracking,
  delivered: stored.delivered || news.delivered || undefined,
  returned: stored.returned || news.returned || undefined,
  final: stored.final || news.final || undefined,
  newsAt: news.newsAt,
});

const later = (stored: Stage | undefined, news: Stage): Stage =>
  stored !== undefined && stages.indexOf(stored) > stages.indexOf(news) ? stored : news;
