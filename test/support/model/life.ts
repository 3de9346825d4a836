/** A job's item as a row of small numbers, for the table of its life: what the facts of a log tell of it, and no more. */

export const itemNames = [
  // `due`: ticks until somebody must look again. `called`: a claim has named the partner. `known`: its order is known.
  // `stage`: it is at work on it. `last`: every call was answered, `lastOld`: so long ago that its lists are complete.
  ...['state', 'refund', 'due', 'payment', 'claimed', 'called', 'known', 'stage', 'last', 'lastOld'],
  // `dispute`, `again`: what the item says of the first and the second dispute. `unnamed`: the provider refused a refund
  // because of a dispute. `maybe`: a person resubmitted it, and the partner may have it from an earlier call.
  ...['dispute', 'again', 'unnamed', 'warned', 'held', 'resubmitted', 'maybe', 'bounced', 'failedRefund', 'undecided'],
  'cancelStopped',
  // Since this kind of work began: 1 once nothing is created any more, 2 a day after. Then the first key is a day old.
  ...['age', 'keysOver'],
] as const;

type Places<T extends readonly string[]> = {
  readonly [K in keyof T & `${number}` as T[K] extends string ? T[K] : never]: K extends `${infer N extends number}`
    ? N
    : never;
};

export const placesOf = <T extends readonly string[]>(names: T): Places<T> =>
  Object.fromEntries(names.map((name, at) => [name, at])) as unknown as Places<T>;

/** The place of each field in a row. */
const F = placesOf(itemNames);

/** Every place holds a number below 256. */
type Item = Uint8Array & Record<(typeof F)[keyof typeof F], number>;

export const states = [
  ...['awaiting_payment', 'paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'needs_review'],
  ...['cancelled', 'failed'],
] as const;
export const [awaiting, paid, submitting, fulfilled, cancelling, recalling, needsReview] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;
const [cancelled, failed] = [7, 8] as const;

export const refundNames = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;
export const refundCode = { none: 0, pending: 1, issued: 2, support: 3 } as const;

/** What the payer's bank says of a dispute. */
export const bank = { silent: 0, disputed: 1, won: 2, lost: 3 } as const;

/** The item has no due time. */
export const never = 9;

/**
 * The doubt that earlier calls leave to a holder. `answered`: each of them was answered; `Old`: the lists are complete by
 * now. `open`: one without an answer may still be landing.
 */
export const doubt = { none: 0, answered: 1, answeredOld: 2, open: 3 } as const;

export const hasEnded = (state: number): boolean => state === cancelled || state === failed;

const factNames = [
  ...['paid', 'wrong_amount', 'payment_failed', 'checkout_expired', 'cancelled', 'still_open'],
  ...['claimed', 'cancel_claimed', 'turned_away', 'put_off', 'unanswered', 'given_up'],
  ...['accepted', 'rejected', 'partner_cancelled', 'partner_refused', 'undecided'],
  ...['progressed', 'begun', 'partner_failed', 'bounced', 'reminded'],
  ...['refunded', 'refund_unknown', 'refund_refused', 'refund_disputed', 'refund_failed'],
  ...['disputed', 'dispute_won', 'dispute_lost', 'disputed_again', 'won_again', 'lost_again', 'fraud_warned'],
  ...['held', 'resubmitted', 'abandoned', 'released'],
] as const;
export type FactName = (typeof factNames)[number];

/** These are true only under their claim; an order is an order, and money that went back went back. */
const bound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
  ...(['partner_cancelled', 'partner_refused', 'undecided'] as const),
]);
const boundInCancellation: ReadonlySet<FactName> = new Set<FactName>([
  ...(['refund_unknown', 'refund_refused', 'refund_disputed'] as const),
]);

/** `isCancellation`: the refund was asked for to end a cancellation. */
export const isBound = (fact: FactName, isCancellation: boolean): boolean =>
  bound.has(fact) || (isCancellation && boundInCancellation.has(fact));

const ofRound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['accepted', 'progressed', 'begun', 'partner_failed', 'bounced'] as const),
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
]);

/** It is about the order of one round, and a later round has another. */
export const isOfRound = (fact: FactName): boolean => ofRound.has(fact);

function go(s: Item, state: number, due: number, money = s[F.refund]): true {
  // Submission is one kind of work, even after a partner has turned the job away.
  if (state !== s[F.state] || money !== s[F.refund]) s[F.age] = 0;
  s[F.state] = state;
  s[F.refund] = money;
  s[F.due] = due;
  return true;
}

function goOn(s: Item, state: number, due: number): true {
  s[F.state] = state;
  s[F.due] = due;
  return true;
}

/** Money that has gone back, or that a person handles, is not owed again. */
const owe = (s: Item, state: number): true =>
  s[F.refund] === refundCode.issued || s[F.refund] === refundCode.support
    ? go(s, state, never)
    : go(s, state, 0, refundCode.pending);

/** The bank holds the money or took it back. */
const isItemDisputed = (s: Item): boolean =>
  s[F.unnamed] === 1 || [s[F.dispute], s[F.again]].some((it) => it === bank.disputed || it === bank.lost);

/** 2: a person has let it go on; 3: and has stopped it again. */
const isHeld = (s: Item): boolean => s[F.held] === 1 || s[F.held] === 3;

/** Nothing but the dispute stops it, and nobody was asked to make it. */
const needsReviewForDispute = (s: Item): boolean =>
  isItemDisputed(s) && !isHeld(s) && s[F.refund] === refundCode.none && !s[F.claimed] && !s[F.warned];

