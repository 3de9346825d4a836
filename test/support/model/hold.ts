/** Reserved money: when it is to be taken, the worker who takes it, and the days after which it ends. */

import { record } from './cancel.ts';
import { F, funds, letGo, type Process, processes, type Row } from './fields.ts';
import { fulfilled, hold, last, never, paid, parked, recalling, submitting } from './life/fields.ts';
import { at } from './places.ts';
import type { Turn } from './turn.ts';

/** The order is beyond recall, or the reservation ends in two days. */
export function isCaptureDue(s: Row, isEarly = false): boolean {
  if (s[F.hold] !== hold.held || s[F.holdDue] > 0) return false;
  if (isEarly && s[F.state] === paid) return true;
  return (s[F.state] === fulfilled || s[F.state] === recalling) && (s[F.stage] === 1 || s[F.holdAge] > 0);
}

/** The reservation ends within a day, and the money was not taken: nothing is handed over any more. */
export const isEnding = (s: Row): boolean =>
  s[F.holdAge] === 2 && s[F.hold] !== hold.none && s[F.hold] !== hold.captured;

const outcome = { captured: 0, unknown: 1, refused: 2, expired: 3 } as const;

export function capture(turn: Turn, p: Process): void {
  const { from: s, world } = turn;
  const answered = (t: Row, answer: number) => {
    t[p.at] = at.captured;
    t[p.loaded] = answer;
  };
  const isHeld = s[F.funds] === funds.held;
  let t = turn.next();
  if (isHeld) t[F.funds] = funds.taken;
  answered(t, s[F.funds] === funds.gone ? outcome.expired : outcome.captured);
  turn.calm('asks the provider for the reserved money, and is answered', p);
  if (world.refusesCaptures && isHeld) {
    answered(turn.next(), outcome.refused);
    turn.wish('asks the provider for the reserved money, and is refused', p);
  }
  if (!turn.mayFail) return;
  const unanswered = world.bug === 'a capture is believed without an answer' ? outcome.captured : outcome.unknown;
  t = turn.next();
  if (isHeld) t[F.funds] = funds.taken;
  answered(t, unanswered);
  turn.fault('asks the provider for the reserved money; the answer is lost', p);
  answered(turn.next(), unanswered);
  turn.fault('asks the provider for the reserved money; the call is lost', p);
}

export function writeCapture(turn: Turn, p: Process): void {
  switch (turn.from[p.loaded]) {
    case outcome.captured:
      record(turn, p, ['writes that the money was taken', 'captured', 0]);
      break;
    case outcome.expired:
      record(turn, p, ['writes that the hold has ended', 'hold_expired', 0]);
      break;
    default:
      record(turn, p, ['writes that the money was not taken', 'capture_failed', 0]);
  }
}

/** Days go by where nobody is at work, and nothing is to be done that takes less than a day. */
export function ofDays(turn: Turn): void {
  const { from: s } = turn;
  if (s[F.holdDue] > 0) {
    const t = turn.next();
    t[F.holdDue] = 0;
    turn.calm('hours pass, and the money may be asked for again');
  }
  const isBusy = processes.some((p) => s[p.at] > 0) || s[F.late] > 0 || s[F.lag] > 0;
  if (s[F.funds] !== funds.held || s[F.hold] !== hold.held || isBusy) return;
  const waitsForItsDay = s[F.state] === paid && !s[F.claimed];
  const waits = waitsForItsDay || s[F.state] === fulfilled || s[F.state] === recalling || s[F.state] === parked;
  if (s[F.holdAge] < 2 && waits && !isCaptureDue(s)) {
    const t = turn.next();
    t[F.holdAge] += 1;
    if (!waitsForItsDay && s[F.state] !== fulfilled) t[F.age] = s[F.state] === recalling ? 1 : 2;
    if (t[F.claimed]) t[F.keysOver] = 1;
    if (t[F.keysOver] && t[F.key] === 1) t[F.key] = 2;
    if (t[F.last] !== last.none) t[F.lastOld] = 1;
    if (t[F.due] !== never) t[F.due] = 0;
    turn.calm(
      t[F.holdAge] === 1 ? 'days pass, until two before the end of the hold' : 'a day passes: the hold ends in one',
    );
  }
  // It ends by itself where the provider has refused it again and again, or where a hand-over has begun too late.
  const isRefused = (s[F.state] === fulfilled || s[F.state] === recalling) && s[F.holdDue] > 0;
  if (s[F.holdAge] < 2 || !(isRefused || s[F.state] === submitting)) return;
  const t = turn.next();
  t[F.funds] = funds.gone;
  t[F.letGo] = letGo.time;
  t[F.fundsNews] = 1;
  turn.wish('the hold ends');
}
