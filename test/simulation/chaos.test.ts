/** Thousands of seeded runs over the real use cases, in worlds where everything goes wrong that can, and a checker that can fail. */
import { sample, times } from '../support/proofs.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { plantedBugs } from '../support/simulation/planted-bugs.ts';
import { worldOf, worlds, worldsOf } from '../support/simulation/worlds/worlds.ts';

const seeds = Number(process.env.SEEDS ?? times(10_000, 240, 'seeds of chaos'));
const first = Number(process.env.FIRST_SEED ?? 1);

test(`no promise is broken in ${seeds} runs, in every world, and jobs come to every state`, async () => {
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
  if (seeds >= 10_000) expect([...counts.keys()]).toEqual(expect.arrayContaining(Object.keys(worlds)));
}, 1_800_000);

/** The first seed, up to `most`, whose run breaks a promise or an answer. */
async function firstFound(plant: Plant, most: number): Promise<number | undefined> {
  for (let seed = 1; seed <= most; seed += 1) {
    const broken = await chaos(seed, plant).then(
      (run) => run.broken.length > 0,
      () => true,
    );
    if (broken) return seed;
  }
  return undefined;
}

test.each(sample(Object.entries(plantedBugs), 3))(
  'the checker finds %s within 1,000 runs',
  async (_name, plant) => {
    expect(await firstFound(plant, 1_000)).toBeDefined();
  },
  // Some bugs show in one run of hundreds only, and a busy machine takes long for those.
  600_000,
);
