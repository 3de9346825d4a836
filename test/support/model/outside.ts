/** The world around the service: the partner, the payer with the provider and the bank, people, and time. */
import {
  awaiting,
  bank,
  cancelling,
  doubt,
  type FactName,
  fulfilled,
  hasEnded,
  needsReview,
  never,
  pageCode,
  paid,
  recalling,
  refundCode,
  submitting,
} from './life.ts';
import { F, type Process, processes, type Row } from './rows.ts';
import { mayItemGoAgain } from './service.ts';
import { at, keyHolds, type Turn } from './turn.ts';
import type { World } from './world.ts';

/** The partner's answer about this order: none yet, no, or yes. */
export const verdict = { none: 0, no: 1, yes: 2 } as const;

/** The number of the partner's active orders for the job. */
export const activeOrders = (s: Row): number => s[F.orders] - s[F.stopped];

/** True if the partner knows the key, so that another call is the same order. */
const isKnownCall = (s: Row, { keys }: World): boolean => keys && s[F.key] === 1;

/** A call reaches the partner, which makes the order. */
export function makeOrder(t: Row, world: World): void {
  if (isKnownCall(t, world)) return;
  t[F.verdict] = verdict.yes;
  t[F.orders] = Math.min(3, t[F.orders] + 1);
  t[F.lag] = world.broken === 'lists are complete after a minute' ? 2 : 1;
  t[F.key] = world.broken === 'keys live for a day' ? 2 : 1;
}

export const mayTake = (s: Row, { broken }: World): boolean =>
  broken === 'a refused order is not made later' || s[F.verdict] !== verdict.no;

export const mayRefuse = (s: Row, world: World): boolean =>
  (!isKnownCall(s, world) && (world.broken === 'a refused order is not made later' || s[F.verdict] !== verdict.yes)) ||
  world.refusesRepeats;

const isListed = (s: Row): boolean => s[F.orders] > 0 && s[F.lag] === 0;

/** The result of looking up the order: `unknown` at a partner that was removed from the configuration. */
export function lookUpOrder(s: Row): 'found' | 'none' | 'unknown' {
  if (!s[F.called]) return 'none';
  if (s[F.unplugged]) return 'unknown';
  return isListed(s) ? 'found' : 'none';
}

/** A change that sets one field. */
const setField = (place: (typeof F)[keyof typeof F], value: number) => (t: Row) => {
  t[place] = value;
};

export function addPartnerSteps(turn: Turn): void {
  const { from: s, world } = turn;
  if (activeOrders(s) > 0 && !s[F.atWork]) turn.calm('the partner begins with the order', setField(F.atWork, 1));
  if (s[F.late] > 0) {
    const lands = (t: Row) => {
      t[F.late] -= 1;
      makeOrder(t, world);
    };
    if (mayTake(s, world)) turn.calm('a late call reaches the partner, which makes the order', lands);
    turn.calm('a late call is lost', setField(F.late, s[F.late] - 1));
  }
  if (world.broken === 'partners stay configured' && !s[F.unplugged] && s[F.called])
    turn.act('the partner is removed from the configuration', setField(F.unplugged, 1));
  if (s[F.known] && activeOrders(s) > 0) addOrderSteps(turn);
}

function addOrderSteps(turn: Turn): void {
  const { from: s, world } = turn;
  const isWithPartner = s[F.state] === fulfilled || s[F.state] === recalling;
  if (s[F.atWork] && !s[F.stage] && isWithPartner)
    turn.choice('the partner sends the event that it has begun', (t) => turn.put(t, 'begun', s[F.due]));
  const stops = (t: Row) => {
    t[F.stopped] = t[F.orders];
    turn.put(t, 'partner_failed', 0);
  };
  if (world.givesUp && s[F.atWork] && isWithPartner) turn.act('the partner gives the order up', stops);
  // A fax to a busy line stops for good. The next attempt is another order, under another reference.
  if (!world.busyLine || s[F.acts] === 0 || s[F.state] !== fulfilled || s[F.redialed] || s[F.late] > 0) return;
  if (mayItemGoAgain(s)) {
    const endsRound = (t: Row) => {
      turn.put(t, 'round_failed', 1);
      for (const place of [F.orders, F.stopped, F.atWork, F.verdict, F.lag]) t[place] = 0;
    };
    turn.act('the line is busy, and the fax has stopped', endsRound);
  } else {
    turn.choice('the line is busy, as reported by a process that read the job earlier', (t) =>
      turn.put(t, 'round_failed', 1),
    );
    turn.act('the line is busy, and nothing more is sent', stops);
  }
}

export const paymentFact = (s: Row): FactName => (s[F.page] === pageCode.wrong ? 'wrong_amount' : 'paid');

export const putPayment = (turn: Turn, t: Row, by?: Process): boolean => turn.put(t, paymentFact(t), 0, by);

