/**
 * The model against the service: every fact that any process of the model tries to write is applied by the service's own
 * `apply`, and both must agree whether it counts, and what becomes of the item. And `apply` in place of the model's table.
 */
import { apply } from '../../../shared/core/apply.ts';
import type { FactKind, State } from '../../../shared/core/job.ts';
import { factOf, itemOf, jobOf, kindOf, now } from './concrete.ts';
import { F, newRow, processes, type Row, states } from './fields.ts';
import { search } from './search.ts';
import type { FactName, Table } from './table.ts';
import type { Step } from './turn.ts';
import type { World } from './world.ts';

type Member = keyof typeof F;
const members = Object.keys(itemOf(jobOf(newRow()), newRow())) as Member[];

/** The item, and what the process that writes knows of its claim and round: equal keys are equal questions. */
function questionOf(s: Row, to: Row, { fact, isLate, by, counted }: Step): string {
  const p = processes[by];
  let key = `${fact} ${isLate} ${counted} ${p === undefined ? 0 : s[p.earlier]} ${s[F.page]} ${to[F.due]} ${to[F.lastOld]}`;
  for (const member of members) key += String.fromCharCode(48 + s[F[member]]);
  return key;
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

export interface Compared {
  /** The number of different questions that were asked of both. */
  readonly questions: number;
  /** `state fact`, for each cell that counted. */
  readonly cells: ReadonlySet<string>;
  readonly differences: readonly string[];
}

export function compare(worlds: Iterable<World>): Compared {
  const asked = new Set<string>();
  const cells = new Set<string>();
  const differences = new Set<string>();
  for (const world of worlds)
    search(world, {
      onEdge(from, to, step) {
        const { fact, counted } = step;
        if (fact === undefined) return;
        const question = questionOf(from, to, step);
        if (asked.has(question)) return;
        asked.add(question);
        if (counted) cells.add(`${states[from[F.state]]} ${kindOf(fact)}`);
        const difference = differenceOf(from, to, step, fact);
        if (difference !== undefined) differences.add(difference);
      },
    });
  return { questions: asked.size, cells, differences: [...differences] };
}

/** The service's own `apply`, as a table of the model. */
export function serviceTable(): Table {
  const known = new Map<string, Readonly<Partial<Record<Member, number>>> | undefined>();
  return (s, fact, due) => {
    const to = newRow();
    to.set(s);
    to[F.due] = due;
    to[F.lastOld] = 0;
    const step: Step = { by: -1, label: '', isCalm: true, fact, counted: true, isLate: false };
    const question = questionOf(s, to, step);
    if (!known.has(question)) {
      const after = apply(jobOf(s), factOf(fact, s, to, step), now);
      known.set(question, after === undefined ? undefined : itemOf(after, s));
    }
    const item = known.get(question);
    if (item === undefined) return false;
    for (const member of members) s[F[member]] = item[member] ?? 0;
    return true;
  };
}

export type Cell = `${State} ${FactKind}`;
