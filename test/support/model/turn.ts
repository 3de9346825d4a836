/** One state, and what may follow it: every part of the model adds its steps here. */

import { F, newRow, type Process, processes, processSize, type Row } from './fields.ts';
import { type FactName, isBound, isOfRound } from './life/facts.ts';
import type { LifeTable } from './life/table.ts';
import type { World } from './world.ts';

/** A step: who does it, and what it writes. */
export interface Step {
  /** Who did it: 0 and 1 are the workers, 2 the caller; -1 anybody else. */
  by: number;
  /** In words, without the process. */
  label: string;
  /** True if it is neither a fault nor a person's wish: it happens by itself in the end. */
  isCalm: boolean;
  /** The fact that was written into the item, and whether it counted. */
  fact: FactName | undefined;
  counted: boolean;
  /** The claim under which the fact was found is over. It is left out where the fact needs none. */
  isLate: boolean;
}

/** `to` and `step` are used again for the next step. */
export type Visit = (to: Row, step: Step) => void;

export class Turn {
  readonly world: World;
  from: Row;
  private readonly table: LifeTable<Row>;
  private readonly visit: Visit;
  private readonly to = newRow();
  private readonly step: Step = { by: -1, label: '', isCalm: true, fact: undefined, counted: true, isLate: false };

  constructor(world: World, table: LifeTable<Row>, visit: Visit) {
    this.world = world;
    this.table = table;
    this.visit = visit;
    this.from = newRow();
  }

  /** A copy of the state, to be changed and then given to `calm`, `wish` or `fault`. */
  next(): Row {
    this.to.set(this.from);
    return this.to;
  }

  private done(by: Process | undefined, label: string, isCalm: boolean): void {
    const { step } = this;
    step.by = by === undefined ? -1 : by.id;
    step.label = label;
    step.isCalm = isCalm;
    this.visit(this.to, step);
    step.fact = undefined;
    step.counted = true;
    step.isLate = false;
  }

  calm(label: string, by?: Process): void {
    this.done(by, label, true);
  }

  wish(label: string, by?: Process): void {
    this.done(by, label, false);
  }

  get mayFail(): boolean {
    return this.from[F.faults] > 0;
  }

  fault(label: string, by?: Process): void {
    this.to[F.faults] -= 1;
    this.done(by, label, false);
  }

  /** A person, a bank or a partner's own trouble. */
  get mayAct(): boolean {
    return this.from[F.acts] > 0;
  }

  act(label: string): void {
    this.to[F.acts] -= 1;
    this.done(undefined, label, false);
  }

  /**
   * Writes a fact into the item. `by`: who found it, and then holds what is written; nobody for news from outside.
   * `isCancellation`: it is the answer to a refund that was to end a cancellation.
   */
  put(t: Row, fact: FactName, due: number, by?: Process, isCancellation = false): boolean {
    const { step, world } = this;
    const isLate = by !== undefined && this.isLate(t, fact, by, isCancellation);
    const counted = !isLate && this.table(t, fact, due);
    step.fact = fact;
    step.counted = counted;
    step.isLate = isLate;
    if (!counted) return false;
    const isClaim = fact === 'claimed' || fact === 'cancel_claimed';
    for (const p of processes) {
      if (p !== by) t[p.fresh] = 0;
      if (isClaim) t[p.mine] = p === by ? 1 : 0;
      if (fact === 'bounced' && t[p.at]) t[p.earlier] = 1;
    }
    if (fact === 'paid' && world.events) t[F.pending] = 1;
    return true;
  }

  private isLate(t: Row, fact: FactName, by: Process, isCancellation: boolean): boolean {
    const { bug } = this.world;
    if (t[by.earlier] && bug !== 'news of an earlier round counts' && isOfRound(fact)) return true;
    if (t[by.mine] || !isBound(fact, isCancellation)) return false;
    if (bug === 'late news of an earlier attempt counts') return fact !== 'unanswered' && fact !== 'given_up';
    return !(bug === 'absence is not bound to its claim' && fact === 'turned_away');
  }
}

/** The process ends: nothing of it remains. */
export function leave(t: Row, p: Process): void {
  t.fill(0, p.at, p.at + processSize);
}
