/** Says for every job of an exported log whether its history is a path of the table of a job's life. */
import { anyJob, follow, type NextItems, newJob } from './history.ts';
import { type LoggedLine, readLog } from './read-log.ts';

/** The job that leaves the table, and where. */
export interface Strayed {
  readonly order: string;
  readonly line: number;
  readonly fact: string;
  readonly state: string;
  /** The state before; `undefined`: the log begins with this line. */
  readonly from: string | undefined;
}

export interface Conformed {
  readonly jobs: number;
  readonly facts: number;
  /** Jobs whose beginning the log does not have: they are followed from wherever they may have been. */
  readonly cutOff: number;
  readonly unreadable: readonly number[];
  readonly strayed: readonly Strayed[];
}

/** Two functions may log in another order than that of their writes. No line is later than its write by more. */
const lateByMs = 2_000;

/** So many lines of one job are tried in another order. */
const mostSwaps = 2;

/** How far a job's lines go along the table in the best of their orders, and the line at which none goes on. */
function wayOf(start: NextItems, told: readonly LoggedLine[]): LoggedLine | undefined {
  let furthest = -1;
  let stopped: LoggedLine | undefined;
  const goOn = (next: NextItems, rest: readonly LoggedLine[], swaps: number): boolean => {
    const gone = told.length - rest.length;
    const [first] = rest;
    if (first === undefined) return true;
    if (gone > furthest) {
      furthest = gone;
      stopped = first;
    }
    const near = rest.filter(({ at }) => at - first.at <= lateByMs).slice(0, swaps === 0 ? 1 : 3);
    return near.some((line) => {
      const possible = next(line);
      const others = rest.filter((other) => other !== line);
      const after: NextItems = (later) => follow(possible, later);
      return possible.length > 0 && goOn(after, others, line === first ? swaps : swaps - 1);
    });
  };
  return goOn(start, told, mostSwaps) ? undefined : stopped;
}

const beginnings = new Set(['checkout_opened']);

export function conform(text: string): Conformed {
  const { facts, unreadable } = readLog(text);
  const byOrder = Map.groupBy(
    facts.toSorted((one, other) => one.at - other.at),
    ({ order }) => order,
  );
  let any: NextItems | undefined;
  let cutOff = 0;
  const strayed: Strayed[] = [];
  for (const [order, told] of byOrder) {
    const isWhole = told[0] !== undefined && beginnings.has(told[0].fact);
    if (!isWhole) cutOff += 1;
    const hasLeft = wayOf(newJob, told);
    if (hasLeft === undefined) continue;
    if (!isWhole) any ??= anyJob();
    const stopped = isWhole || any === undefined ? hasLeft : wayOf(any, told);
    if (stopped === undefined) continue;
    const { line, fact, state } = stopped;
    strayed.push({ order, line, fact, state, from: told[told.indexOf(stopped) - 1]?.state });
  }
  return { jobs: byOrder.size, facts: facts.length, cutOff, unreadable, strayed };
}
