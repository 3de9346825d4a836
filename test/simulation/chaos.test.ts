/** Seeded runs of the real use cases, in worlds with all kinds of faults. Planted bugs test the checker. */
import { sample, times } from '../support/sampling.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { bugsByRareFault, plantedBugs } from '../support/simulation/planted-bugs.ts';
import type { World } from '../support/simulation/worlds/world.ts';
import { rareFaults, worldOf, worlds, worldsOf } from '../support/simulation/worlds/worlds.ts';

// The rarest planted bug takes 391 seeds. A full test has four times as many.
const seedsOfFullTest = 1_600;
const seeds = Number(process.env.SEEDS ?? times(seedsOfFullTest, 240, 'seeds of chaos'));
const firstSeed = Number(process.env.FIRST_SEED ?? 1);

test(`no promise is broken in ${seeds} runs, in any world, and jobs reach every state`, async () => {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const names = worldsOf(seed);
    const { broken, visited, end } = await chaos(seed, undefined, worldOf(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}, ${names.join(' + ')}`, { cause: error });
    });
    if (broken.length > 0) throw new Error(`seed ${seed}, ${names.join(' + ')}: ${broken.join('; ')}`);
    for (const name of [...visited, ...names, `ends ${end}`]) count(name);
  }
  const states = ['paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'needs_review'];
  const ends = ['ends fulfilled', 'ends cancelled', 'ends failed'];
  const rareStates = [...states, ...ends].filter((name) => (counts.get(name) ?? 0) < seeds / 100);
  expect(rareStates).toEqual([]);
  // In a full test, each world is used in at least one of 50 runs, alone or combined with others.
  const rareWorlds = Object.keys(worlds).filter((name) => (counts.get(name) ?? 0) < seeds / 50);
  if (seeds >= seedsOfFullTest) expect(rareWorlds).toEqual([]);
}, 1_800_000);

/** The first seed, up to `maxSeed`, whose run breaks a promise or throws. */
async function firstBrokenSeed(maxSeed: number, plant: Plant | undefined, world?: World): Promise<number | undefined> {
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
    expect(await firstBrokenSeed(1_000, plant, world)).toBeDefined();
  },
  // Some bugs show in only one of hundreds of runs, which takes a while on a busy machine.
  600_000,
);

test('every rare fault has a planted bug', () => {
  expect(Object.keys(bugsByRareFault).sort()).toEqual(Object.keys(rareFaults).sort());
});