export const mayItemGoAgain = (s: Item): boolean =>
  s[F.refund] === refundCode.none && !isItemDisputed(s) && !isHeld(s) && !s[F.warned];

function ofRefunds(s: Item, fact: FactName, due: number): boolean | undefined {
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
      s[F.unnamed] = 1;
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

function ofBanks(s: Item, fact: FactName): boolean {
  const state = s[F.state];
  const place = fact.endsWith('_again') ? F.again : F.dispute;
  const isDecided = s[place] === bank.won || s[place] === bank.lost;
  const isOwed = s[F.refund] === refundCode.pending;
  switch (fact) {
    case 'disputed':
    case 'disputed_again':
      if (s[place] !== bank.silent || (hasEnded(state) && !isOwed)) return false;
      s[place] = bank.disputed;
      if (state === cancelling) s[F.cancelStopped] = 1;
      if (hasEnded(state)) return go(s, state, never, refundCode.support);
      return state === paid || state === submitting || state === cancelling ? go(s, needsReview, 0) : true;
    case 'dispute_won':
    case 'won_again': {
      const isHeldByBank = s[F.refund] === refundCode.support && s[F.payment] && isItemDisputed(s);
      if (isDecided || (hasEnded(state) && !isHeldByBank)) return false;
      const neededReview = state === needsReview && needsReviewForDispute(s);
      const goesOnAs = s[F.cancelStopped] ? cancelling : paid;
      s[place] = bank.won;
      s[F.unnamed] = 0;
      // The other dispute still stops it.
      if (isItemDisputed(s)) return true;
      if (hasEnded(state)) return go(s, state, 0, refundCode.pending);
      if (state !== needsReview) s[F.cancelStopped] = 0;
      if (!neededReview) return true;
      s[F.cancelStopped] = 0;
      return go(s, goesOnAs, 0);
    }
    case 'dispute_lost':
    case 'lost_again': {
      if (isDecided || (hasEnded(state) && !isOwed)) return false;
      const neededReview = state === needsReview && needsReviewForDispute(s);
      s[place] = bank.lost;
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

/** Writes the fact into the item, or returns false if it does not count. */
export type LifeTable<R extends Item = Item> = (item: R, fact: FactName, due: number) => boolean;

export const lifeTable: LifeTable = (s, fact, due) => {
  const state = s[F.state];
  switch (fact) {
    case 'paid':
      if (s[F.payment] || !(state === awaiting || hasEnded(state))) return false;
      s[F.payment] = 1;
      if (hasEnded(state)) return owe(s, state);
      if (s[F.dispute] === bank.lost || s[F.again] === bank.lost) return go(s, failed, never, refundCode.support);
      return go(s, isItemDisputed(s) ? needsReview : paid, 0);
    case 'wrong_amount':
      if (s[F.payment] || !(state === awaiting || hasEnded(state))) return false;
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
      if (state !== submitting) return false;
      s[F.maybe] = 0;
      return goOn(s, paid, due);
    case 'put_off':
      if (state !== submitting) return false;
      s[F.last] = 1;
      s[F.lastOld] = 0;
      return go(s, state, due);
    case 'unanswered':
      return (state === submitting || state === recalling) && go(s, state, due);
    case 'given_up':
      return state === submitting && go(s, needsReview, due);
    case 'rejected':
      return state === submitting && owe(s, failed);
    case 'accepted':
      if (state !== submitting && state !== cancelling && state !== needsReview) return false;
      s[F.known] = 1;
      s[F.maybe] = 0;
      s[F.last] = 0;
      s[F.lastOld] = 0;
      // Found after a warning of fraud, it is stopped, unless a person sent it since.
      if (state !== submitting && s[F.warned] && !s[F.resubmitted]) return go(s, recalling, 0);
      return go(s, fulfilled, due);
    case 'reminded':
      return state === needsReview && go(s, state, due);
    case 'held':
      if (state !== paid && state !== submitting) return false;
      s[F.held] = s[F.held] ? 3 : 1;
      return go(s, needsReview, 0);
    case 'resubmitted':
      if (state !== needsReview || s[F.refund] !== refundCode.none) return false;
      s[F.held] = s[F.held] ? 2 : 0;
      s[F.resubmitted] = 1;
      s[F.maybe] = s[F.claimed];
      s[F.cancelStopped] = 0;
      return go(s, paid, 0);
    case 'abandoned':
      return state === needsReview && owe(s, failed);
    case 'released':
      // It only brings forward what a dead process has held.
      return (
        (state === submitting || state === cancelling || state === recalling) &&
        s[F.due] !== never &&
        s[F.due] > due &&
        goOn(s, state, due)
      );
    default:
      return ofOrders(s, fact, due) ?? ofRefunds(s, fact, due) ?? ofBanks(s, fact);
  }
};

function claimed(s: Item, due: number): boolean {
  const state = s[F.state];
  if (s[F.due] !== 0 || (state !== paid && state !== submitting && state !== cancelling && state !== recalling))
    return false;
  s[F.claimed] = 1;
  if (state === paid || state === submitting) s[F.called] = 1;
  s[F.last] = 0;
  s[F.lastOld] = 0;
  return goOn(s, state === paid ? submitting : state, due);
}

/** News of an order that a partner has. `undefined`: the fact is none of these. */
function ofOrders(s: Item, fact: FactName, due: number): boolean | undefined {
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
      if (state !== fulfilled || !mayItemGoAgain(s)) return false;
      s[F.bounced] = 1;
      s[F.maybe] = 0;
      s[F.stage] = 1;
      return go(s, paid, due);
  }
  return undefined;
}
