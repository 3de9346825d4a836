/** Each cure that the worlds have called for is taken out of a copy of the project, and its world must notice. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sample } from '../support/proofs.ts';
import { cures } from '../support/simulation/cures.ts';
import { worlds } from '../support/simulation/worlds/worlds.ts';
import { mutants } from '../tools/mutants/rows.ts';
import { copyOf, type Tree } from '../tools/mutants/tree.ts';

const root = new URL('../..', import.meta.url).pathname;
let tree: Tree;

beforeAll(() => {
  tree = copyOf(root);
});

afterAll(() => tree.remove());

/** The first seed of this world, up to `most`, that breaks a promise in the copy. */
async function firstFound(world: string, most: number): Promise<number | undefined> {
  const script = ['test/support/simulation/first-found.ts', world, `${most}`];
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: tree.folder });
  return JSON.parse(stdout).seed;
}

test('every cure has a row and a world', () => {
  const rows = mutants.map(({ bug }) => bug);
  expect(cures.filter(({ bug, world }) => !rows.includes(bug) || !(world in worlds))).toEqual([]);
});

test.each(sample(cures, 5, 'cures that are taken out'))(
  'the world of “$world” notices: $bug',
  async ({ bug, world, within }) => {
    const mutant = mutants.find((row) => row.bug === bug);
    if (mutant === undefined) throw new Error(`no row tells of “${bug}”`);
    const found = await tree.planting(mutant, () => firstFound(world, within));
    if (found === undefined) throw new Error(`not found within ${within} seeds`);
    // The same seeds break nothing with the cure.
    expect(await firstFound(world, found)).toBeUndefined();
  },
  600_000,
);
