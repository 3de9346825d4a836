/** The payer, the payment provider with its events, and the payer's bank. */

import { bank, F, type Process, processes, type Row } from './fields.ts';
import type { FactName } from './life/facts.ts';
import { awaiting, cancelled, cancelling, hasEnded, recalling, refundCode, submitting } from './life/fields.ts';
import type { Turn } from './turn.ts';

export function ofProvider(turn: Turn): void {
  ofPage(turn);
  ofEvents(turn);
  const { from: s, world } = turn;
  if (world.disputes && s[F.page] === 1 && s[F.refunds] === 0) ofDispute(turn);
  if (world.disputes) ofDisputeNews(turn);
  ofGoodwill(turn);
  if (world.warnings) ofWarning(turn);
  // That takes a bank days: the service has long heard of the refund, or is still asking for it.
  const isHeardOf = s[F.refund] === refundCode.issued || s[F.refund] === refundCode.pending;
  if (world.failsRefunds && s[F.refunds] === 1 && !s[F.bankFailed] && isHeardOf && turn.mayFail) {
    const t = turn.next();
    t[F.bankFailed] = 1;
    turn.put(t, 'refund_failed', 0);
    turn.fault('the refund fails at the bank');
  }
}

function ofPage(turn: Turn): void {
  const { from: s, world } = turn;
  let t = turn.next();
  if (world.otherSums && s[F.page] === 2 && s[F.expiredNews] === 0 && hasEnded(s[F.state]) && turn.mayFail) {
    t[F.page] = 1;
    putPayment(turn, t);
    turn.fault('the payer has paid while the page was being closed');
    t = turn.next();
    t[F.page] = 3;
    putPayment(turn, t);
    turn.fault('the payer has paid another sum while the page was being closed');
  }
  if (s[F.page] !== 0) return;
  t = turn.next();
  t[F.page] = 1;
  t[F.paidNews] = 1;
  turn.wish('the payer pays');
  t = turn.next();
  t[F.page] = 2;
  t[F.expiredNews] = 1;
  turn.calm('the payment page expires');
  if (!world.otherSums) return;
  t = turn.next();
  t[F.page] = 3;
  t[F.paidNews] = 1;
  turn.wish('the payer pays another sum');
  t = turn.next();
  t[F.page] = 2;
  turn.put(t, 'payment_failed', 0);
  turn.wish('the payment fails');
}

/** 1: the approved sum was paid; 3: another sum. */
export const paymentFact = (s: Row): FactName => (s[F.page] === 3 ? 'wrong_amount' : 'paid');

/** A payment is not news to a job that was cancelled before: this is how a design may forget it. */
const isDeaf = (turn: Turn): boolean =>
  turn.world.bug === 'a payment after the cancellation is ignored' && turn.from[F.state] === cancelled;

export function putPayment(turn: Turn, t: Row, by?: Process): boolean {
  return !isDeaf(turn) && turn.put(t, paymentFact(t), 0, by);
}

function ofEvents(turn: Turn): void {
  const { from: s, world } = turn;
  if (s[F.paidNews]) {
    let t = turn.next();
    t[F.paidNews] = 0;
    putPayment(turn, t);
    if (world.queue) t[F.message] = 1;
    turn.calm('the event of the payment is recorded');
    if (turn.mayFail) {
      t = turn.next();
      putPayment(turn, t);
      turn.fault('the event of the payment is recorded, and its answer is lost');
      t = turn.next();
      t[F.paidNews] = 0;
      turn.fault('the event of the payment is lost for good');
    }
  }
  if (s[F.expiredNews]) {
    let t = turn.next();
    t[F.expiredNews] = 0;
    turn.put(t, 'checkout_expired', 0);
    turn.calm('the event of the expired page is recorded');
    if (turn.mayFail) {
      t = turn.next();
      t[F.expiredNews] = 0;
      turn.fault('the event of the expired page is lost');
    }
  }
}

/** The bank may act before our own news of the payment arrives, and its news may overtake one another. */
function ofDispute(turn: Turn): void {
  const { from: s } = turn;
  if ((s[F.bank] === bank.silent || s[F.bank] === bank.won) && s[F.bankNews] === 0 && turn.mayAct) {
    const t = turn.next();
    t[F.bank] = bank.disputed;
    t[F.bankNews] = 1;
    turn.act(s[F.bank] === bank.silent ? 'the payer disputes the payment' : 'the payer disputes the payment again');
  }
  // A bank decides after weeks, and no process lives so long. An inquiry that it closes may be followed by a dispute.
  if (s[F.bank] === bank.disputed && turn.mayAct && !processes.some((p) => s[p.at] > 0)) {
    let t = turn.next();
    t[F.bank] = bank.won;
    turn.put(t, 'dispute_won', 0);
    turn.act('the bank decides for us');
    t = turn.next();
    t[F.bank] = bank.lost;
    turn.put(t, 'dispute_lost', 0);
    turn.act('the bank decides for the payer');
  }
}

/** The news of a dispute is late, but comes. */
function ofDisputeNews(turn: Turn): void {
  const { from: s, world } = turn;
  if (s[F.bankNews] === 0) return;
  const t = turn.next();
  t[F.bankNews] = 0;
  if (world.bug === 'a dispute ends the asking' && t[F.state] === awaiting) {
    turn.put(t, 'payment_failed', 0);
    t[F.disputed] = 1;
  } else turn.put(t, 'disputed', 0);
  turn.calm('the news of the dispute is recorded');
}

/** It is not promised that an order whose money a person gives back is not carried out. */
function ofGoodwill(turn: Turn): void {
  const { from: s, world } = turn;
  if (!world.goodwill || s[F.page] !== 1 || s[F.refunds] > 0 || s[F.bank] === bank.disputed || !turn.mayAct) return;
  const t = turn.next();
  t[F.refunds] = 1;
  t[F.goodwill] = 1;
  turn.put(t, 'refunded', 0);
  turn.act('a person refunds the payment in the dashboard of the provider');
}

/** The provider sends its warning again until it is taken. */
function ofWarning(turn: Turn): void {
  const { from: s } = turn;
  if (s[F.theft] === 0 && (s[F.page] === 1 || s[F.page] === 3) && turn.mayAct) {
    const t = turn.next();
    t[F.theft] = 1;
    turn.act('the bank believes that a thief has paid');
  }
  if (s[F.theft] === 1) {
    const t = turn.next();
    const isDropped =
      turn.world.bug === 'a warning is dropped while a job is being cancelled' &&
      (s[F.state] === cancelling || s[F.state] === recalling);
    if (!isDropped) turn.put(t, 'fraud_warned', 0);
    // Between two states the warning is refused, and comes again.
    if (s[F.state] !== awaiting && s[F.state] !== submitting) {
      t[F.theft] = 2;
      turn.calm('the warning of a thief is taken');
    }
  }
}

/** How the provider answers a request to refund, and what it has done by then. */
export type RefundAnswer = 'refunded' | 'refused' | 'disputed';

export function askRefund(turn: Turn, t: Row): RefundAnswer {
  const { broken, bug } = turn.world;
  if (t[F.bank] === bank.disputed || t[F.bank] === bank.lost) return 'disputed';
  if (t[F.refusal] && broken !== 'a refused refund stays refused') return 'refused';
  // Without a key each call asks anew; the provider refunds no more than was paid.
  const hasKey = bug !== 'a refund without a key' && broken !== 'nobody refunds more than was paid';
  if (t[F.refunds] === 0 || !hasKey) t[F.refunds] = Math.min(2, t[F.refunds] + 1);
  return 'refunded';
}
