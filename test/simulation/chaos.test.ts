/** Thousands of seeded runs over the real use cases, with everything going wrong that can, and a checker that can fail. */
import type { State } from '../../shared/core/job.ts';
import { sample, times } from '../support/proofs.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { plantedBugs } from '../support/simulation/planted-bugs.ts';

const seeds = Number(process.env.SEEDS ?? times(20_000, 120, 'seeds of chaos'));
const first = Number(process.env.FIRST_SEED ?? 1);

test(`no promise is broken in ${seeds} runs, and every race is won by both sides`, async () => {
  const visits = new Map<State, number>();
  const ends = new Map<State, number>();
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { broken, visited, end } = await chaos(seed);
    if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')}`);
    for (const state of visited) visits.set(state, (visits.get(state) ?? 0) + 1);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const atLeast = seeds / 100;
  for (const state of ['paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'parked'] as const)
    expect({ state, enough: (visits.get(state) ?? 0) >= atLeast }).toEqual({ state, enough: true });
  for (const state of ['fulfilled', 'cancelled', 'failed'] as const)
    expect({ state, enough: (ends.get(state) ?? 0) >= atLeast }).toEqual({ state, enough: true });
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
