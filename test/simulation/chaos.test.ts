/** Thousands of seeded runs over the real use cases, in worlds where everything goes wrong that can, and a checker that can fail. */
import { transitions } from '../../shared/core/job/transitions.ts';
import { sample, times } from '../support/proofs.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { figuresOf } from '../support/simulation/figures.ts';
import { plantedBugs } from '../support/simulation/planted-bugs.ts';
import { rarelyMet, unreachable } from '../support/simulation/unreachable.ts';
import { worlds } from '../support/simulation/worlds/worlds.ts';

const seeds = Number(process.env.SEEDS ?? times(20_000, 240, 'seeds of chaos'));
const first = Number(process.env.FIRST_SEED ?? 1);

/** Few seeds meet little of what is rare. */
const isLong = seeds >= 10_000;

test(`no promise is broken in ${seeds} runs, and every race is won by both sides`, async () => {
  const { broken, visits, ends, histories, pairs, lived } = await figuresOf(first, seeds, (found) => found.length > 0);
  expect(broken).toEqual([]);
  const atLeast = seeds / 100;
  for (const state of ['paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'parked'] as const)
    expect({ state, enough: (visits.get(state) ?? 0) >= atLeast }).toEqual({ state, enough: true });
  for (const state of ['fulfilled', 'cancelled', 'failed'] as const)
    expect({ state, enough: (ends.get(state) ?? 0) >= atLeast }).toEqual({ state, enough: true });
  // A world that repeats itself proves little: 300 different lives in 20,000 seeds, and of fewer seeds their share.
  expect(histories.size).toBeGreaterThanOrEqual(Math.min(300, seeds / 67));
  if (isLong) expect([...lived.keys()].sort()).toEqual([...Object.keys(worlds), 'no world'].sort());
  if (isLong) expectAllMet(new Set(pairs.keys()));
}, 1_800_000);

/** Each cell of the table of transitions was met, or its absence has a reason. A reason for what was met is wrong. */
function expectAllMet(met: ReadonlySet<string>): void {
  const cells = Object.entries(transitions).flatMap(([state, facts]) =>
    Object.keys(facts).map((fact) => `${state} ${fact}`),
  );
  expect(cells.filter((cell) => !met.has(cell) && !(cell in unreachable) && !(cell in rarelyMet))).toEqual([]);
  expect(Object.keys(unreachable).filter((cell) => met.has(cell) || !cells.includes(cell))).toEqual([]);
  expect(Object.keys(rarelyMet).filter((cell) => !cells.includes(cell))).toEqual([]);
}

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
