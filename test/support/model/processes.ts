/** Two workers, and a caller who cancels: what each does next. */
import { call } from './call.ts';
import {
  afterCancelClaim,
  cancelAgain,
  cancelLease,
  cancelLook,
  recall,
  record,
  refundNow,
  writeRecall,
  writeRefund,
} from './cancel.ts';
import {
  awaiting,
  caller,
  cancelling,
  F,
  fulfilled,
  isOver,
  type Process,
  paid,
  parked,
  processes,
  type Row,
  recalling,
  refund,
  submitting,
  workers,
} from './fields.ts';
import { look } from './partner.ts';
import { at } from './places.ts';
import { paymentFact, putPayment } from './provider.ts';
import { claim, lookUp, writeOutcome } from './submit.ts';
import { leave, type Turn } from './turn.ts';
import type { World } from './world.ts';

/** Reading and claiming are one step where the claim is conditional: who has read something older leaves no trace. */
const readsFirst = ({ queue, bug }: World): boolean =>
  queue || bug === 'a claim without condition' || bug === 'a cancellation without condition';

/** Ticks by which the clock of a worker may be ahead. */
const aheadBy = ({ broken }: World): number => (broken === 'clocks agree' ? 2 : 0);

export function ofProcesses(turn: Turn): void {
  const { from: s, world } = turn;
  for (const p of processes) {
    if (s[p.at] === at.nothing) {
      if (p === caller) beginCancel(turn);
      // The workers are alike.
      else if (p === workers[0] || s[workers[0].at] !== at.nothing) beginWork(turn, p);
      continue;
    }
    if (turn.mayFail) {
      leave(turn.next(), p);
      turn.fault('dies', p);
    }
    if (s[p.life] >= world.life) {
      leave(turn.next(), p);
      turn.calm('is ended by its time limit', p);
    }
    goOn(turn, p);
  }
}

function beginWork(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  if (!readsFirst(world)) {
    if (s[F.due] <= aheadBy(world) || s[F.pending] === 1) work(turn, p, s[F.state], false);
    return;
  }
  if (world.queue ? s[F.message] === 0 : s[F.due] !== 0) return;
  const read = (t: Row) => {
    t[p.at] = at.read;
    t[p.loaded] = t[F.state];
    t[p.fresh] = 1;
  };
  let t = turn.next();
  read(t);
  t[F.message] = 0;
  turn.calm('reads the job', p);
  if (!world.queue || !turn.mayFail) return;
  t = turn.next();
  read(t);
  turn.fault('reads the job, by a message that comes twice', p);
}

function beginCancel(turn: Turn): void {
  const { from: s, world } = turn;
  if (s[F.cancels] === 0) return;
  if (!readsFirst(world)) return cancel(turn, s[F.state], false);
  const t = turn.next();
  t[F.cancels] -= 1;
  t[caller.at] = at.read;
  t[caller.loaded] = t[F.state];
  t[caller.fresh] = 1;
  turn.wish('reads the job, to cancel it', caller);
}

function goOn(turn: Turn, p: Process): void {
  const { from: s } = turn;
  switch (s[p.at]) {
    case at.read:
      return p === caller ? cancel(turn, s[p.loaded], !s[p.fresh]) : work(turn, p, s[p.loaded], !s[p.fresh]);
    case at.lookUp:
      return lookUp(turn, p);
    case at.call:
      return call(turn, p);
    case at.conclude:
      return writeOutcome(turn, p);
    case at.askedPage:
      return writePage(turn, p);
    case at.refund:
      return refundNow(turn, p);
    case at.refunded:
      return writeRefund(turn, p);
    case at.cancelLook:
      return cancelLook(turn, p);
    case at.cancelAgain:
      return cancelAgain(turn, p);
    case at.recall:
      return recall(turn, p);
    case at.recalled:
      return writeRecall(turn, p);
    case at.withdrawn:
      return writeWithdrawal(turn, p);
    case at.parkedLook:
      return writeParkedLook(turn, p);
    case at.reading:
      return s[p.loaded]
        ? record(turn, p, ['writes that the partner has begun', 'begun', 9])
        : record(turn, p, ['writes that there is no news', 'progressed', 1]);
    case at.outbox:
      return forgetEvent(turn, p);
    default:
      return handOverLate(turn, p);
  }
}

