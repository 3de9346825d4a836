/** A worker hands a paid job to a partner: it claims, looks, calls, and writes down what came of it. */

import { conclude, doubtOf, inDoubt, isCreatingOver, keyHolds, leaseOf } from './doubt.ts';
import { F, type Process, type Row } from './fields.ts';
import { doubt } from './life/fields.ts';
import { look } from './partner.ts';
import { at, type Outcome, outcomes } from './places.ts';
import { leave, type Turn } from './turn.ts';

/** Ticks: how long a list may lack a new order; how soon a harmless repeat comes. */
const lag = 1;
const soon = 0;
const reminder = 1;

/** `read`: the state as it was read, which a claim without condition takes for the state as it is. */
export function claim(turn: Turn, p: Process, read: number): void {
  const { from: s, world } = turn;
  const isBlind = world.bug === 'a claim without condition' || world.broken === 'clocks agree';
  const t = turn.next();
  if (isBlind) {
    t[F.state] = read;
    t[F.due] = 0;
  }
  const isFirst = !t[F.claimed];
  const before = doubtOf(t);
  if (!turn.put(t, 'claimed', leaseOf(s, world), p)) leave(t, p);
  else {
    const looks = !(isFirst && keyHolds(s, world)) && world.bug !== 'a fax is repeated without a look';
    t[p.at] = looks ? at.lookUp : at.call;
    t[p.doubt] = before;
  }
  turn.calm('claims the job', p);
}

export function lookUp(turn: Turn, p: Process): void {
  const { from: s } = turn;
  let t = turn.next();
  if (s[p.earlier]) {
    leave(t, p);
    turn.calm('looks for the order, and finds that of an earlier round', p);
    return;
  }
  const seen = look(s);
  if (seen === 'found') {
    conclude(turn, t, p, 'accepted');
    turn.calm('looks for the order, and finds it', p);
  } else {
    afterLook(turn, t, p, seen === 'none');
    turn.calm(seen === 'none' ? 'looks for the order, and finds none' : 'asks for the order in vain', p);
  }
  if (turn.mayFail && seen !== 'unknown') {
    t = turn.next();
    afterLook(turn, t, p, false);
    turn.fault('asks for the order, and gets no answer', p);
  }
}

function afterLook(turn: Turn, t: Row, p: Process, isNone: boolean): void {
  const { world } = turn;
  const known = t[p.doubt];
  const isSeen = known !== doubt.answered || world.bug === 'absence is believed at once';
  const isProven = isNone && isSeen;
  if (isProven && (known === doubt.answered || known === doubt.answeredOld)) {
    conclude(turn, t, p, 'turned_away');
    return;
  }
  const isOver = isCreatingOver(t, world);
  if (known !== doubt.none && (isOver || !(isProven || keyHolds(t, world)))) {
    inDoubt(turn, t, p);
    return;
  }
  if (isOver) {
    conclude(turn, t, p, 'rejected');
    return;
  }
  t[p.at] = at.call;
}

/** When the next holder may look, by what is written. */
function dueAfter(turn: Turn, p: Process, outcome: Outcome): number {
  const { from: s, world } = turn;
  const waited = s[p.life] - s[p.since];
  switch (outcome) {
    case 'given_up':
      return reminder;
    case 'put_off':
      return keyHolds(s, world) || s[p.doubt] === doubt.answeredOld ? soon : lag;
    case 'unanswered':
      return keyHolds(s, world) ? soon : Math.max(0, lag - waited);
    default:
      return soon;
  }
}

const labels: Readonly<Record<Outcome, string>> = {
  accepted: 'writes that the partner has the order',
  rejected: 'writes that the order is refused; a refund is owed',
  turned_away: 'writes that the partner does not have the order',
  put_off: 'writes that the answer proves nothing',
  unanswered: 'writes that it got no answer',
  given_up: 'gives up, and calls a person',
};

export function writeOutcome(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const outcome = outcomes[s[p.loaded]] ?? 'unanswered';
  const write = (t: Row) => {
    if (!turn.put(t, outcome, dueAfter(turn, p, outcome), p)) {
      leave(t, p);
      return;
    }
    if (t[F.last] && s[p.doubt] === doubt.answeredOld) t[F.lastOld] = 1;
    if (outcome === 'rejected' && world.bug === 'a rejected job owes no refund') t[F.refund] = 0;
    if (world.queue) t[F.message] = 1;
    leave(t, p);
  };
  write(turn.next());
  turn.calm(labels[outcome], p);
  if (!turn.mayFail) return;
  write(turn.next());
  turn.fault(`${labels[outcome]}; the answer to the write is lost`, p);
}
