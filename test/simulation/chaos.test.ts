/** Thousands of seeded runs of the real use cases, in worlds with all kinds of faults. Planted bugs test the checker. */
import { sample, times } from '../support/sampling.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { bugsByRareFault, plantedBugs } from '../support/simulation/planted-bugs.ts';
import type { World } from '../support/simulation/worlds/world.ts';
import { rareFaults, worldOf, worlds, worldsOf } from '../support/simulation/worlds/worlds.ts';

// Six times as many as it takes to find the rarest planted bug, which is 391.
const seeds = Number(process.env.SEEDS ?? times(2_400, 240, 'seeds of chaos'));
const first = Number(process.env.FIRST_SEED ?? 1);

test(`no promise is broken in ${seeds} runs, in any world, and jobs reach every state`, async () => {
  const counts = new Map<string, number>();
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (let seed = first; seed < first + seeds; seed += 1) {
    const names = worldsOf(seed);
    const { broken, visited, end } = await chaos(seed, undefined, worldOf(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}, ${names.join(' + ')}`, { cause: error });
    });
    if (broken.length > 0) throw new Error(`seed ${seed}, ${names.join(' + ')}: ${broken.join('; ')}`);
    for (const met of [...visited, ...names, `ends ${end}`]) add(met);
  }
  const states = ['paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'needs_review'];
  const ends = ['ends fulfilled', 'ends cancelled', 'ends failed'];
  for (const state of [...states, ...ends])
    expect({ state, enough: (counts.get(state) ?? 0) >= seeds / 100 }).toEqual({ state, enough: true });
  // Each world is used in hundreds of runs, alone and combined with others.
  const few = Object.keys(worlds).filter((name) => (counts.get(name) ?? 0) < seeds / 50);
  if (seeds >= 2_400) expect(few).toEqual([]);
}, 1_800_000);

/** The first seed, up to `maxSeed`, whose run breaks a promise or throws. */
async function firstFound(maxSeed: number, plant: Plant | undefined, world?: World): Promise<number | undefined> {
  for (let seed = 1; seed <= maxSeed; seed += 1) {
    const isBroken = await chaos(seed, plant, world).then(
      (run) => run.broken.length > 0,
      () => true,
    );
    if (isBroken) return seed;
  }
  return undefined;
}

const bugs = [
  ...Object.entries(plantedBugs).map(([bug, plant]) => ({ bug, plant, world: undefined })),
  ...Object.entries(bugsByRareFault).map(([name, [bug, plant]]) => ({ bug, plant, world: rareFaults[name] })),
];

test.each(sample(bugs, 4))(
  'the checker finds $bug within 1,000 runs',
  async ({ plant, world }) => {
    expect(await firstFound(1_000, plant, world)).toBeDefined();
  },
  // Some bugs show in only one of hundreds of runs, which takes a while on a busy machine.
  600_000,
);

test('every rare fault has a planted bug', () => {
  expect(Object.keys(bugsByRareFault).sort()).toEqual(Object.keys(rareFaults).sort());
});
