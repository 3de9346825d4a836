/** Runs contestants in turn, round after round, so that a busy machine slows all of them alike. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Contestant {
  /** One try; answers its own milliseconds if the clock on the wall is not what counts. */
  run(): Promise<number | undefined>;
}

/** Before each try, so that what a contestant still does after its answer is not held against the next one. */
const restMs = 100;

/** The median milliseconds of each contestant. The first round warms up and does not count, unless it is the only one. */
export async function compare<Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  rounds: number,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(contestants) as Name[];
  const tries = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const contestant = contestants[name];
      await sleep(restMs);
      const ms = await timed(contestant);
      if (round > 0) tries.get(name)?.push(ms);
    }
  }
  return Object.fromEntries([...tries].map(([name, ms]) => [name, median(ms)])) as Record<Name, number>;
}

async function timed(contestant: Contestant): Promise<number> {
  const startedAt = performance.now();
  const own = await contestant.run();
  return own ?? performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
