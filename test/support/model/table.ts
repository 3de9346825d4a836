/**
 * The table of a job's life as the promises demand it, written without a look at the product's: which fact counts in
 * which state, and what becomes of the item. Times count down in ticks of a minute.
 */
import {
  awaiting,
  cancelled,
  cancelling,
  F,
  failed,
  fulfilled,
  isOver,
  last,
  never,
  paid,
  parked,
  type Row,
  recalling,
  refund,
  submitting,
} from './fields.ts';

export type FactName =
  | ('paid' | 'mispaid' | 'payment_failed' | 'checkout_expired' | 'cancelled' | 'still_open')
  | ('claimed' | 'cancel_claimed' | 'turned_away' | 'absent' | 'put_off' | 'refused_once' | 'unanswered' | 'given_up')
  | ('accepted' | 'accepted_by_backup' | 'rejected' | 'partner_cancelled' | 'partner_refused' | 'undecided')
  | ('progressed' | 'begun' | 'partner_failed' | 'bounced' | 'reminded')
  | ('refunded' | 'refund_unknown' | 'refund_refused' | 'refund_disputed' | 'refund_failed')
  | ('disputed' | 'dispute_won' | 'dispute_lost' | 'fraud_warned')
  | ('held' | 'resubmitted' | 'abandoned');

/** Writes the fact into the item, or returns false if it does not count. */
export type Table = (row: Row, fact: FactName, due: number) => boolean;

/** These are true only under their claim; an order is an order, and money that went back went back. */
const bound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['turned_away', 'absent', 'put_off', 'refused_once', 'unanswered', 'given_up', 'rejected'] as const),
  ...(['partner_cancelled', 'partner_refused', 'undecided'] as const),
]);
const boundInCancellation: ReadonlySet<FactName> = new Set<FactName>([
  ...(['refund_unknown', 'refund_refused', 'refund_disputed'] as const),
]);

/** `isCancellation`: the refund was asked for to end a cancellation. */
export const isBound = (fact: FactName, isCancellation: boolean): boolean =>
  bound.has(fact) || (isCancellation && boundInCancellation.has(fact));

const ofRound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['accepted', 'accepted_by_backup', 'progressed', 'begun', 'partner_failed', 'bounced'] as const),
  ...(['turned_away', 'absent', 'put_off', 'refused_once', 'unanswered', 'given_up', 'rejected'] as const),
]);

/** It is about the order of one round, and a later round has another. */
export const isOfRound = (fact: FactName): boolean => ofRound.has(fact);

function go(s: Row, state: number, due: number, money = s[F.refund]): true {
  // Submission is one kind of work, even after a partner has turned the job away.
  if (state !== s[F.state] || money !== s[F.refund]) s[F.age] = 0;
  s[F.state] = state;
  s[F.refund] = money;
  s[F.due] = due;
  return true;
}

function goOn(s: Row, state: number, due: number): true {
  s[F.state] = state;
  s[F.due] = due;
  return true;
}

/** Money that has gone back, or that a person handles, is not owed again. */
const owe = (s: Row, state: number): true =>
  s[F.refund] === refund.issued || s[F.refund] === refund.support
    ? go(s, state, never)
    : go(s, state, 0, refund.pending);

/** The bank holds the money, and has not decided for us since the provider last said so. */
const isDisputed = (s: Row): boolean => (s[F.won] ? s[F.answered] === 2 : s[F.disputed] + s[F.answered] > 0);

/** 2: a person has let it go on; 3: and has stopped it again. */
const isHeld = (s: Row): boolean => s[F.held] === 1 || s[F.held] === 3;

/** Nothing but the dispute stops it, and nobody was asked to make it. */
const isParkedByDispute = (s: Row): boolean =>
  isDisputed(s) && !isHeld(s) && s[F.refund] === refund.none && !s[F.claimed] && !s[F.warned];

export const mayGoAgain = (s: Row): boolean =>
  s[F.refund] === refund.none && !isDisputed(s) && !isHeld(s) && !s[F.warned];

