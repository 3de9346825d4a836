/** docs/promises.md names only files that exist, and each promise names a keeper and a test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedBugs, rarelyPlantedBugs } from '../support/simulation/planted-bugs.ts';
import { mutants } from '../tools/mutants/rows/rows.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/promises.md'), 'utf8');
const filesIn = (text: string) => [...text.matchAll(/`([\w/-]+(?:\.test)?\.ts)`/g)].map(([, file = '']) => file);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.ts`'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows)('%s%s has a keeper and a test, and both exist', (...cells) => {
  const [keepers, tests] = [filesIn(cells[3] ?? ''), filesIn(cells[4] ?? '')];
  expect(keepers.length).toBeGreaterThan(0);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
  expect([...keepers, ...tests].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no fewer bugs are planted than the page says', () => {
  const inSimulation = Object.keys(plantedBugs).length + Object.keys(rarelyPlantedBugs).length;
  expect(page).toContain(`${inSimulation} found of ${inSimulation}`);
  const [, found = '', planted = ''] = /test:mutants` \| (\d+) found of (\d+)/.exec(page) ?? [];
  expect(found).toBe(planted);
  expect(mutants.length).toBeGreaterThanOrEqual(Number(planted || Number.NaN));
});
