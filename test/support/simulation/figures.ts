/** Many seeds, each in the worlds of its own, and what they add up to. */
import type { State } from '../../../shared/core/job/lifecycle.ts';
import { chaos } from './chaos.ts';
import { worldOf, worldsOf } from './worlds/worlds.ts';

export interface Figures {
  readonly seeds: number;
  /** Whole known lives of jobs, in facts and states. */
  readonly jobs: number;
  readonly histories: ReadonlySet<string>;
  /** How many runs have met a pair of a state and a fact, `paid claimed`. */
  readonly pairs: ReadonlyMap<string, number>;
  readonly visits: ReadonlyMap<State, number>;
  readonly ends: ReadonlyMap<State, number>;
  /** How many runs lived in each world. */
  readonly lived: ReadonlyMap<string, number>;
  /** The broken promises, by seeds. */
  readonly broken: readonly string[];
}

const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** `isOver` is asked after each run. A run that throws got an answer that nobody should get. */
export async function figuresOf(
  first: number,
  seeds: number,
  isOver = (_: readonly string[]) => false,
): Promise<Figures> {
  const [histories, broken] = [new Set<string>(), [] as string[]];
  const [pairs, lived] = [new Map<string, number>(), new Map<string, number>()];
  const [visits, ends] = [new Map<State, number>(), new Map<State, number>()];
  let [jobs, seed] = [0, first];
  for (; seed < first + seeds && !isOver(broken); seed += 1) {
    const names = worldsOf(seed);
    const tell = (what: readonly string[]) => broken.push(`seed ${seed}, ${names.join(' + ')}: ${what.join('; ')}`);
    try {
      const run = await chaos(seed, undefined, worldOf(seed));
      for (const name of names.length === 0 ? ['no world'] : names) add(lived, name);
      for (const history of run.histories) histories.add(history);
      for (const pair of run.pairs) add(pairs, pair);
      for (const state of run.visited) add(visits, state);
      add(ends, run.end);
      jobs += run.histories.length;
      if (run.broken.length > 0) tell(run.broken);
    } catch (error) {
      tell([`${error}`]);
    }
  }
  return { seeds: seed - first, jobs, histories, pairs, visits, ends, lived, broken };
}