export const table: Table = (s, fact, due) => {
  const state = s[F.state];
  switch (fact) {
    case 'paid':
      if (s[F.payment] || !(state === awaiting || isOver(state))) return false;
      s[F.payment] = 1;
      if (isOver(state)) return owe(s, state);
      if (s[F.lost]) return go(s, failed, never, refund.support);
      return go(s, isDisputed(s) ? parked : paid, 0);
    case 'mispaid':
      if (s[F.payment] || !(state === awaiting || isOver(state))) return false;
      s[F.payment] = 1;
      return owe(s, state === cancelled ? cancelled : failed);
    case 'payment_failed':
      return state === awaiting && go(s, failed, never);
    case 'checkout_expired':
    case 'cancelled':
      return state === awaiting && go(s, cancelled, never);
    case 'still_open':
      return state === awaiting && go(s, state, due);
    case 'claimed':
      return claimed(s, due);
    case 'cancel_claimed':
      if (state === paid && !s[F.known]) return go(s, cancelling, due);
      return state === fulfilled && go(s, recalling, due);
    case 'turned_away':
    case 'absent':
      return state === submitting && goOn(s, paid, due);
    case 'put_off':
    case 'refused_once':
      if (state !== submitting) return false;
      s[F.last] = fact === 'put_off' ? last.putOff : last.refused;
      s[F.lastOld] = 0;
      return go(s, state, due);
    case 'unanswered':
      return (state === submitting || state === recalling) && go(s, state, due);
    case 'given_up':
      return state === submitting && go(s, parked, due);
    case 'rejected':
      return state === submitting && owe(s, failed);
    case 'accepted':
    case 'accepted_by_backup':
      if (state !== submitting && state !== cancelling && state !== parked) return false;
      s[F.known] = 1;
      s[F.routed] = fact === 'accepted' ? 0 : 1;
      s[F.last] = last.none;
      s[F.lastOld] = 0;
      return go(s, fulfilled, due);
    case 'reminded':
      return state === parked && go(s, state, due);
    case 'held':
      if (state !== paid && state !== submitting) return false;
      s[F.held] = s[F.held] ? 3 : 1;
      return go(s, parked, 0);
    case 'resubmitted':
      if (state !== parked || s[F.refund] !== refund.none) return false;
      s[F.held] = s[F.held] ? 2 : 0;
      s[F.resubmitted] = 1;
      return go(s, paid, 0);
    case 'abandoned':
      return state === parked && owe(s, failed);
    default:
      return ofOrders(s, fact, due) ?? ofRefunds(s, fact, due) ?? ofBanks(s, fact);
  }
};

function claimed(s: Row, due: number): boolean {
  const state = s[F.state];
  if (s[F.due] !== 0 || (state !== paid && state !== submitting && state !== cancelling && state !== recalling))
    return false;
  s[F.claimed] = 1;
  s[F.last] = last.none;
  s[F.lastOld] = 0;
  return goOn(s, state === paid ? submitting : state, due);
}

/** News of an order that a partner has. `undefined`: the fact is none of these. */
function ofOrders(s: Row, fact: FactName, due: number): boolean | undefined {
  const state = s[F.state];
  const isWithPartner = state === fulfilled || state === recalling;
  switch (fact) {
    case 'partner_cancelled':
      return state === recalling && owe(s, cancelled);
    case 'partner_refused':
      if (state !== recalling) return false;
      s[F.stage] = 1;
      return go(s, fulfilled, due);
    case 'undecided':
      if (state !== recalling) return false;
      s[F.undecided] = 1;
      return go(s, state, due);
    // A recall goes on while the partner has not begun.
    case 'progressed':
      return isWithPartner && go(s, state, state === recalling ? s[F.due] : due);
    case 'begun':
      if (!isWithPartner) return false;
      s[F.stage] = 1;
      return go(s, fulfilled, due);
    case 'partner_failed':
      return isWithPartner && owe(s, state === fulfilled ? failed : cancelled);
    case 'bounced':
      if (state !== fulfilled || !mayGoAgain(s)) return false;
      s[F.bounced] = 1;
      s[F.stage] = 1;
      s[F.called] = 0;
      return go(s, paid, due);
  }
  return undefined;
}

