/** Searches a world for a state that breaks a promise, or from which the job can't come to an end. */
import {
  awaiting,
  bank,
  fulfilled,
  hasEnded,
  needsReview,
  never,
  pageCode,
  paid,
  recalling,
  refundCode,
  submitting,
} from './life.ts';
import {
  activeOrders,
  addOperatorSteps,
  addPartnerSteps,
  addProviderSteps,
  addRestartSteps,
  addTimeSteps,
  verdict,
} from './outside.ts';
import { F, Numbers, newRow, processSize, type Row, Rows, wordsOf, workers } from './rows.ts';
import { type Step, Turn } from './turn.ts';
import { addProcessSteps } from './workers.ts';
import type { World } from './world.ts';

type Rule = (s: Row) => boolean;

const isPaidFor: Rule = (s) => s[F.page] === pageCode.paid;

/** The service may still send the job to the partner. */
const isProceeding: Rule = (s) => (s[F.state] === paid || s[F.state] === submitting) && !s[F.known];

/** Each is true in states that break a promise. */
const rules: Readonly<Record<string, Rule>> = {
  'the order is made before it is paid': (s) => s[F.orders] > 0 && !isPaidFor(s),
  'the order is sent twice': (s) => activeOrders(s) > 1,
  'the order is sent and refunded': (s) => activeOrders(s) > 0 && s[F.refunds] > 0,
  'the order is refunded twice': (s) => s[F.refunds] > 1,
  'an unpaid order is refunded': (s) => s[F.refunds] > 0 && !isPaidFor(s) && s[F.page] !== pageCode.wrong,
  'the job continues unpaid': (s) =>
    s[F.state] !== awaiting && !hasEnded(s[F.state]) && !(s[F.payment] && isPaidFor(s)),
  'work is owed, but nothing is due': (s) =>
    s[F.due] === never && s[F.state] !== fulfilled && !(hasEnded(s[F.state]) && s[F.refund] !== refundCode.pending),
  'the job says refunded, but no refund was made': (s) => s[F.refund] === refundCode.issued && s[F.refunds] === 0,
  'the job says refunded after the refund failed': (s) => s[F.refund] === refundCode.issued && s[F.bankFailed] === 1,
  'a fraud warning is accepted and forgotten': (s) => s[F.fraud] === 2 && !s[F.warned],
  'the job continues despite a fraud warning': (s) => isProceeding(s) && s[F.warned] === 1 && !s[F.resubmitted],
  'the job continues while the bank holds the money': (s) =>
    isProceeding(s) && s[F.bank] === bank.disputed && !s[F.bankNews] && !s[F.resubmitted],
  'the job continues after a person stopped it': (s) => isProceeding(s) && s[F.held] === 1,
};

/** Invariants on which the promises depend: a state that breaks only one of these does no harm yet. */
const invariants: Readonly<Record<string, Rule>> = {
  'the job says that no partner has the order, but one may': (s) =>
    s[F.state] === paid &&
    !s[F.known] &&
    !s[F.maybe] &&
    // A partner that refused will also refuse a late call.
    (activeOrders(s) > 0 || (s[F.late] > 0 && s[F.verdict] !== verdict.no)),
};

const promises = Object.entries(rules);
const promisesAndInvariants = [...promises, ...Object.entries(invariants)];

/** The first rule that the state breaks. With `harm`, only the promises are checked. */
const brokenRule = (s: Row, watched: 'all' | 'harm'): string | undefined =>
  (watched === 'all' ? promisesAndInvariants : promises).find(([, breaks]) => breaks(s))?.[0];

/** True if nothing is left to do, or a person was alerted. */
function isAtRest(s: Row): boolean {
  if (s[F.page] === pageCode.open) return false;
  if (s[F.page] === pageCode.closed) return hasEnded(s[F.state]) && s[F.refund] === refundCode.none;
  if (s[F.state] === needsReview || (s[F.state] === recalling && s[F.undecided])) return true;
  if (s[F.state] === fulfilled) return activeOrders(s) === 1 && s[F.stage] === 1;
  const isRefundOver = s[F.refund] === refundCode.issued || s[F.refund] === refundCode.support;
  return hasEnded(s[F.state]) && isRefundOver && activeOrders(s) === 0;
}

