/** Runs of the simulation are paths of the model: what their jobs become, and what partners and the provider then have. */
import { Paths } from '../support/model/against/paths.ts';
import { type Watch, watchJobs } from '../support/model/against/watch-jobs.ts';
import { plain } from '../support/model/world.ts';
import { times } from '../support/proofs.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { plantedBugs } from '../support/simulation/planted-bugs.ts';

const seeds = Number(process.env.SEEDS ?? times(200, 60, 'seeds of traces'));

/** One fault and one cancellation between any two sights. */
const world = { ...plain, hidesOrders: true, refusesRepeats: true, refusesRefunds: true };
const paths = new Paths(world);

/** The first job of a run that is no path, in words. `seen` collects the different histories. */
async function strayIn(seed: number, plant: Plant, seen = new Set<string>()): Promise<string | undefined> {
  const watches: Watch[] = [];
  await chaos(seed, (deps) => {
    const watch = watchJobs(deps);
    watches.push(watch);
    return plant(watch.deps);
  }).catch(() => undefined);
  for (const watch of watches)
    for (const { sights, isElsewhere, page } of watch.jobs().values()) {
      if (isElsewhere) continue;
      seen.add(sights.join());
      const problem = paths.strayOf(sights, page);
      if (problem !== undefined) return `seed ${seed}: ${problem}`;
    }
  return undefined;
}

test(`the jobs of ${seeds} runs live as the model does, and come to rest`, async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= seeds; seed += 1) expect(await strayIn(seed, (deps) => deps, seen)).toBeUndefined();
  expect(seen.size).toBeGreaterThan(Math.min(seeds / 10, 40));
}, 600_000);

/** The bugs that one job's life shows. The others need two jobs, or a document's bytes. */
const shown = [
  'a partner key that changes with each attempt',
  'writes without a condition',
  'a cancellation that does not ask who was first',
  'a claim that does not ask who was first',
  'no reconcile',
  'a refund that is said but not made',
  'a payment that is only heard of through its event',
  'a payment that is ignored because it came after the cancellation',
  'a recall that is believed without an answer',
];

test.each(shown)(
  'a run of a service with this bug is no path: %s',
  async (bug) => {
    const plant = plantedBugs[bug];
    if (plant === undefined) throw new Error(`${bug} is not planted`);
    let found: string | undefined;
    for (let seed = 1; seed <= 400 && found === undefined; seed += 1) found = await strayIn(seed, plant);
    expect(found).toMatch(/^seed \d+: /);
  },
  120_000,
);
