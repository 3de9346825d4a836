/** An agent that pays with a token: one claim, one key for each attempt, and a look before anything is charged anew. */

import { record } from './cancel.ts';
import { F, type Process, processes, type Row } from './fields.ts';
import { awaiting } from './life/fields.ts';
import { anotherPage, at, payLease, twice } from './places.ts';
import { putPayment } from './provider.ts';
import { leave, type Turn } from './turn.ts';
import { goTo } from './work.ts';

const found = { paid: 1, nothing: 2 } as const;

export function beginPayment(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  if (!world.agents || !turn.mayAct || s[F.state] !== awaiting) return;
  if (s[F.attempt] % 2 === 1 && s[F.due] > 0) return;
  const t = turn.next();
  turn.put(t, 'pay_claimed', payLease, p);
  goTo(t, p, at.payLook);
  turn.act('an agent pays: the job is claimed');
}

const isPaid = (s: Row): boolean => s[F.page] === 1 || s[F.page] === 3;

/** The page is closed first: whoever is on it has paid before, or cannot any more. */
export function payLook(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const t = turn.next();
  if (isPaid(s) && world.bug !== 'a charge is keyed by its token') goTo(t, p, at.payDone, found.paid);
  else {
    if (t[F.page] === 0) {
      t[F.page] = 2;
      t[F.expiredNews] = 1;
    }
    goTo(t, p, at.payCall);
  }
  turn.calm('closes the payment page, and looks for a charge', p);
}

export function payCall(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  if (s[p.mine] === 0 || s[p.life] >= payLease) {
    leave(turn.next(), p);
    turn.calm('sees that it no longer holds the charge', p);
    return;
  }
  const key = world.bug === 'a charge is keyed by its token' ? 0 : 1 << (s[F.attempt] >> 1);
  let t = turn.next();
  if ((s[F.charges] & key) > 0) {
    goTo(t, p, at.payDone, isPaid(s) ? found.paid : found.nothing);
    turn.calm('charges, and hears that the key was used: looks', p);
    return;
  }
  charge(t, key);
  goTo(t, p, at.payDone, found.paid);
  turn.wish('charges the token', p);
  t = turn.next();
  t[F.charges] |= key;
  goTo(t, p, at.payDone, found.nothing);
  turn.wish('charges the token, which is declined', p);
  if (!turn.mayFail) return;
  t = turn.next();
  charge(t, key);
  leave(t, p);
  turn.fault('charges the token; the answer is lost', p);
  t = turn.next();
  leave(t, p);
  turn.fault('charges the token; the call is lost', p);
}

function charge(t: Row, key: number): void {
  t[F.charges] |= isPaid(t) ? key | twice : key;
  t[F.page] = 1;
  t[F.paidNews] = 1;
}

export function payDone(turn: Turn, p: Process): void {
  const { from: s } = turn;
  if (s[p.loaded] === found.paid) writePaid(turn, p);
  else release(turn, p, 'pay_spent');
}

/** The charge of one who has died, or of one whose answer was lost. */
export function paySettle(turn: Turn, p: Process): void {
  if (isPaid(turn.from)) writePaid(turn, p);
  else release(turn, p, 'pay_released');
}

function writePaid(turn: Turn, p: Process): void {
  const t = turn.next();
  putPayment(turn, t, p);
  leave(t, p);
  turn.calm('writes that the job is paid', p);
}

/** Another page was opened before, whose address nobody has until it is written down. */
function release(turn: Turn, p: Process, fact: 'pay_released' | 'pay_spent'): void {
  record(turn, p, ['writes that nothing was charged, with another payment page', fact, 1], (t) => leave(t, p), {
    written: showPage,
  });
}

function showPage(t: Row): void {
  if (t[F.page] !== 2) return;
  t[F.page] = 0;
  // News of the page before is about another one.
  t[F.expiredNews] = 0;
  for (const other of processes)
    if ((t[other.at] === at.askedPage || t[other.at] === at.withdrawn) && t[other.loaded] === 2)
      t[other.loaded] = anotherPage;
}
