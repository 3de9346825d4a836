/**
 * The model against the service: every fact that any process of the model tries to write is applied by the service's own
 * `apply`, and both must agree whether it counts, and what becomes of the item.
 */

import { apply } from '../../../../shared/domain/job/apply.ts';
import { F, newRow, processes, type Row } from '../fields.ts';
import type { FactName } from '../life/facts.ts';
import { states } from '../life/fields.ts';
import { Rows, wordsOf } from '../rows.ts';
import type { Step } from '../turn.ts';
import { factOf, itemOf, jobOf, kindOf, now } from './concrete.ts';

type Member = keyof typeof F;
const members = Object.keys(itemOf(jobOf(newRow()), newRow())) as Member[];

const places = members.map((member) => F[member]);
const question = newRow();
const asWords = wordsOf(question);
const factNumbers = new Map<FactName | undefined, number>();

/** The item, and what the process that writes knows of its claim and round: equal rows are equal questions. */
function questionOf(s: Row, to: Row, { fact, isLate, by, counted }: Step): Uint32Array {
  const p = processes[by];
  if (!factNumbers.has(fact)) factNumbers.set(fact, factNumbers.size);
  for (const place of places) question[place] = s[place];
  question[F.page] = s[F.page];
  question[F.message] = factNumbers.get(fact) ?? 0;
  question[F.pending] = (isLate ? 1 : 0) + (counted ? 2 : 0) + (p === undefined ? 0 : 4 * s[p.earlier]);
  question[F.faults] = to[F.due];
  question[F.cancels] = to[F.lastOld];
  return asWords;
}

const told = (item: Readonly<Partial<Record<Member, number>>> | undefined): string =>
  item === undefined ? 'refused' : members.map((member) => `${member} ${item[member]}`).join(', ');

function differenceOf(s: Row, to: Row, step: Step, fact: FactName): string | undefined {
  const after = apply(jobOf(s), factOf(fact, s, to, step), now);
  const theirs = after === undefined ? undefined : itemOf(after, s);
  const isHeldAgain = (member: Member) => member === 'held' && to[F.held] === 3;
  const ours = step.counted
    ? Object.fromEntries(members.map((member) => [member, isHeldAgain(member) ? 1 : to[F[member]]]))
    : undefined;
  if (told(theirs) === told(ours)) return undefined;
  const differing = members.filter((member) => theirs?.[member] !== ours?.[member]);
  const each = (item: Readonly<Record<string, number | undefined>> | undefined) =>
    item === undefined ? 'refused' : differing.map((member) => `${member} ${item[member]}`).join(', ');
  return `${states[s[F.state]]} + ${fact}: the model says ${each(ours)}; the service says ${each(theirs)}`;
}

/** Asks both about every fact of the searches whose steps it is shown. */
export class Comparison {
  /** `state fact`, for each cell that counted. */
  readonly cells = new Set<string>();
  readonly differences = new Set<string>();
  private readonly asked = new Rows();

  /** The number of different questions. */
  get questions(): number {
    return this.asked.count;
  }

  readonly onEdge = (from: Row, to: Row, step: Step): void => {
    const { fact, counted } = step;
    if (fact === undefined) return;
    const before = this.asked.count;
    if (this.asked.add(questionOf(from, to, step)) < before) return;
    if (counted) this.cells.add(`${states[from[F.state]]} ${kindOf(fact, from)}`);
    const difference = differenceOf(from, to, step, fact);
    if (difference !== undefined) this.differences.add(difference);
  };
}