export function addProviderSteps(turn: Turn): void {
  addPageSteps(turn);
  addEventSteps(turn);
  const { from: s, world } = turn;
  if (world.disputes && s[F.page] === pageCode.paid && s[F.refunds] === 0) addDisputeSteps(turn);
  const recordDispute = (t: Row) => {
    t[F.bankNews] = 0;
    turn.put(t, t[F.isSecond] ? 'disputed_again' : 'disputed', 0);
  };
  if (world.disputes && s[F.bankNews]) turn.calm('the event of the dispute is recorded', recordDispute);
  if (world.warnings) addWarningSteps(turn);
  // A bank takes days for this. By then the service has recorded the refund, or is still requesting it.
  const isRequested = s[F.refund] === refundCode.issued || s[F.refund] === refundCode.pending;
  const fails = (t: Row) => {
    t[F.bankFailed] = 1;
    turn.put(t, 'refund_failed', 0);
  };
  if (world.failsRefunds && s[F.refunds] === 1 && !s[F.bankFailed] && isRequested)
    turn.fault('the refund fails at the bank', fails);
}

function addPageSteps(turn: Turn): void {
  const { from: s, world } = turn;
  const late = (page: number) => (t: Row) => {
    t[F.page] = page;
    putPayment(turn, t);
  };
  if (world.paymentProblems && s[F.page] === pageCode.closed && s[F.expiredNews] === 0 && hasEnded(s[F.state])) {
    turn.fault('the payer has paid while the page was being closed', late(pageCode.paid));
    turn.fault('the payer has paid the wrong amount while the page was being closed', late(pageCode.wrong));
  }
  if (s[F.page] !== pageCode.open) return;
  const becomes = (page: number, news: typeof F.paidNews | typeof F.expiredNews) => (t: Row) => {
    t[F.page] = page;
    t[news] = 1;
  };
  turn.choice('the payer pays', becomes(pageCode.paid, F.paidNews));
  turn.calm('the payment page expires', becomes(pageCode.closed, F.expiredNews));
  if (!world.paymentProblems) return;
  turn.choice('the payer pays the wrong amount', becomes(pageCode.wrong, F.paidNews));
  const fails = (t: Row) => {
    t[F.page] = pageCode.closed;
    turn.put(t, 'payment_failed', 0);
  };
  turn.choice('the payment fails', fails);
}

function addEventSteps(turn: Turn): void {
  const { from: s } = turn;
  if (s[F.paidNews]) {
    const recorded = (t: Row) => {
      t[F.paidNews] = 0;
      putPayment(turn, t);
    };
    turn.calm('the event of the payment is recorded', recorded);
    turn.fault('the event of the payment is recorded, and its response is lost', (t) => putPayment(turn, t));
    turn.fault('the event of the payment is lost for good', setField(F.paidNews, 0));
  }
  if (s[F.expiredNews]) {
    const recorded = (t: Row) => {
      t[F.expiredNews] = 0;
      turn.put(t, 'checkout_expired', 0);
    };
    turn.calm('the event of the expired page is recorded', recorded);
    turn.fault('the event of the expired page is lost', setField(F.expiredNews, 0));
  }
}

/** The bank may act before the payment's event arrives, and its events may arrive in any order. */
function addDisputeSteps(turn: Turn): void {
  const { from: s } = turn;
  const disputes = (t: Row) => {
    if (t[F.bank] === bank.won) t[F.isSecond] = 1;
    t[F.bank] = bank.disputed;
    t[F.bankNews] = 1;
  };
  if (s[F.bank] === bank.silent) turn.act('the payer disputes the payment', disputes);
  if (s[F.bank] === bank.won && !s[F.isSecond] && !s[F.bankNews])
    turn.act('the payer disputes the payment again', disputes);
  // A bank takes weeks to decide, longer than any process runs. After it closes an inquiry, there may be a dispute.
  if (s[F.bank] !== bank.disputed || processes.some((p) => s[p.at] > 0)) return;
  const decides = (decision: number, fact: FactName) => (t: Row) => {
    t[F.bank] = decision;
    turn.put(t, fact, 0);
  };
  turn.act('the bank decides for us', decides(bank.won, s[F.isSecond] ? 'won_again' : 'dispute_won'));
  turn.act('the bank decides for the payer', decides(bank.lost, s[F.isSecond] ? 'lost_again' : 'dispute_lost'));
}

/** The provider repeats its warning until it is recorded. */
function addWarningSteps(turn: Turn): void {
  const { from: s } = turn;
  const state = s[F.state];
  if (s[F.fraud] === 0 && (s[F.page] === pageCode.paid || s[F.page] === pageCode.wrong))
    turn.act('the bank suspects fraud', setField(F.fraud, 1));
  // In these states the service refuses the warning, and the provider sends it again later.
  if (s[F.fraud] !== 1 || state === awaiting || state === submitting) return;
  const taken = (t: Row) => {
    turn.put(t, 'fraud_warned', 0);
    t[F.fraud] = 2;
  };
  turn.calm('the fraud warning is recorded', taken);
}

/** The provider's response to a refund request. */
export type RefundAnswer = 'refunded' | 'refused' | 'disputed';

