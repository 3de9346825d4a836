/** The news of jobs: thousands of seeded runs in which everything goes wrong that can, and a judge that can fail. */
import { sample, times } from '../support/proofs.ts';
import { plantedBugs } from '../support/simulation/news/planted-bugs.ts';
import { news } from '../support/simulation/news/run.ts';
import { weathers } from '../support/simulation/news/weather.ts';

const seeds = Number(process.env.SEEDS ?? times(2_000, 120, 'seeds of news'));
const first = Number(process.env.FIRST_SEED ?? 1);

test(`no promise is broken in ${seeds} runs, and much goes wrong in them`, async () => {
  const ends = { delivered: 0, given_up: 0, waiting: 0 };
  const seen = new Map<string, number>();
  let [failures, repeats] = [0, 0];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { broken, weather, arrivals, outboxes } = await news(seed);
    if (broken.length > 0) throw new Error(`${weather}, seed ${seed}: ${broken.join('; ')}`);
    seen.set(weather, (seen.get(weather) ?? 0) + 1);
    for (const { deliveries } of outboxes) for (const { state } of deliveries) ends[state] += 1;
    failures += arrivals.filter(({ isAccepted }) => !isAccepted).length;
    repeats += arrivals.length - new Set(arrivals.map(({ to, id }) => `${to} ${id}`)).size;
  }
  expect([...seen.keys()].sort()).toEqual(Object.keys(weathers).sort());
  expect(ends.delivered).toBeGreaterThan(3 * seeds);
  expect(ends.given_up).toBeGreaterThan(seeds / 2);
  expect(failures).toBeGreaterThan(seeds);
  expect(repeats).toBeGreaterThan(seeds);
}, 3_600_000);

test.each(sample(Object.entries(plantedBugs), 5, 'planted bugs'))(
  'the judge finds %s within 1,000 runs',
  async (_name, { plant, weather, breaks }) => {
    let found: number | undefined;
    for (let seed = 1; found === undefined && seed <= 1_000; seed += 1) {
      const { broken } = await news(seed, plant, weather);
      if (broken.includes(breaks)) found = seed;
    }
    expect(found).toBeDefined();
  },
  600_000,
);
