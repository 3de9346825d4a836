/** A state and its possible next steps, which all parts of the model add here; and the doubt left by earlier calls. */
import { doubt, type FactName, isAboutRound, isBoundToClaim, paid } from './life.ts';
import { F, newRow, type Process, processes, processSize, type Row } from './rows.ts';
import { applyFact } from './service.ts';
import type { World } from './world.ts';

/** The next steps of a process. */
export const at = {
  nothing: 0,
  lookUp: 2,
  call: 3,
  conclude: 4,
  askedPage: 5,
  refund: 6,
  refunded: 7,
  cancelLook: 8,
  cancelAgain: 9,
  recall: 10,
  recalled: 11,
  withdrawn: 12,
  reviewLook: 13,
  reading: 14,
} as const;

/** How a claim ends: the fact to be written. */
export const outcomes = ['accepted', 'rejected', 'turned_away', 'put_off', 'unanswered', 'given_up'] as const;
export type Outcome = (typeof outcomes)[number];

/** A step of the model. */
export interface Step {
  /** The actor: 0 and 1 are the workers, 2 the client, -1 anyone else. */
  by: number;
  /** The event, without the actor. */
  label: string;
  /** True if the step is neither a fault nor a choice, so that it happens eventually. */
  isCalm: boolean;
  /** The fact that was written into the item, and whether it counted. */
  fact: FactName | undefined;
  counted: boolean;
}

/** A step changes a copy of the state. */
type Change = (t: Row) => void;

export class Turn {
  readonly world: World;
  from = newRow();
  /** `to` and `step` are reused for the next step. */
  private readonly visit: (to: Row, step: Step) => void;
  private readonly to = newRow();
  private readonly step: Step = { by: -1, label: '', isCalm: true, fact: undefined, counted: true };

  constructor(world: World, visit: (to: Row, step: Step) => void) {
    this.world = world;
    this.visit = visit;
  }

  private done(label: string, isCalm: boolean, change: Change, by?: Process): void {
    const { step, to } = this;
    to.set(this.from);
    step.fact = undefined;
    step.counted = true;
    change(to);
    step.by = by?.id ?? -1;
    step.label = label;
    step.isCalm = isCalm;
    this.visit(to, step);
  }

  /** A step that happens eventually. */
  calm(label: string, change: Change, by?: Process): void {
    this.done(label, true, change, by);
  }

  /** A step that may never happen. */
  choice(label: string, change: Change, by?: Process): void {
    this.done(label, false, change, by);
  }

  /** A step in which something goes wrong, unless the world's `faults` are used up. */
  fault(label: string, change: Change, by?: Process): void {
    if (this.from[F.faults] === 0) return;
    const counted: Change = (t) => {
      change(t);
      t[F.faults] -= 1;
    };
    this.done(label, false, counted, by);
  }

  /** A step of an operator, a bank or the partner, unless the world's `acts` are used up. */
  act(label: string, change: Change): void {
    if (this.from[F.acts] === 0) return;
    const counted: Change = (t) => {
      change(t);
      t[F.acts] -= 1;
    };
    this.done(label, false, counted);
  }

  /**
   * Writes a fact into the item, and returns whether it counted. `by`: the process that writes it; undefined for an
   * event from outside. `isCancellation`: the fact is the result of a refund that ends a cancellation.
   */
  put(t: Row, fact: FactName, due: number, by?: Process, isCancellation = false): boolean {
    const { step } = this;
    step.fact = fact;
    const isLate = by !== undefined && this.isLate(t, fact, by, isCancellation);
    step.counted = !isLate && applyFact(t, fact, due);
    if (!step.counted) return false;
    const isClaim = fact === 'claimed' || fact === 'cancel_claimed';
    for (const p of processes) {
      if (p !== by) t[p.fresh] = 0;
      if (isClaim) t[p.mine] = p === by ? 1 : 0;
      if (fact === 'round_failed' && t[p.at]) t[p.earlier] = 1;
    }
    return true;
  }

  private isLate(t: Row, fact: FactName, by: Process, isCancellation: boolean): boolean {
    const { bug } = this.world;
    if (t[by.earlier] && bug !== 'a late response of an earlier round is applied' && isAboutRound(fact)) return true;
    if (t[by.mine] || !isBoundToClaim(fact, isCancellation)) return false;
    return !(bug === 'an empty lookup is used under a new claim' && fact === 'turned_away');
  }
}

/** Ends the process. */
export function leave(t: Row, p: Process): void {
  t.fill(0, p.at, p.at + processSize);
}

/** As far as the service can tell, the partner still knows the key of the first call. */
export const keyHolds = (s: Row, { keys, bug }: World): boolean =>
  keys && (!s[F.keysOver] || bug === 'retries never stop, as if keys never expired');

export const leaseOf = (s: Row, world: World): number => (keyHolds(s, world) ? 2 : 3);

export const isCreatingOver = (s: Row, { bug }: World): boolean =>
  s[F.age] >= 1 && bug !== 'retries never stop, as if keys never expired';

export function doubtOf(s: Row): number {
  if (s[F.state] === paid && !s[F.maybe]) return doubt.none;
  if (!s[F.last]) return doubt.open;
  return s[F.lastOld] ? doubt.answeredOld : doubt.answered;
}

export function conclude({ world }: Turn, t: Row, p: Process, outcome: Outcome): void {
  t[p.at] = at.conclude;
  t[p.loaded] = outcomes.indexOf(outcome);
  // The outcome's due time is computed at this moment.
  t[p.since] = world.keys ? 0 : t[p.life];
}

/** The doubt remains. Once the service has stopped creating orders, a person decides, unless a lookup can still resolve it. */
export function inDoubt(turn: Turn, t: Row, p: Process): void {
  const earlierDoubt = t[p.doubt];
  if (isCreatingOver(t, turn.world) && earlierDoubt !== doubt.answered) conclude(turn, t, p, 'given_up');
  else conclude(turn, t, p, earlierDoubt === doubt.open ? 'unanswered' : 'put_off');
}

export function openDoubt(turn: Turn, t: Row, p: Process): void {
  t[p.doubt] = doubt.open;
  inDoubt(turn, t, p);
}
