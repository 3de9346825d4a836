/** Each world alone, beside the thousands of runs in which it comes upon others. And workers may run another version of the code. */
import { advance } from '../../shared/orders/advance.ts';
import { times } from '../support/proofs.ts';
import { chaos } from '../support/simulation/chaos.ts';
import { rareFaults } from '../support/simulation/rare-faults.ts';
import { otherWorker } from '../support/simulation/worlds/processes.ts';
import { worlds } from '../support/simulation/worlds/worlds.ts';

const seeds = Number(process.env.SEEDS ?? times(100, 20, 'seeds of each world'));
const first = Number(process.env.FIRST_SEED ?? 1);

/** The rare faults have a suite of their own. */
const others = Object.entries(worlds).filter(([name]) => !(name in rareFaults));

test.each(others)(
  'no promise is broken in the world of %s',
  async (name, world) => {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const { broken } = await chaos(seed, undefined, world);
      if (broken.length > 0) throw new Error(`${name}, seed ${seed}: ${broken.join('; ')}`);
    }
  },
  1_800_000,
);

test('a worker may run another version of the code', async () => {
  const versions = { ours: 0, theirs: 0 };
  // Another instance of the same code: a release before this one comes in its place.
  const theirs: typeof advance = async (deps, jobId) => {
    versions.theirs += 1;
    await advance(deps, jobId);
  };
  const ours: typeof advance = async (deps, jobId) => {
    versions.ours += 1;
    await advance(deps, jobId);
  };
  for (let seed = first; seed < first + seeds; seed += 1)
    expect((await chaos(seed, undefined, otherWorker(theirs, ours))).broken).toEqual([]);
  expect(versions.theirs).toBeGreaterThan(seeds);
  expect(versions.ours).toBeGreaterThan(seeds);
}, 600_000);

test('another version of the code that submits twice is found', async () => {
  // It knows nothing of claims: it calls the partner with a key of its own.
  const careless: typeof advance = async (deps, jobId) => {
    const job = await deps.jobs.get(jobId);
    const partner = job && deps.partners[job.product];
    if (job?.state !== 'submitting' || partner === undefined) return advance(deps, jobId);
    const { id, order, drawing } = job;
    const link = async () => 'https://documents.example/';
    await partner.submit({ jobId, reference: `${id}-again`, title: 'again', order, pdf: undefined, link, drawing });
  };
  const isBroken = async (seed: number) => (await chaos(seed, undefined, otherWorker(careless))).broken.length > 0;
  let found: number | undefined;
  for (let seed = 1; found === undefined && seed <= 300; seed += 1) if (await isBroken(seed)) found = seed;
  expect(found).toBeDefined();
}, 600_000);
