/** Applies a fact to a job: looks up the transition, then checks the rules that a table can't express. */

import { intervalsMs, leaseMs } from '../times.ts';
import { type Fact, hasLeft, isAhead, isDisputed, isDue, type Lifecycle } from './lifecycle.ts';
import { type PartnerOrder, type Progress, type Stage, stages, withScans } from './progress.ts';
import { noted, type Transition, transitions } from './transitions.ts';

/** Whether the partner's status may still change and was not just read, or its announced news is out. */
export function mayRead(job: Lifecycle, now: number): boolean {
  const { partner } = job;
  if (partner === undefined || partner.final) return false;
  return now - partner.readAt >= intervalsMs.reading || (partner.newsAt !== undefined && partner.newsAt <= now);
}

/** Whether a job that its partner could not fulfill may be tried again: neither its money nor the job is on hold. */
export const mayGoAgain = (job: Lifecycle): boolean =>
  job.state !== 'recalling' &&
  job.refund === 'not_applicable' &&
  !isDisputed(job) &&
  !job.isHeld &&
  job.firstSeenAt.fraud_warned === undefined;

/** Whether a fact is new: one holder has the lease, a payment counts once, a refund is settled once. */
function mayCount(job: Lifecycle, fact: Fact, now: number): boolean {
  if (fact.round !== undefined && fact.round !== job.bounces) return false;
  if (fact.claim !== undefined && fact.claim !== job.claims) return false;
  if (fact.kind === 'claimed') return isDue(job, now);
  if (fact.kind === 'read_claimed') return mayRead(job, now);
  if (fact.kind === 'scheduled') return isAhead(job, now);
  // Between two rounds no partner has the order, but one has already worked on it: too late to cancel.
  if (fact.kind === 'cancel_claimed') return job.state !== 'paid' || job.partner === undefined;
  if (fact.kind === 'checkout_opened') return job.checkout === undefined;
  if (fact.kind === 'paid' || fact.kind === 'wrong_amount') return job.payment === undefined;
  // It only makes the duty due earlier, so there must be a due time.
  if (fact.kind === 'released') return fact.dueAt !== undefined && (job.dueAt ?? 0) > Math.max(now, fact.dueAt);
  // A job that is due within a lease may have a holder now, who keeps it. A job without an open payment page is still
  // being created, and would look abandoned.
  if (fact.kind === 'redriven')
    return (
      (job.dueAt ?? 0) > Math.max(now + leaseMs, fact.dueAt ?? 0) &&
      (job.state !== 'awaiting_payment' || job.checkout !== undefined)
    );
  // A refunded job is never sent; a disputed one only if a person decides so.
  if (fact.kind === 'resubmitted') return job.refund === 'not_applicable';
  if (fact.kind === 'bounced') return mayGoAgain(job);
  return mayMoveMoney(job, fact);
}

const hasEnded = ({ state }: Pick<Lifecycle, 'state'>): boolean => state === 'cancelled' || state === 'failed';

function mayMoveMoney(job: Lifecycle, fact: Fact): boolean {
  const { state, refund } = job;
  const { kind } = fact;
  const isOver = hasEnded({ state });
  if (kind === 'refund_refused' || kind === 'refund_unknown' || kind === 'refund_disputed')
    return state === 'cancelling' || refund === 'pending';
  if (kind === 'disputed' || kind === 'dispute_lost' || kind === 'dispute_won') {
    const decision = job.disputes?.[idOf(job, fact)];
    // The news of a dispute's end may arrive before the news of its beginning, which then says nothing new.
    if (kind === 'disputed' ? decision !== undefined : decision === 'won' || decision === 'lost') return false;
    // After the end, a dispute is news only while a refund is owed, and a decision only if it ends an open dispute.
    const endsOpenOne = kind !== 'disputed' && Object.values(job.disputes ?? {}).includes('open');
    return !isOver || endsOpenOne || (kind !== 'dispute_won' && refund === 'pending');
  }
  if (kind === 'refund_failed') return refund === 'issued' || refund === 'pending' || state === 'cancelling';
  // A person issued a refund that had been left to support.
  if (kind === 'refunded') return isOver ? refund === 'pending' || refund === 'contact_support' : refund !== 'issued';
  return true;
}

