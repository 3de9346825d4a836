/** The doubt that earlier calls have left to a holder, and how a claim ends while that is in doubt. */

import { F, type Process, type Row } from './fields.ts';
import { doubt, paid } from './life/fields.ts';
import { at, type Outcome, outcomes } from './places.ts';
import type { Turn } from './turn.ts';
import type { World } from './world.ts';

/** The partner still knows the key of the first call, as far as the service can tell. */
export const keyHolds = (s: Row, { keys, bug }: World): boolean =>
  keys && (!s[F.keysOver] || bug === 'creating never ends, and keys are believed for ever');

export const leaseOf = (s: Row, world: World): number => (keyHolds(s, world) ? 2 : 3);

export const isCreatingOver = (s: Row, { bug }: World): boolean =>
  s[F.age] >= 1 && bug !== 'creating never ends, and keys are believed for ever';

const nobodyHasIt = (s: Row): boolean => s[F.state] === paid && !(s[F.resubmitted] && s[F.claimed]);

export function doubtOf(s: Row): number {
  if (nobodyHasIt(s)) return doubt.none;
  if (!s[F.last]) return doubt.open;
  return s[F.lastOld] ? doubt.answeredOld : doubt.answered;
}

export function conclude(turn: Turn, t: Row, p: Process, outcome: Outcome): void {
  t[p.at] = at.conclude;
  t[p.loaded] = outcomes.indexOf(outcome);
  // The due time that is written with an outcome was computed then.
  t[p.since] = turn.world.keys ? 0 : t[p.life];
}

/** The doubt goes on as it was; when nothing is created any more, a person decides unless a look can still end it. */
export function inDoubt(turn: Turn, t: Row, p: Process): void {
  const known = t[p.doubt];
  if (isCreatingOver(t, turn.world) && known !== doubt.answered) conclude(turn, t, p, 'given_up');
  else conclude(turn, t, p, known === doubt.open ? 'unanswered' : 'put_off');
}

export function openDoubt(turn: Turn, t: Row, p: Process): void {
  t[p.doubt] = doubt.open;
  inDoubt(turn, t, p);
}
