/** The life of a job as a Markdown table, drawn from the table in `shared/core/job/transitions.ts` that decides it. */

import { owed } from '../../shared/core/job/duties.ts';
import type { FactKind } from '../../shared/core/job/fact.ts';
import { initialLifecycle, type Lifecycle, publicStatus, type State } from '../../shared/core/job/lifecycle.ts';
import { transitions } from '../../shared/core/job/transitions.ts';

type Cell = NonNullable<(typeof transitions)[State][FactKind]>;

const states = Object.keys(transitions) as State[];
const code = (word: string): string => `\`${word}\``;

function next(state: State, { to, refund }: Cell): string {
  const place = to === state ? 'stays' : code(to);
  return refund === undefined ? place : `${place}, refund ${code(refund)}`;
}

/** A state, with the facts that count in it gathered by what they lead to. */
function rowsOf(state: State): string[] {
  const cells = Object.entries(transitions[state]) as [FactKind, Cell][];
  const job: Lifecycle = { ...initialLifecycle(0), state, refund: 'pending', dueAt: 0 };
  const head = [code(state), code(publicStatus(job)), code(owed(job, 0) ?? '')];
  const byNext = Object.entries(Object.groupBy(cells, ([, cell]) => next(state, cell)));
  return byNext.map(([leadsTo, group = []], at) => {
    const facts = group.map(([fact]) => code(fact)).join(', ');
    return `| ${[...(at === 0 ? head : ['', '', '']), facts, leadsTo].join(' | ')} |`;
  });
}

const lifeTable = (): string =>
  ['| State | Callers read | Owed | Fact | Next state |', '|---|---|---|---|---|', ...states.flatMap(rowsOf)].join(
    '\n',
  );

const marked = /(<!-- table of transitions[^\n]*-->\n)[\s\S]*?(<!-- end of table of transitions -->)/;

/** The text with the table of this day between its two markers. */
export function withLifeTable(text: string): string {
  if (!marked.test(text)) throw new Error('the text has no markers for the table of transitions');
  return text.replace(marked, (_, begin: string, end: string) => `${begin}\n${lifeTable()}\n\n${end}`);
}
