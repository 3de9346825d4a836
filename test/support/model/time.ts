/** Time: a tick is about a minute, and half a day is a step of its own. So are the queue, the sweep and the receiver. */

import { keyHolds } from './doubt.ts';
import { F, processes, type Row } from './fields.ts';
import { cancelling, doubt, needsReview, never, paid, recalling, submitting } from './life/fields.ts';
import type { Turn } from './turn.ts';

const isBusy = (s: Row): boolean => processes.some(({ at }) => s[at] > 0);

export function ofTime(turn: Turn): void {
  const { from: s, world } = turn;
  const busy = isBusy(s);
  const isFull = processes.some(({ at, life }) => s[at] > 0 && s[life] >= world.life);
  // Without keys a lost call lands within its minute, or never: the one thing that is not promised there.
  const isWaiting = (s[F.due] > 0 && s[F.due] !== never) || busy || s[F.lag] > 0 || s[F.late] > 0;
  const isAging = s[F.last] > 0 && !s[F.lastOld];
  if (!isFull && (world.keys || s[F.late] === 0) && (isWaiting || isAging)) {
    const t = turn.next();
    if (t[F.due] !== never && t[F.due] > 0) t[F.due] -= 1;
    for (const p of processes) {
      if (t[p.at] === 0) continue;
      t[p.life] += 1;
      if (t[p.doubt] === doubt.answered) t[p.doubt] = doubt.answeredOld;
    }
    if (t[F.lag] > 0) t[F.lag] -= 1;
    if (t[F.last]) t[F.lastOld] = 1;
    turn.calm('a minute passes');
  }
  if (s[F.age] === 0 && (s[F.state] === submitting || (s[F.state] === paid && s[F.claimed]))) {
    const t = turn.next();
    t[F.age] = 1;
    turn.calm('twelve hours are over');
  }
  if (!busy && s[F.late] === 0 && mayGrowOld(s)) {
    const t = turn.next();
    t[F.age] = t[F.state] === recalling ? 1 : 2;
    if (t[F.age] === 2 && t[F.claimed]) t[F.keysOver] = 1;
    if (t[F.keysOver] && t[F.key] === 1) t[F.key] = 2;
    t[F.lag] = 0;
    if (t[F.last]) t[F.lastOld] = 1;
    if (t[F.due] !== never) t[F.due] = 0;
    turn.calm(t[F.age] === 1 ? 'hours pass' : 'half a day passes');
  }
}

/** A job that was given up waits for its person for long; one that is recalled, for its partner. */
const mayGrowOld = (s: Row): boolean =>
  (s[F.state] === recalling && s[F.age] === 0) ||
  (s[F.age] < 2 &&
    (s[F.state] === needsReview || (s[F.age] === 1 && (s[F.state] === submitting || s[F.state] === paid))));

/** A start on one machine knows that nobody holds a claim any more. A call of the dead may still be landing. */
export function ofRestart(turn: Turn): void {
  const { from: s, world } = turn;
  const isClaimed = (s[F.state] === submitting && !s[F.last]) || s[F.state] === cancelling || s[F.state] === recalling;
  const due = s[F.state] === submitting && !keyHolds(s, world) ? 1 : 0;
  if (!world.restarts || isBusy(s) || !isClaimed || s[F.due] === never || s[F.due] <= due) return;
  const t = turn.next();
  turn.put(t, 'released', due);
  turn.wish('the machine is started again, and releases the claim of the dead');
}

export function ofQueue(turn: Turn): void {
  const { from: s, world } = turn;
  const sweeps = world.bug !== 'no sweep' && s[F.message] === 0;
  if (world.queue && sweeps && (s[F.due] === 0 || s[F.pending] === 1)) {
    const t = turn.next();
    t[F.message] = 1;
    turn.calm('the sweep finds the job and queues it');
  }
  if (s[F.message] && turn.mayFail) {
    const t = turn.next();
    t[F.message] = 0;
    turn.fault('the message is lost');
  }
  if (s[F.outbox] && !s[F.told]) {
    const t = turn.next();
    t[F.told] = 1;
    turn.calm('the receiver is told');
  }
}
