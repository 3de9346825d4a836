/** A worker calls a partner: what the partner makes of it, and what the worker learns. */

import { conclude, inDoubt, isCreatingOver, leaseOf, openDoubt } from './doubt.ts';
import { F, type Process, type Row } from './fields.ts';
import { doubt } from './life/fields.ts';
import { lists, make, mayRefuse, mayTake, word } from './partner.ts';
import { leave, type Turn } from './turn.ts';

/** The call is made only while the claim outlasts it. */
export function call(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  if (s[p.life] >= leaseOf(s, world) && world.bug !== 'the claim is not looked at before the call') {
    leave(turn.next(), p);
    turn.calm('sees that its claim is nearly over, and calls nobody', p);
  } else reach(turn, p);
}

function reach(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const takes = mayTake(s, world) && !s[F.unplugged];
  if (takes) {
    const t = turn.next();
    make(t, world);
    conclude(turn, t, p, 'accepted');
    turn.calm('calls the partner, which makes the order', p);
  }
  if (mayRefuse(s, world)) {
    const t = turn.next();
    t[F.word] = word.no;
    refused(turn, t, p);
    turn.calm('calls the partner, which refuses the order', p);
  }
  if (s[F.unplugged]) {
    notTaken(turn, turn.next(), p);
    turn.calm('finds the partner no longer configured', p);
  }
  if (turn.mayFail && !s[F.unplugged]) callInVain(turn, p, takes);
}

function callInVain(turn: Turn, p: Process, takes: boolean): void {
  const { world } = turn;
  let t = turn.next();
  if (takes) {
    make(t, world);
    openDoubt(turn, t, p);
    turn.fault('calls the partner, which makes the order; the answer is lost', p);
    t = turn.next();
  }
  openDoubt(turn, t, p);
  turn.fault('calls the partner; the call is lost', p);
  t = turn.next();
  t[F.late] = Math.min(2, t[F.late] + 1);
  openDoubt(turn, t, p);
  turn.fault('calls the partner; the call is late, and nobody waits for it any more', p);
  t = turn.next();
  notTaken(turn, t, p);
  turn.fault('calls the partner, which turns it away unread', p);
  t = turn.next();
  unavailable(turn, t, p);
  turn.fault('calls the partner, which says that it takes none now', p);
  if (world.hidesOrders && takes) {
    t = turn.next();
    make(t, world);
    unavailable(turn, t, p);
    turn.fault('calls the partner, which makes the order and says that it takes none now', p);
  }
  if (world.broken === 'what is turned away was not taken' && takes) {
    t = turn.next();
    make(t, world);
    notTaken(turn, t, p);
    turn.fault('calls the partner, which makes the order and turns it away all the same', p);
  }
}

function refused(turn: Turn, t: Row, p: Process): void {
  const { world } = turn;
  const known = t[p.doubt];
  if (world.bug === 'a refusal of a repeated call is believed') {
    conclude(turn, t, p, known !== doubt.none && lists(t) ? 'accepted' : 'rejected');
    return;
  }
  if (known === doubt.none) conclude(turn, t, p, 'rejected');
  else putOff(turn, t, p);
}

function notTaken(turn: Turn, t: Row, p: Process): void {
  if (t[p.doubt] !== doubt.none) {
    inDoubt(turn, t, p);
    return;
  }
  conclude(turn, t, p, isCreatingOver(t, turn.world) ? 'rejected' : 'turned_away');
}

function unavailable(turn: Turn, t: Row, p: Process): void {
  const { bug } = turn.world;
  const known = t[p.doubt];
  const isOver = isCreatingOver(t, turn.world);
  if (known === doubt.none && bug === 'an unavailable partner is believed') {
    conclude(turn, t, p, isOver ? 'rejected' : 'turned_away');
    return;
  }
  if (known === doubt.none && isOver && bug === 'the last hour ends without a pause') {
    conclude(turn, t, p, 'rejected');
    return;
  }
  if (known === doubt.open && bug !== 'put off is noted over an open doubt') openDoubt(turn, t, p);
  else putOff(turn, t, p);
}

/** The answer is new, whatever was known before. */
function putOff(turn: Turn, t: Row, p: Process): void {
  t[p.doubt] = doubt.answered;
  conclude(turn, t, p, 'put_off');
}
