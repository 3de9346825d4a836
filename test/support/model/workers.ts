/** The next steps of two workers and of a client that cancels. A worker claims, looks, calls, and writes the outcome. */
import {
  awaiting,
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
import {
  lookUpOrder,
  makeOrder,
  makeRefund,
  mayRefuse,
  mayTake,
  paymentFact,
  putPayment,
  type RefundAnswer,
  refundAnswer,
  verdict,
} from './outside.ts';
import { client, F, type Process, processes, type Row, workers } from './rows.ts';
import {
  at,
  conclude,
  doubtOf,
  inDoubt,
  isCreatingOver,
  keyHolds,
  leaseOf,
  leave,
  type Outcome,
  openDoubt,
  outcomes,
  type Turn,
} from './turn.ts';

/** In ticks: until lists show a new order, until a harmless repeat, until a reminder, and the length of a claim to cancel. */
const [lag, soon, reminder, cancelLease] = [1, 0, 1, 2];

export function addProcessSteps(turn: Turn): void {
  const { from: s, world } = turn;
  for (const p of processes) {
    if (s[p.at] === at.nothing) {
      if (p === client) cancel(turn);
      // The workers are interchangeable, so the second one begins only while the first one is busy.
      else if (p === workers[0] || s[workers[0].at] !== at.nothing) work(turn, p);
      continue;
    }
    turn.fault('dies', (t) => leave(t, p), p);
    if (s[p.life] >= world.lifeTicks) ends(turn, p, 'is killed by its time limit');
    const addSteps = stepsAfter[s[p.at]];
    if (addSteps === undefined) throw new Error(`no step follows ${s[p.at]}`);
    addSteps(turn, p);
  }
}

/** The next steps of a process, by its `at`. */
const stepsAfter: Readonly<Record<number, (turn: Turn, p: Process) => void>> = {
  [at.lookUp]: lookUp,
  [at.call]: call,
  [at.conclude]: writeOutcome,
  [at.askedPage]: writePage,
  [at.refund]: refundNow,
  [at.refunded]: writeRefund,
  [at.cancelLook]: cancelLook,
  [at.cancelAgain]: cancelAgain,
  [at.recall]: recall,
  [at.recalled]: writeRecall,
  [at.withdrawn]: writeWithdrawal,
  [at.reviewLook]: writeReviewLook,
  [at.reading]: (turn, p) =>
    turn.from[p.loaded]
      ? record(turn, p, 'writes that the partner has begun', 'begun', never)
      : record(turn, p, 'writes that there is no news', 'progressed', 1),
};

const ends = (turn: Turn, p: Process, label: string) => turn.calm(label, (t) => leave(t, p), p);

function goTo(t: Row, p: Process, place: number, load = 0): void {
  t[p.at] = place;
  t[p.loaded] = load;
}

interface Recording {
  /** The next step if the fact counts; otherwise the process ends. */
  readonly after?: (t: Row) => void;
  readonly isCancellation?: boolean;
}

/** Writes a fact, and continues with `after` if it counts. */
function record(turn: Turn, p: Process, label: string, fact: FactName, due: number, more: Recording = {}): void {
  const put = (t: Row) => turn.put(t, fact, due, p, more.isCancellation);
  const written = (t: Row) => {
    if (put(t) && more.after !== undefined) more.after(t);
    else leave(t, p);
  };
  turn.calm(label, written, p);
  const writtenUnheard = (t: Row) => {
    put(t);
    leave(t, p);
  };
  turn.fault(`${label}; the response to the write is lost`, writtenUnheard, p);
}

/** A worker does what is due. Reading and claiming are one step: a process that has read an older version changes nothing. */
function work(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  // If clocks don't agree, a worker's clock may be two ticks fast.
  if (s[F.due] > (world.broken === 'clocks agree' ? 2 : 0)) return;
  const state = s[F.state];
  if (state === paid || state === submitting) claim(turn, p);
  else if (state === cancelling || state === recalling)
    record(turn, p, 'claims the cancellation', 'claimed', cancelLease, {
      after: (t) => (state === cancelling ? afterCancelClaim(t, p) : goTo(t, p, at.recall)),
    });
  else if (state === awaiting) {
    turn.calm('reads the payment page at the provider', (t) => goTo(t, p, at.askedPage, s[F.page]), p);
    turn.fault('reads the payment page at the provider, and gets no response', (t) => goTo(t, p, at.askedPage), p);
  } else if (state === needsReview) {
    const looked = (t: Row) => {
      t[p.fresh] = 1;
      goTo(t, p, at.reviewLook, lookUpOrder(t) === 'found' ? 1 : 0);
    };
    turn.calm('looks for the order of a parked job', looked, p);
  } else if (hasEnded(state) && s[F.refund] === refundCode.pending)
    turn.calm('starts the refund that is owed', (t) => goTo(t, p, at.refund), p);
  else if (state === fulfilled)
    turn.calm('reads the order’s status', (t) => goTo(t, p, at.reading, !s[F.unplugged] && s[F.atWork] ? 1 : 0), p);
  else ends(turn, p, 'finds nothing owed');
}

function claim(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const claimed = (t: Row) => {
    if (world.broken === 'clocks agree') t[F.due] = 0;
    const isFirst = !t[F.claimed];
    const before = doubtOf(t);
    if (!turn.put(t, 'claimed', leaseOf(s, world), p)) {
      leave(t, p);
      return;
    }
    const looks = !(isFirst && keyHolds(s, world)) && world.bug !== 'a fax is sent again without looking it up';
    t[p.at] = looks ? at.lookUp : at.call;
    t[p.doubt] = before;
  };
  turn.calm('claims the job', claimed, p);
}

function lookUp(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (s[p.earlier]) {
    ends(turn, p, 'looks for the order, and finds that of an earlier round');
    return;
  }
  const seen = lookUpOrder(s);
  if (seen === 'found') turn.calm('looks for the order, and finds it', (t) => conclude(turn, t, p, 'accepted'), p);
  else {
    const label = seen === 'none' ? 'looks for the order, and finds none' : 'looks up the order in vain';
    turn.calm(label, (t) => afterLook(turn, t, p, seen === 'none'), p);
  }
  if (seen !== 'unknown')
    turn.fault('looks up the order, and gets no response', (t) => afterLook(turn, t, p, false), p);
}

function afterLook(turn: Turn, t: Row, p: Process, isNone: boolean): void {
  const { world } = turn;
  const earlierDoubt = t[p.doubt];
  const isSeen = earlierDoubt !== doubt.answered || world.bug === 'an empty lookup proves at once that no order exists';
  const isProven = isNone && isSeen;
  const isOver = isCreatingOver(t, world);
  if (isProven && (earlierDoubt === doubt.answered || earlierDoubt === doubt.answeredOld))
    conclude(turn, t, p, 'turned_away');
  else if (earlierDoubt !== doubt.none && (isOver || !(isProven || keyHolds(t, world)))) inDoubt(turn, t, p);
  else if (isOver) conclude(turn, t, p, 'rejected');
  else t[p.at] = at.call;
}

/** The call is made only if the claim lasts longer than the call. */
function call(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  if (s[p.life] >= leaseOf(s, world) && world.bug !== 'the claim is not checked before the call')
    ends(turn, p, 'sees that its claim is nearly over, and does not call');
  else if (s[F.unplugged]) turn.calm('finds the partner no longer configured', (t) => notTaken(turn, t, p), p);
  else callPartner(turn, p);
}

function callPartner(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const takes = mayTake(s, world);
  /** A call with this outcome; `makes`: the partner makes the order. */
  const calls =
    (then: (turn: Turn, t: Row, p: Process) => void, makes = false) =>
    (t: Row) => {
      if (makes) makeOrder(t, world);
      then(turn, t, p);
    };
  const accepts = calls((_, t) => conclude(turn, t, p, 'accepted'), true);
  if (takes) turn.calm('calls the partner, which makes the order', accepts, p);
  if (mayRefuse(s, world)) turn.calm('calls the partner, which refuses the order', calls(refused), p);
  if (takes) turn.fault('calls the partner, which makes the order; the response is lost', calls(openDoubt, true), p);
  turn.fault('calls the partner; the call is lost', calls(openDoubt), p);
  const comesLate = (t: Row) => {
    t[F.late] = Math.min(2, t[F.late] + 1);
    openDoubt(turn, t, p);
  };
  turn.fault('calls the partner; the call is late, and no one waits for it', comesLate, p);
  turn.fault('calls the partner, which rejects it unread', calls(notTaken), p);
  turn.fault('calls the partner, which says that it is unavailable', calls(unavailable), p);
  if (world.hidesOrders && takes)
    turn.fault('calls the partner, which makes the order and says that it is unavailable', calls(unavailable, true), p);
  if (world.broken === 'a 401, 402 or 403 means that no order was made' && takes)
    turn.fault('calls the partner, which makes the order and rejects it anyway', calls(notTaken, true), p);
}

function refused(turn: Turn, t: Row, p: Process): void {
  const earlierDoubt = t[p.doubt];
  t[F.verdict] = verdict.no;
  if (earlierDoubt === doubt.none) conclude(turn, t, p, 'rejected');
  else putOff(turn, t, p);
}

function notTaken(turn: Turn, t: Row, p: Process): void {
  if (t[p.doubt] !== doubt.none) inDoubt(turn, t, p);
  else conclude(turn, t, p, isCreatingOver(t, turn.world) ? 'rejected' : 'turned_away');
}

function unavailable(turn: Turn, t: Row, p: Process): void {
  const { bug } = turn.world;
  const earlierDoubt = t[p.doubt];
  const isOver = isCreatingOver(t, turn.world);
  if (earlierDoubt === doubt.none && bug === 'a "not now" is taken to mean that no order exists')
    conclude(turn, t, p, isOver ? 'rejected' : 'turned_away');
  else if (earlierDoubt === doubt.none && isOver && bug === 'a last "not now" ends the order')
    conclude(turn, t, p, 'rejected');
  else if (earlierDoubt === doubt.open && bug !== 'a "not now" hides an earlier call without a response')
    openDoubt(turn, t, p);
  else putOff(turn, t, p);
}

/** This response is the latest, whatever was known before. */
function putOff(turn: Turn, t: Row, p: Process): void {
  t[p.doubt] = doubt.answered;
  conclude(turn, t, p, 'put_off');
}

/** When the job is due after this outcome, in ticks. */
function dueAfter({ from: s, world }: Turn, p: Process, outcome: Outcome): number {
  if (outcome === 'given_up') return reminder;
  if (outcome === 'put_off') return keyHolds(s, world) || s[p.doubt] === doubt.answeredOld ? soon : lag;
  const waited = s[p.life] - s[p.since];
  return outcome === 'unanswered' && !keyHolds(s, world) ? Math.max(0, lag - waited) : soon;
}

const labels: Readonly<Record<Outcome, string>> = {
  accepted: 'writes that the partner has the order',
  rejected: 'writes that the order is refused; a refund is owed',
  turned_away: 'writes that the partner does not have the order',
  put_off: 'writes that the response proves nothing',
  unanswered: 'writes that it got no response',
  given_up: 'gives up, and alerts a person',
};

function writeOutcome(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const outcome = outcomes[s[p.loaded]] ?? 'unanswered';
  const write = (t: Row) => {
    const counted = turn.put(t, outcome, dueAfter(turn, p, outcome), p);
    if (counted && t[F.last] && s[p.doubt] === doubt.answeredOld) t[F.lastOld] = 1;
    if (counted && outcome === 'rejected' && world.bug === 'a rejected job owes no refund') t[F.refund] = 0;
    leave(t, p);
  };
  turn.calm(labels[outcome], write, p);
  turn.fault(`${labels[outcome]}; the response to the write is lost`, write, p);
}

function writePage(turn: Turn, p: Process): void {
  const page = turn.from[p.loaded];
  const writesPayment = (t: Row) => {
    putPayment(turn, t, p);
    leave(t, p);
  };
  if (page === pageCode.open) record(turn, p, 'writes that the page is still open', 'still_open', 1);
  else if (page === pageCode.closed) record(turn, p, 'writes that the page has expired', 'checkout_expired', 0);
  else turn.calm('writes that the job is paid', writesPayment, p);
}

function writeReviewLook(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (!s[p.fresh]) ends(turn, p, 'finds that another process was faster');
  else if (s[p.loaded] === 0) record(turn, p, 'reminds a person', 'reminded', 1);
  else record(turn, p, 'writes that the order is found', 'accepted', 0);
}

function cancel(turn: Turn): void {
  const { from: s } = turn;
  if (s[F.cancels] === 0) return;
  const state = s[F.state];
  const mayStop = (state === paid && !s[F.known]) || (state === fulfilled && s[F.stage] === 0);
  const closes = (t: Row) => {
    t[F.cancels] -= 1;
    if (t[F.page] === pageCode.open) t[F.page] = pageCode.closed;
    goTo(t, client, at.withdrawn, t[F.page]);
  };
  const claims = (t: Row) => {
    t[F.cancels] -= 1;
    if (!turn.put(t, 'cancel_claimed', cancelLease, client)) leave(t, client);
    else if (state === paid) afterCancelClaim(t, client);
    else goTo(t, client, at.recall);
  };
  if (state === awaiting) turn.choice('cancels: the payment page is closed', closes, client);
  else if (mayStop) turn.choice('claims the job, to cancel it', claims, client);
}

function writeWithdrawal(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (s[p.loaded] === pageCode.closed) record(turn, p, 'writes that the job is canceled', 'cancelled', 0);
  else record(turn, p, 'writes that the job was paid before', paymentFact(s), 0);
}

/** Added to the load of a refund that ends a cancellation. */
const inCancellation = 8;

/** After the claim, a partner that was called before is asked once more. */
function afterCancelClaim(t: Row, p: Process): void {
  t[p.at] = t[F.called] ? at.cancelLook : at.cancelAgain;
}

function cancelLook(turn: Turn, p: Process): void {
  const seen = lookUpOrder(turn.from);
  const continues = (t: Row) => goTo(t, p, at.cancelAgain, t[p.loaded]);
  if (seen === 'found') record(turn, p, 'looks before it refunds, and finds the order', 'accepted', 0);
  else turn.calm('looks before it refunds, and finds no order', continues, p);
  if (seen !== 'unknown') turn.fault('looks before it refunds, and gets no response', continues, p);
}

/** The job is read again: only the process with the claim refunds, and only if the claim lasts longer than the call. */
function cancelAgain(turn: Turn, p: Process): void {
  const { from: s } = turn;
  const isHolder = s[F.state] === cancelling && s[p.mine] === 1 && s[p.life] < cancelLease;
  if (!isHolder) ends(turn, p, 'sees that it no longer holds the cancellation');
  else turn.calm('sees that it still holds the cancellation', (t) => goTo(t, p, at.refund, inCancellation), p);
}

const answers = ['refunded', 'refund_unknown', 'refund_refused', 'refund_disputed'] as const;

const facts = {
  refunded: 'refunded',
  refused: 'refund_refused',
  disputed: 'refund_disputed',
} as const satisfies Record<RefundAnswer, (typeof answers)[number]>;

function refundNow(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const load = s[p.loaded] & inCancellation;
  const answered = (t: Row, answer: (typeof answers)[number]) =>
    goTo(t, p, at.refunded, answers.indexOf(answer) + load);
  const answer = refundAnswer(turn);
  const responds = (result: (typeof answers)[number]) => (t: Row) => {
    if (answer === 'refunded') makeRefund(turn, t);
    answered(t, result);
  };
  turn.calm(`asks the provider for the refund: ${answer}`, responds(facts[answer]), p);
  if (answer === 'refunded')
    turn.fault('asks the provider, which refunds; the response is lost', responds('refund_unknown'), p);
  const postpones = (t: Row) => answered(t, 'refund_unknown');
  turn.fault('asks the provider for the refund, which is impossible now', postpones, p);
  const refuses = (t: Row) => {
    t[F.refusal] = 1;
    answered(t, 'refund_refused');
  };
  if (world.refusesRefunds && s[F.refunds] === 0) turn.fault('asks the provider, which refuses the refund', refuses, p);
}

const refundLabels = {
  refunded: 'writes that the money was refunded',
  refund_unknown: 'writes that the refund is not certain',
  refund_refused: 'writes that the refund was refused',
  refund_disputed: 'writes that the bank holds the money',
} as const;

function writeRefund(turn: Turn, p: Process): void {
  const { from: s } = turn;
  const answer = answers[s[p.loaded] % inCancellation] ?? 'refund_unknown';
  const isOutdated = answer === 'refunded' && s[F.refund] === refundCode.support && s[F.failedRefund] === 1;
  if (isOutdated) ends(turn, p, 'learns of the refund after the bank has said that it failed');
  else record(turn, p, refundLabels[answer], answer, 1, { isCancellation: s[p.loaded] >= inCancellation });
}

function recall(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const undecided = (t: Row) => goTo(t, p, at.recalled, 2);
  if (world.silentRecall || s[F.unplugged]) {
    turn.calm('asks the partner to stop the order, and gets no clear response', undecided, p);
    return;
  }
  // The process recalls the order that it knows. An order of an earlier round has stopped long ago.
  const tooLate = s[F.atWork] === 1 || s[p.earlier] === 1;
  const stop = (answer: number) => (t: Row) => {
    if (!tooLate) t[F.stopped] = t[F.orders];
    goTo(t, p, at.recalled, answer);
  };
  const label = tooLate ? 'asks the partner to stop: too late' : 'asks the partner to stop, which stops it';
  turn.calm(label, stop(tooLate ? 1 : 0), p);
  turn.fault('asks the partner to stop; the response is lost', stop(2), p);
  turn.fault('asks the partner to stop; the call is lost', undecided, p);
}

function writeRecall(turn: Turn, p: Process): void {
  const { from: s } = turn;
  const after = (t: Row) => (t[F.refund] === refundCode.pending ? goTo(t, p, at.refund) : leave(t, p));
  const isLate = s[F.age] > 0 && s[F.state] === recalling;
  if (s[p.loaded] === 0) record(turn, p, 'writes that the order is stopped', 'partner_cancelled', 0, { after });
  else if (s[p.loaded] === 1) record(turn, p, 'writes that the partner does not stop', 'partner_refused', 1);
  else if (isLate) record(turn, p, 'alerts a person: the partner does not say whether it stops', 'undecided', 1);
  else record(turn, p, 'writes that it got no response', 'unanswered', 1);
}
