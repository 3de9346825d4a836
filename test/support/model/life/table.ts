/**
 * The table of a job's life as the promises demand it, written without a look at the product's: which fact counts in
 * which state, and what becomes of the item. Times count down in ticks of a minute.
 */

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
import { go, goOn, isItemDisputed, mayItemGoAgain, owe } from './item.ts';
import { ofBanks, ofRefunds } from './money.ts';

/** Writes the fact into the item, or returns false if it does not count. */
export type LifeTable<R extends Item = Item> = (item: R, fact: FactName, due: number) => boolean;

export const lifeTable: LifeTable = (s, fact, due) => {
  const state = s[F.state];
  switch (fact) {
    case 'paid':
      if (s[F.payment] || !(state === awaiting || hasEnded(state))) return false;
      s[F.payment] = 1;
      if (hasEnded(state)) return owe(s, state);
      if (s[F.lost]) return go(s, failed, never, refundCode.support);
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
      return state === submitting && goOn(s, paid, due);
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
      s[F.last] = 0;
      s[F.lastOld] = 0;
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
      s[F.stage] = 1;
      return go(s, paid, due);
  }
  return undefined;
}
