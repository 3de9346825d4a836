/** Rare faults, each on top of the usual ones: no promise is broken, and a planted bug of each kind is found. */
import { sample, times } from '../support/proofs.ts';
import { chaos } from '../support/simulation/chaos.ts';
import { rarelyPlantedBugs } from '../support/simulation/planted-bugs.ts';
import { rareFaults } from '../support/simulation/rare-faults.ts';

const seeds = Number(process.env.SEEDS ?? times(200, 20, 'seeds of rare faults'));
const first = Number(process.env.FIRST_SEED ?? 1);

test.each(Object.entries(rareFaults))(
  'no promise is broken by %s',
  async (name, fault) => {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const { broken } = await chaos(seed, undefined, fault);
      if (broken.length > 0) throw new Error(`${name}, seed ${seed}: ${broken.join('; ')}`);
    }
  },
  1_800_000,
);

const bugs = Object.entries(rarelyPlantedBugs).map(([name, [bug, plant]]) => ({ name, bug, plant }));

test('every rare fault has a planted bug', () => {
  expect(bugs.map(({ name }) => name).sort()).toEqual(Object.keys(rareFaults).sort());
});

test.each(sample(bugs, 2))(
  'with $name the checker finds $bug within 1,000 runs',
  async ({ name, plant }) => {
    const isBroken = (seed: number) =>
      chaos(seed, plant, rareFaults[name]).then(
        ({ broken }) => broken.length > 0,
        () => true,
      );
    let found: number | undefined;
    for (let seed = 1; found === undefined && seed <= 1_000; seed += 1) if (await isBroken(seed)) found = seed;
    expect(found).toBeDefined();
  },
  600_000,
);