/** The cell of the table, except where the state alone does not decide what may follow. */
function cellOf(job: Lifecycle, fact: Fact): Transition | undefined {
  const { kind } = fact;
  // Money that the bank holds or took back does not pay for an order.
  const isLost = Object.values(job.disputes ?? {}).includes('lost');
  if (job.state === 'awaiting_payment' && kind === 'paid' && isLost) return { to: 'failed', refund: 'contact_support' };
  if (job.state === 'awaiting_payment' && kind === 'paid' && isDisputed(job)) return { to: 'needs_review', now: true };
  const isBegun = job.state === 'paid' ? job.partner !== undefined : job.partner?.stage !== 'accepted';
  const mayStop = job.refund === 'not_applicable' && !isBegun;
  // Between two rounds no partner can stop it, and no new round begins.
  if (kind === 'fraud_warned' && job.state === 'paid' && !mayStop) return { to: 'needs_review', now: true };
  if (kind === 'fraud_warned' && job.state === 'fulfilled' && !mayStop) return noted('fulfilled');
  // A partner may have the order, or a person stopped it, too: the person decides.
  if (job.state === 'needs_review' && kind === 'dispute_lost' && !needsReviewForDispute(job))
    return noted('needs_review');
  if (kind === 'dispute_won' && !isReleasedBy(job, fact)) return noted(job.state);
  // The decision moves no money if the refund is made, or if nothing was paid.
  const isMoneyOver = job.refund === 'issued' || job.payment === undefined;
  if (hasEnded(job) && isMoneyOver && (kind === 'dispute_won' || kind === 'dispute_lost')) return noted(job.state);
  if (job.state === 'needs_review' && kind === 'dispute_won' && job.isCancelStopped)
    return { to: 'cancelling', now: true };
  // A refused refund does not send an order that a thief may have paid for.
  if (job.state === 'cancelling' && kind === 'refund_refused' && job.firstSeenAt.fraud_warned !== undefined)
    return { to: 'needs_review', now: true };
  // A partner turns out to have an order that a thief may have paid for: it is stopped, unless a person sent it since.
  const isFound = kind === 'accepted' && (job.state === 'cancelling' || job.state === 'needs_review');
  if (isFound && job.firstSeenAt.fraud_warned !== undefined && !job.isSentDespiteWarning)
    return { to: 'recalling', now: true };
  // A partner may have the order, so a person still has to find out whether it will be mailed.
  if (job.state === 'needs_review' && kind === 'refunded' && job.firstSeenAt.claimed !== undefined)
    return noted('needs_review', 'issued');
  return transitions[job.state][kind];
}

/** Whether nothing else stops the job once this dispute is won. */
const isReleasedBy = (job: Lifecycle, fact: Fact): boolean =>
  !isDisputed({ disputes: disputesAfter(job, fact) }) && (job.state !== 'needs_review' || needsReviewForDispute(job));

/**
 * `unnamed`: a dispute that we know only because the provider refused a refund, or whose event named none. So are disputes
 * beyond any number that a payment can have: in test mode anyone may send events, and the job must stay small.
 */
function idOf({ disputes = {} }: Lifecycle, fact: Fact): string {
  const id = 'disputeId' in fact ? fact.disputeId : undefined;
  const hasRoom = Object.keys(disputes).length < 20;
  return id !== undefined && (hasRoom || id in disputes) ? id : 'unnamed';
}

/** The bank's word on each dispute. A decision also ends the unnamed one, which is probably the same. */
function disputesAfter(job: Lifecycle, fact: Fact): Lifecycle['disputes'] {
  const id = idOf(job, fact);
  if (fact.kind === 'disputed' || fact.kind === 'refund_disputed') return { ...job.disputes, [id]: 'open' };
  const { unnamed: _, ...named } = job.disputes ?? {};
  return { ...named, [id]: fact.kind === 'dispute_lost' ? 'lost' : 'won' };
}

const needsReviewForDispute = (job: Lifecycle): boolean =>
  isDisputed(job) &&
  !job.isHeld &&
  job.refund === 'not_applicable' &&
  job.firstSeenAt.claimed === undefined &&
  job.firstSeenAt.fraud_warned === undefined;