export function refundAnswer({ from: s, world }: Turn): RefundAnswer {
  if (s[F.bank] === bank.disputed || s[F.bank] === bank.lost) return 'disputed';
  return s[F.refusal] && world.broken !== 'a refused refund stays refused' ? 'refused' : 'refunded';
}

/** Without a key, each call is a new refund; but the provider refunds no more than was paid. */
export function makeRefund({ world: { broken, bug } }: Turn, t: Row): void {
  const hasKey = bug !== 'a refund without a key' && broken !== 'refunds never exceed the payment';
  if (t[F.refunds] === 0 || !hasKey) t[F.refunds] = Math.min(2, t[F.refunds] + 1);
}

/** An operator stops a job, and once no call is in flight and the lists are complete, resubmits it or gives it up. */
export function addOperatorSteps(turn: Turn): void {
  const { from: s, world } = turn;
  if (!world.operator || s[F.acts] === 0) return;
  const act = (fact: FactName, label: string) => turn.act(label, (t) => turn.put(t, fact, 0));
  const mayHold = s[F.held] === 0 && !s[F.resubmitted];
  if (mayHold && (s[F.state] === paid || s[F.state] === submitting)) act('held', 'an operator stops the job');
  if (s[F.state] !== needsReview) return;
  const seen = lookUpOrder(s);
  const isCalling = processes.some((p) => s[p.at] === at.call || s[p.at] === at.lookUp);
  const isQuiet = s[F.late] === 0 && s[F.lag] === 0 && !isCalling;
  if (s[F.called] && !isQuiet && world.bug !== 'an operator decides while a call is in progress') return;
  if (seen === 'found') {
    act('accepted', 'an operator looks, and finds the order');
    return;
  }
  act('resubmitted', 'an operator looks, finds no order, and resubmits the job');
  act('abandoned', 'an operator looks, finds no order, and gives the job up');
}

const isBusy = (s: Row): boolean => processes.some((p) => s[p.at] > 0);

/** A tick is about a minute. Half a day is also one step. */
export function addTimeSteps(turn: Turn): void {
  const { from: s, world } = turn;
  const busy = isBusy(s);
  const isTimeUp = processes.some((p) => s[p.at] > 0 && s[p.life] >= world.lifeTicks);
  // Without keys we assume that a lost call takes effect within a minute or never: docs/promises.md, "What is not promised".
  const isWaiting = (s[F.due] > 0 && s[F.due] !== never) || busy || s[F.lag] > 0 || s[F.late] > 0;
  const isAging = s[F.last] > 0 && !s[F.lastOld];
  if (!isTimeUp && (world.keys || s[F.late] === 0) && (isWaiting || isAging)) turn.calm('a minute passes', aMinute);
  if (s[F.age] === 0 && (s[F.state] === submitting || (s[F.state] === paid && s[F.claimed])))
    turn.calm('twelve hours are over', setField(F.age, 1));
  if (busy || s[F.late] > 0 || !mayGrowOld(s)) return;
  const isRecall = s[F.state] === recalling;
  const ages = (t: Row) => {
    t[F.age] = isRecall ? 1 : 2;
    if (!isRecall && t[F.claimed]) t[F.keysOver] = 1;
    if (t[F.keysOver] && t[F.key] === 1) t[F.key] = 2;
    t[F.lag] = 0;
    if (t[F.last]) t[F.lastOld] = 1;
    if (t[F.due] !== never) t[F.due] = 0;
  };
  turn.calm(isRecall ? 'hours pass' : 'half a day passes', ages);
}

function aMinute(t: Row): void {
  if (t[F.due] !== never && t[F.due] > 0) t[F.due] -= 1;
  for (const p of processes) {
    if (t[p.at] === 0) continue;
    t[p.life] += 1;
    if (t[p.doubt] === doubt.answered) t[p.doubt] = doubt.answeredOld;
  }
  if (t[F.lag] > 0) t[F.lag] -= 1;
  if (t[F.last]) t[F.lastOld] = 1;
}

/** A parked job may wait long for a person, and a recalled job for its partner. */
const mayGrowOld = (s: Row): boolean =>
  (s[F.state] === recalling && s[F.age] === 0) ||
  (s[F.age] < 2 &&
    (s[F.state] === needsReview || (s[F.age] === 1 && (s[F.state] === submitting || s[F.state] === paid))));

/** After a restart on one machine no process holds a claim, but a dead process's call may still take effect. */
export function addRestartSteps(turn: Turn): void {
  const { from: s, world } = turn;
  const isClaimed = (s[F.state] === submitting && !s[F.last]) || s[F.state] === cancelling || s[F.state] === recalling;
  const due = s[F.state] === submitting && !keyHolds(s, world) ? 1 : 0;
  if (!world.restarts || isBusy(s) || !isClaimed || s[F.due] === never || s[F.due] <= due) return;
  turn.choice('the machine restarts, and releases the dead process’s claim', (t) => turn.put(t, 'released', due));
}