/** A worker does what is due; `read` is the state that it has read, `isStale` that somebody has written since. */
function work(turn: Turn, p: Process, read: number, isStale: boolean): void {
  const { from: s, world } = turn;
  if (s[F.pending] === 1) return handOver(turn, p);
  const isBlind = world.bug === 'a claim without condition';
  if (s[F.due] > aheadBy(world) && !isBlind) return ends(turn, p, 'finds nothing due');
  if (read === paid || read === submitting)
    return isStale && !isBlind ? ends(turn, p, 'finds that somebody else was quicker') : claim(turn, p, read);
  if (read === cancelling || read === recalling) {
    if (isStale) return ends(turn, p, 'finds that somebody else was quicker');
    return record(turn, p, ['claims the cancellation', 'claimed', cancelLease], (t) =>
      read === cancelling ? afterCancelClaim(t, p) : goTo(t, p, at.recall),
    );
  }
  if (read === awaiting) return askPage(turn, p);
  const t = turn.next();
  if (read === parked) {
    const seen = look(t);
    t[p.fresh] = isStale ? 0 : 1;
    goTo(t, p, at.parkedLook, seen === 'first' ? 1 : seen === 'backup' ? 2 : 0);
    turn.calm('looks for the order of a parked job', p);
  } else if (isOver(read) && s[F.refund] === refund.pending) {
    goTo(t, p, at.refund);
    turn.calm('takes up the refund that is owed', p);
  } else if (read === fulfilled) {
    goTo(t, p, at.reading, !s[F.unplugged] && (s[F.atWork] === 1 || s[F.routed] === 1) ? 1 : 0);
    turn.calm('reads how the order stands', p);
  } else ends(turn, p, 'finds nothing owed');
}

function goTo(t: Row, p: Process, place: number, load = 0): void {
  t[p.at] = place;
  t[p.loaded] = load;
}

function ends(turn: Turn, p: Process, label: string): void {
  leave(turn.next(), p);
  turn.calm(label, p);
}

function askPage(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const isDeaf = world.bug === 'only the event tells of a payment';
  let t = turn.next();
  goTo(t, p, at.askedPage, isDeaf ? 0 : s[F.page]);
  turn.calm('asks the provider how the payment page stands', p);
  if (!turn.mayFail) return;
  t = turn.next();
  goTo(t, p, at.askedPage);
  turn.fault('asks the provider how the payment page stands, and gets no answer', p);
}

function writePage(turn: Turn, p: Process): void {
  const { from: s } = turn;
  switch (s[p.loaded]) {
    case 0:
      return record(turn, p, ['writes that the page is still open', 'still_open', 1]);
    case 2:
      return record(turn, p, ['writes that the page has expired', 'checkout_expired', 0]);
    default: {
      const t = turn.next();
      putPayment(turn, t, p);
      leave(t, p);
      turn.calm('writes that the job is paid', p);
    }
  }
}

/** The caller cancels, as far as the job can be stopped. */
function cancel(turn: Turn, read: number, isStale: boolean): void {
  const { from: s, world } = turn;
  const isFree = world.bug === 'a cancellation without condition';
  const mayStop = (read === paid && !s[F.known]) || (read === fulfilled && s[F.stage] === 0);
  const t = turn.next();
  if (t[caller.at] === at.nothing) t[F.cancels] -= 1;
  if (read === awaiting) {
    if (t[F.page] === 0) t[F.page] = 2;
    goTo(t, caller, at.withdrawn, t[F.page]);
    turn.wish('cancels: the payment page is closed', caller);
  } else if (mayStop && (!isStale || isFree)) {
    if (isFree) t[F.state] = read;
    if (!turn.put(t, 'cancel_claimed', cancelLease, caller)) leave(t, caller);
    else if (read === paid) afterCancelClaim(t, caller);
    else goTo(t, caller, at.recall);
    turn.wish('claims the job, to cancel it', caller);
  } else if (s[caller.at] !== at.nothing) ends(turn, caller, 'cannot cancel any more');
}

function writeWithdrawal(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const isPaid = s[p.loaded] === 1 || s[p.loaded] === 3;
  record(
    turn,
    p,
    [
      isPaid ? 'writes that the job was paid before' : 'writes that the job is cancelled',
      isPaid ? paymentFact(s[p.loaded]) : 'cancelled',
      0,
    ],
    (t) => {
      if (world.queue) t[F.message] = 1;
      leave(t, p);
    },
  );
}

function writeParkedLook(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (!s[p.fresh]) return ends(turn, p, 'finds that somebody else was quicker');
  if (s[p.loaded] === 0) record(turn, p, ['reminds a person', 'reminded', 1]);
  else record(turn, p, ['writes that the order is found', s[p.loaded] === 1 ? 'accepted' : 'accepted_by_backup', 0]);
}

/** The event is forgotten in the item only when the outbox has it. */
function handOver(turn: Turn, p: Process): void {
  const t = turn.next();
  if (turn.world.bug !== 'an event is forgotten before the outbox has it') t[F.outbox] = 1;
  if (t[p.at] === at.nothing) t[p.fresh] = 1;
  goTo(t, p, at.outbox, t[F.state]);
  turn.calm('hands the event over to the outbox', p);
}

function forgetEvent(turn: Turn, p: Process): void {
  const { world } = turn;
  const t = turn.next();
  if (t[p.fresh]) {
    t[F.pending] = 2;
    for (const other of processes) t[other.fresh] = other === p ? 1 : 0;
  }
  if (world.bug === 'an event is forgotten before the outbox has it') goTo(t, p, at.outboxLate);
  else leave(t, p);
  if (world.queue && world.bug !== 'an event is forgotten before the outbox has it') t[F.message] = 1;
  turn.calm('forgets the event in the item', p);
}

function handOverLate(turn: Turn, p: Process): void {
  const t = turn.next();
  t[F.outbox] = 1;
  leave(t, p);
  turn.calm('hands the event over to the outbox at last', p);
}