/** The job after the fact, or `undefined` if the fact changes nothing. `now` is in Unix ms. */
export function apply<J extends Lifecycle>(job: J, fact: Fact, now: number): J | undefined {
  const cell = cellOf(job, fact);
  if (cell === undefined || !mayCount(job, fact, now)) return undefined;
  // Money that was refunded, or that a person is handling, is not owed again.
  const isRefundOver = job.refund === 'issued' || (job.refund === 'contact_support' && fact.kind !== 'dispute_won');
  const refund = cell.refund === 'pending' && isRefundOver ? job.refund : (cell.refund ?? job.refund);
  // Submission stays one kind of work, even after a partner turned the job away.
  const isSubmission = fact.kind === 'claimed' || fact.kind === 'turned_away';
  const isNewWork = !isSubmission && (cell.to !== job.state || refund !== job.refund);
  const learned = learn(job, fact, now);
  const owesNothing = cell.refund === 'pending' && refund !== 'pending';
  const owedLater = cell.asBefore ? job.dueAt : fact.dueAt;
  const owedAt = cell.now ? now : owedLater;
  const dueAt = owesNothing ? undefined : owedAt;
  const { partner = job.partner } = learned;
  const reached = Object.entries({
    begun: partner !== undefined && partner.stage !== 'accepted',
    dispatched: hasLeft({ partner }),
    delivered: partner?.delivered,
    returned: partner?.returned,
  }).flatMap(([name, isReached]) => (isReached ? [[name, now]] : []));
  // Each of these facts is one more try of the state's duty.
  const isTry = ['claimed', 'still_open', 'refund_unknown', 'reminded'].includes(fact.kind);
  // A claim for a cancellation calls no partner with the order.
  const isFirst = fact.kind !== 'claimed' || cell.to === 'submitting';
  return {
    ...job,
    ...learned,
    state: cell.to,
    refund,
    tries: (isNewWork ? 0 : job.tries) + (isTry ? 1 : 0),
    triesSince: isNewWork ? now : job.triesSince,
    // A key in `firstSeenAt` means that the fact has happened, and an earlier time wins: no key may hold undefined.
    firstSeenAt: { ...(isFirst && { [fact.kind]: now }), ...Object.fromEntries(reached), ...job.firstSeenAt },
    dueAt,
  };
}

/** The fields that a fact changes, beside the state and the refund. */
function learn(job: Lifecycle, fact: Fact, now: number): Partial<Lifecycle> {
  switch (fact.kind) {
    case 'checkout_opened':
      return { checkout: fact.checkout };
    case 'still_open':
      return { unansweredAsks: fact.unansweredAsks, isMoneyUnderWay: fact.isUnderWay };
    case 'claimed':
      return { claims: job.claims + 1, routedTo: fact.routedTo ?? job.routedTo, answeredAt: undefined };
    case 'cancel_claimed':
      return { claims: job.claims + 1 };
    case 'put_off':
      return { answeredAt: fact.answeredAt };
    case 'paid':
      // No time if the work is due at once, because another process's clock may be a moment behind.
      return { payment: fact.payment, owedSince: (fact.notBefore ?? 0) > now ? fact.notBefore : undefined };
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
    case 'bounced':
      return {
        bounces: job.bounces + 1,
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
      return { isSentDespiteWarning: undefined };
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
      // Announced news is read once.
      return { partner: job.partner && { ...job.partner, newsAt: undefined, readAt: now } };
    case 'progressed':
    case 'partner_refused':
      return {
        partner: job.partner && {
          ...forward(job.partner, fact.progress),
          readAt: now,
          // Only a reading of the partner's status changes the count.
          unread:
            fact.isUnread === undefined
              ? job.partner.unread
              : (fact.isUnread && (job.partner.unread ?? 0) + 1) || undefined,
          isUnheard: job.partner.isUnheard || fact.isUnheard || undefined,
        },
        scans: withScans(job.scans, fact.progress.scans, now),
      };
    case 'rejected':
    case 'partner_failed':
    case 'abandoned':
      return { error: fact.error, failureCause: fact.cause };
    default:
      return 'error' in fact ? { error: fact.error } : {};
  }
}

/** The order after news, which may arrive out of order: the later stage and the fuller evidence win. */
const forward = (stored: PartnerOrder, news: Progress): PartnerOrder => ({
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
