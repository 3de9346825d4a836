/**
 * Every state that can be reached, breadth first: the promises hold in each, and from each a calm way leads to rest.
 */

import { newRow, processSize, type Row, workers } from './fields.ts';
import { lifeTable } from './life/table.ts';
import { broken, isAtRest, type Watched } from './promises.ts';
import { Numbers, Rows, wordsOf } from './rows.ts';
import { beginning, follow } from './steps.ts';
import { type Step, Turn } from './turn.ts';
import type { World } from './world.ts';

export interface Found {
  readonly states: number;
  readonly edges: number;
  /** The promise that is broken, and the shortest way to it. */
  readonly problem?: string;
  readonly way?: readonly Seen[];
  /** The number of states from which nothing leads to rest. */
  readonly stuck: number;
}

/** A step of a way, and the state after it. */
export interface Seen {
  readonly step: Step;
  readonly row: Row;
}

type OnEdge = (from: Row, to: Row, step: Step) => void;

interface Search {
  readonly onEdge?: OnEdge;
  readonly watched?: Watched;
}

/** The two workers are alike: the smaller one stands first. */
function arrange(s: Row): void {
  const [{ at: one }, { at: two }] = workers;
  const bytes: Uint8Array = s;
  for (let i = 0; i < processSize; i += 1) {
    const a = bytes[one + i] ?? 0;
    const b = bytes[two + i] ?? 0;
    if (a > b) return;
    if (a < b) {
      for (let j = i; j < processSize; j += 1) {
        const kept = bytes[one + j] ?? 0;
        bytes[one + j] = bytes[two + j] ?? 0;
        bytes[two + j] = kept;
      }
      return;
    }
  }
}

/** Searches all of a world; it ends at the first broken promise. */
export function search(world: World, { onEdge, watched }: Search = {}): Found {
  const rows = new Rows();
  const parents = new Numbers();
  const calmTo = new Numbers();
  const calmFrom = new Numbers();
  let edges = 0;
  let from = 0;
  const s = newRow();
  const sWords = wordsOf(s);
  let toWords: Uint32Array | undefined;
  const turn = new Turn(world, lifeTable, (to, step) => {
    toWords ??= wordsOf(to);
    edges += 1;
    if (onEdge !== undefined) onEdge(s, to, step);
    arrange(to);
    const before = rows.count;
    const number = rows.add(toWords);
    if (number === before) parents.push(from);
    if (step.isCalm && number !== from) calmTo.push(number);
  });
  rows.add(wordsOf(beginning(world)));
  parents.push(-1);
  const wayTo = (at: number): readonly Seen[] => retrace(world, rows, parents, at);
  const good = new Numbers();
  for (; from < rows.count; from += 1) {
    rows.read(from, sWords);
    const problem = broken(s, watched);
    if (problem !== undefined) return { states: rows.count, edges, problem, way: wayTo(from), stuck: 0 };
    good.push(isAtRest(s) ? 1 : 0);
    calmFrom.push(calmTo.count);
    follow(turn, s);
  }
  calmFrom.push(calmTo.count);
  const [stuck, first] = restless(rows.count, good, calmFrom, calmTo);
  if (stuck === 0) return { states: rows.count, edges, stuck };
  return { states: rows.count, edges, problem: 'it can never come to rest', way: wayTo(first), stuck };
}

/** How many states no calm way leads out of to rest, and the first of them. */
function restless(count: number, good: Numbers, calmFrom: Numbers, calmTo: Numbers): readonly [number, number] {
  const rests = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) rests[at] = good.at(at);
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = count - 1; at >= 0; at -= 1) {
      if (rests[at]) continue;
      const end = calmFrom.at(at + 1);
      for (let edge = calmFrom.at(at); edge < end; edge += 1) {
        if (!rests[calmTo.at(edge)]) continue;
        rests[at] = 1;
        changed = true;
        break;
      }
    }
  }
  let stuck = 0;
  for (const does of rests) if (!does) stuck += 1;
  return [stuck, rests.indexOf(0)];
}

/** The steps that led to a state, found again from its parents. */
function retrace(world: World, rows: Rows, parents: Numbers, end: number): readonly Seen[] {
  const numbers: number[] = [];
  for (let at = end; at >= 0; at = parents.at(at)) numbers.unshift(at);
  return numbers.slice(1).map((number, at) => {
    const [from, wanted] = [newRow(), newRow()];
    rows.read(numbers[at] ?? 0, wordsOf(from));
    rows.read(number, wordsOf(wanted));
    let seen: Seen | undefined;
    const turn = new Turn(world, lifeTable, (to, step) => {
      if (seen !== undefined) return;
      arrange(to);
      if (to.every((value, place) => value === wanted[place as 0])) seen = { step: { ...step }, row: wanted };
    });
    follow(turn, from);
    if (seen === undefined) throw new Error('a step of the way is gone');
    return seen;
  });
}
