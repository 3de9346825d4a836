/** Two workers, and a caller who cancels: which step each takes next. */
import { call } from './call.ts';
import { cancel, writeWithdrawal } from './caller.ts';
import { cancelAgain, cancelLook, recall, refundNow, writeRecall, writeRefund } from './cancel.ts';
import { caller, F, type Process, processes, type Row, workers } from './fields.ts';
import { at } from './places.ts';
import { lookUp, writeOutcome } from './submit.ts';
import { leave, type Turn } from './turn.ts';
import { aheadBy, forgetEvent, handOverLate, work, writePage, writeReading, writeReviewLook } from './work.ts';
import type { World } from './world.ts';

/** Reading and claiming are one step where the claim is conditional: who has read something older leaves no trace. */
const readsFirst = ({ queue, bug }: World): boolean =>
  queue || bug === 'a claim without condition' || bug === 'a cancellation without condition';

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
  if (!readsFirst(world)) {
    cancel(turn, s[F.state], false);
    return;
  }
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
      if (p === caller) cancel(turn, s[p.loaded], !s[p.fresh]);
      else work(turn, p, s[p.loaded], !s[p.fresh]);
      break;
    case at.lookUp:
      lookUp(turn, p);
      break;
    case at.call:
      call(turn, p);
      break;
    case at.conclude:
      writeOutcome(turn, p);
      break;
    case at.askedPage:
      writePage(turn, p);
      break;
    case at.refund:
      refundNow(turn, p);
      break;
    case at.refunded:
      writeRefund(turn, p);
      break;
    case at.cancelLook:
      cancelLook(turn, p);
      break;
    case at.cancelAgain:
      cancelAgain(turn, p);
      break;
    case at.recall:
      recall(turn, p);
      break;
    case at.recalled:
      writeRecall(turn, p);
      break;
    case at.withdrawn:
      writeWithdrawal(turn, p);
      break;
    case at.reviewLook:
      writeReviewLook(turn, p);
      break;
    case at.reading:
      writeReading(turn, p);
      break;
    case at.outbox:
      forgetEvent(turn, p);
      break;
    default:
      handOverLate(turn, p);
  }
}