function ofRefunds(s: Row, fact: FactName, due: number): boolean | undefined {
  const state = s[F.state];
  const isOwed = isOver(state) && s[F.refund] === refund.pending;
  switch (fact) {
    case 'refunded':
      return refunded(s, state);
    case 'refund_unknown':
      if (state === cancelling) return go(s, cancelled, due, refund.pending);
      return isOwed && go(s, state, due);
    case 'refund_refused':
      // An order that a thief may have paid for is not mailed because its refund was refused.
      if (state === cancelling) return go(s, s[F.warned] ? parked : paid, 0);
      return isOwed && go(s, state, never, refund.support);
    case 'refund_disputed':
      if (state !== cancelling && !isOwed) return false;
      if (!s[F.answered]) s[F.answered] = s[F.won] ? 2 : 1;
      return state === cancelling ? go(s, parked, 0) : go(s, state, never, refund.support);
    case 'refund_failed':
      if (s[F.refund] !== refund.issued && !isOwed) return false;
      s[F.failedRefund] = 1;
      return go(s, state, isOver(state) ? never : s[F.due], refund.support);
  }
  return undefined;
}

/** Our own refund, or one that a person has made in the provider's dashboard. */
function refunded(s: Row, state: number): boolean {
  if (isOver(state)) {
    const isAwaited = s[F.refund] === refund.pending || s[F.refund] === refund.support;
    return isAwaited && go(s, state, never, refund.issued);
  }
  if (state === awaiting) return go(s, cancelled, never);
  if (s[F.refund] === refund.issued) return false;
  if (state === submitting) return go(s, parked, 0, refund.issued);
  const isWithPartner = state === fulfilled || state === recalling;
  return isWithPartner ? go(s, state, s[F.due], refund.issued) : go(s, cancelled, never, refund.issued);
}

function ofBanks(s: Row, fact: FactName): boolean {
  const state = s[F.state];
  const isDecided = s[F.won] + s[F.lost] > 0;
  const isOwed = s[F.refund] === refund.pending;
  switch (fact) {
    case 'disputed':
      if (isDecided || (isOver(state) && !isOwed)) return false;
      s[F.disputed] = 1;
      if (isOver(state)) return go(s, state, never, refund.support);
      return state === paid || state === submitting || state === cancelling ? go(s, parked, 0) : true;
    case 'dispute_won': {
      const isHeldByBank = s[F.disputed] + s[F.answered] > 0;
      if (isDecided || (isOver(state) && !(s[F.refund] === refund.support && s[F.payment] && isHeldByBank)))
        return false;
      const wasParked = state === parked && isParkedByDispute(s);
      s[F.won] = 1;
      if (isOver(state)) return go(s, state, 0, refund.pending);
      return wasParked ? go(s, paid, 0) : true;
    }
    case 'dispute_lost': {
      if (isDecided || (isOver(state) && !isOwed)) return false;
      const wasParked = state === parked && isParkedByDispute(s);
      s[F.lost] = 1;
      if (isOver(state)) return go(s, state, never, refund.support);
      if (state === paid || wasParked) return go(s, failed, never, refund.support);
      if (state === cancelling) return go(s, cancelled, never, refund.support);
      return state === submitting ? go(s, parked, 0) : true;
    }
    case 'fraud_warned': {
      // In between nobody knows whether it can be stopped: the news comes again.
      if (state === awaiting || state === submitting) return false;
      const mayStop = s[F.refund] === refund.none && (state === paid ? !s[F.known] : s[F.known] && !s[F.stage]);
      s[F.warned] = 1;
      if (state === paid && mayStop) return go(s, cancelling, 0);
      return state === fulfilled && mayStop ? go(s, recalling, 0) : true;
    }
  }
  throw new Error(`${fact} is in no table`);
}
