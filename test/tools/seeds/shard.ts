/** One process of `run.ts`: runs its seeds, and tells its parent the figures of each part. */
import { figuresOf } from '../../support/simulation/figures.ts';

/** Figures as they travel between processes. */
export interface Told {
  seeds: number;
  jobs: number;
  readonly histories: readonly string[];
  readonly pairs: readonly (readonly [pair: string, runs: number])[];
  readonly lived: readonly (readonly [world: string, runs: number])[];
  readonly broken: string[];
}

const [first = 1, count = 0] = process.argv.slice(2).map(Number);
const part = 5_000;
const known = new Set<string>();

for (let seed = first; seed < first + count; seed += part) {
  const { histories, pairs, lived, ...figures } = await figuresOf(seed, Math.min(part, first + count - seed));
  const fresh = [...histories].filter((history) => !known.has(history));
  for (const history of fresh) known.add(history);
  const told: Told = {
    ...{ seeds: figures.seeds, jobs: figures.jobs, broken: [...figures.broken] },
    ...{ histories: fresh, pairs: [...pairs], lived: [...lived] },
  };
  await new Promise((resolve) => process.send?.(told, resolve));
}
process.disconnect?.();