/** The first state: the payment page is open. */
function initialState({ faults, cancels, acts }: World): Row {
  const s = newRow();
  s[F.due] = 1;
  s[F.faults] = faults;
  s[F.cancels] = cancels;
  s[F.acts] = acts;
  return s;
}

function addNextSteps(turn: Turn, s: Row): void {
  turn.from = s;
  addProviderSteps(turn);
  addPartnerSteps(turn);
  addTimeSteps(turn);
  addRestartSteps(turn);
  addOperatorSteps(turn);
  addProcessSteps(turn);
}

interface Found {
  readonly states: number;
  readonly edges: number;
  /** The broken promise, and the shortest path to it. */
  readonly problem?: string;
  readonly path?: readonly Step[];
  /** The number of states from which no calm path leads to rest. */
  readonly stuck: number;
}

/** The workers are interchangeable. To count equal states once, the worker with the larger values comes first. */
function sortWorkers(s: Row): void {
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

/** Searches a whole world, up to the first broken promise. */
export function search(world: World, watched: 'all' | 'harm' = 'all'): Found {
  const rows = new Rows();
  const parents = new Numbers();
  const calmTo = new Numbers();
  const calmFrom = new Numbers();
  let edges = 0;
  let from = 0;
  const s = newRow();
  const sWords = wordsOf(s);
  let toWords: Uint32Array | undefined;
  const turn = new Turn(world, (to, step) => {
    toWords ??= wordsOf(to);
    edges += 1;
    sortWorkers(to);
    const before = rows.count;
    const number = rows.add(toWords);
    if (number === before) parents.push(from);
    if (step.isCalm && number !== from) calmTo.push(number);
  });
  rows.add(wordsOf(initialState(world)));
  parents.push(-1);
  const pathTo = (at: number): readonly Step[] => retrace(world, rows, parents, at);
  const good = new Numbers();
  for (; from < rows.count; from += 1) {
    rows.read(from, sWords);
    const problem = brokenRule(s, watched);
    if (problem !== undefined) return { states: rows.count, edges, problem, path: pathTo(from), stuck: 0 };
    good.push(isAtRest(s) ? 1 : 0);
    calmFrom.push(calmTo.count);
    addNextSteps(turn, s);
  }
  calmFrom.push(calmTo.count);
  const [stuck, first] = findStuck(rows.count, good, calmFrom, calmTo);
  if (stuck === 0) return { states: rows.count, edges, stuck };
  return { states: rows.count, edges, problem: 'the job is stuck', path: pathTo(first), stuck };
}

/** The number of states from which no calm path leads to rest, and the first of them. */
function findStuck(count: number, good: Numbers, calmFrom: Numbers, calmTo: Numbers): readonly [number, number] {
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
  for (const canRest of rests) if (!canRest) stuck += 1;
  return [stuck, rests.indexOf(0)];
}

/** The steps that led to a state, reconstructed from its parents. */
function retrace(world: World, rows: Rows, parents: Numbers, end: number): readonly Step[] {
  const numbers: number[] = [];
  for (let at = end; at >= 0; at = parents.at(at)) numbers.unshift(at);
  return numbers.slice(1).map((number, at) => {
    const [from, target] = [newRow(), newRow()];
    rows.read(numbers[at] ?? 0, wordsOf(from));
    rows.read(number, wordsOf(target));
    let seen: Step | undefined;
    const turn = new Turn(world, (to, step) => {
      if (seen !== undefined) return;
      sortWorkers(to);
      if (to.every((value, place) => value === target.at(place))) seen = { ...step };
    });
    addNextSteps(turn, from);
    if (seen === undefined) throw new Error('a step cannot be reconstructed');
    return seen;
  });
}

const actors = ['worker 1', 'worker 2', 'the client'];

/** A sentence for each step. The two workers may be swapped from one step to the next. */
export function storyOf({ problem = '', path = [] }: Pick<Found, 'problem' | 'path'>): readonly string[] {
  const lines = path.map(({ label, by, fact, counted }) => {
    const isRefused = fact !== undefined && !counted;
    return `${actors[by] ?? ''} ${label}${isRefused ? ', which does not count' : ''}`.trim();
  });
  return [...lines, problem];
}
