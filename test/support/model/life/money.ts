/** The part of the table that is about refunds and the payer's bank. */

import type { FactName } from './facts.ts';
import {
  awaiting,
  cancelled,
  cancelling,
  F,
  failed,
  fulfilled,
  hasEnded,
  type Item,
  needsReview,
  never,
  paid,
  recalling,
  refundCode,
  submitting,
} from './fields.ts';
import { go, needsReviewForDispute } from './item.ts';

export function ofRefunds(s: Item, fact: FactName, due: number): boolean | undefined {
  const state = s[F.state];
  const isOwed = hasEnded(state) && s[F.refund] === refundCode.pending;
  switch (fact) {
    case 'refunded':
      return refunded(s, state);
    case 'refund_unknown':
      if (state === cancelling) return go(s, cancelled, due, refundCode.pending);
      return isOwed && go(s, state, due);
    case 'refund_refused':
      // An order that a thief may have paid for is not mailed because its refund was refused.
      if (state === cancelling) return go(s, s[F.warned] ? needsReview : paid, 0);
      return isOwed && go(s, state, never, refundCode.support);
    case 'refund_disputed':
      if (state !== cancelling && !isOwed) return false;
      if (!s[F.answered]) s[F.answered] = s[F.won] ? 2 : 1;
      if (state === cancelling) s[F.cancelStopped] = 1;
      return state === cancelling ? go(s, needsReview, 0) : go(s, state, never, refundCode.support);
    case 'refund_failed':
      if (state === cancelling) {
        s[F.failedRefund] = 1;
        return go(s, cancelled, never, refundCode.support);
      }
      if (s[F.refund] !== refundCode.issued && !isOwed) return false;
      s[F.failedRefund] = 1;
      return go(s, state, hasEnded(state) ? never : s[F.due], refundCode.support);
  }
  return undefined;
}

/** Our own refund, or one that a person has made in the provider's dashboard. */
function refunded(s: Item, state: number): boolean {
  if (hasEnded(state)) {
    const isAwaited = s[F.refund] === refundCode.pending || s[F.refund] === refundCode.support;
    return isAwaited && go(s, state, never, refundCode.issued);
  }
  if (state === awaiting) return go(s, cancelled, never);
  if (s[F.refund] === refundCode.issued) return false;
  if (state === submitting) return go(s, needsReview, 0, refundCode.issued);
  const isWithPartner = state === fulfilled || state === recalling;
  return isWithPartner ? go(s, state, s[F.due], refundCode.issued) : go(s, cancelled, never, refundCode.issued);
}

export function ofBanks(s: Item, fact: FactName): boolean {
  const state = s[F.state];
  const isDecided = s[F.won] + s[F.lost] > 0;
  const isOwed = s[F.refund] === refundCode.pending;
  switch (fact) {
    case 'disputed':
      if (isDecided || (hasEnded(state) && !isOwed)) return false;
      s[F.disputed] = 1;
      if (state === cancelling) s[F.cancelStopped] = 1;
      if (hasEnded(state)) return go(s, state, never, refundCode.support);
      return state === paid || state === submitting || state === cancelling ? go(s, needsReview, 0) : true;
    case 'dispute_won': {
      const isHeldByBank = s[F.disputed] + s[F.answered] > 0;
      if (isDecided || (hasEnded(state) && !(s[F.refund] === refundCode.support && s[F.payment] && isHeldByBank)))
        return false;
      const neededReview = state === needsReview && needsReviewForDispute(s);
      const goesOnAs = s[F.cancelStopped] ? cancelling : paid;
      s[F.won] = 1;
      if (hasEnded(state)) return go(s, state, 0, refundCode.pending);
      if (!neededReview) return true;
      s[F.cancelStopped] = 0;
      return go(s, goesOnAs, 0);
    }
    case 'dispute_lost': {
      if (isDecided || (hasEnded(state) && !isOwed)) return false;
      const neededReview = state === needsReview && needsReviewForDispute(s);
      s[F.lost] = 1;
      if (hasEnded(state)) return go(s, state, never, refundCode.support);
      if (state === paid || neededReview) return go(s, failed, never, refundCode.support);
      if (state === cancelling) return go(s, cancelled, never, refundCode.support);
      return state === submitting ? go(s, needsReview, 0) : true;
    }
    case 'fraud_warned': {
      // In between nobody knows whether it can be stopped: the news comes again.
      if (state === awaiting || state === submitting) return false;
      const mayStop = s[F.refund] === refundCode.none && (state === paid ? !s[F.known] : s[F.known] && !s[F.stage]);
      s[F.warned] = 1;
      // Between two rounds no partner can stop it, and no further one begins.
      if (state === paid) return go(s, mayStop ? cancelling : needsReview, 0);
      return state === fulfilled && mayStop ? go(s, recalling, 0) : true;
    }
  }
  throw new Error(`${fact} is in no table`);
}
