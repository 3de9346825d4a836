/** docs/promises.md and docs/security.md name only files that exist; each row names a keeper and a test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedBugs, rarelyPlantedBugs } from '../support/simulation/planted-bugs.ts';
import { mutants } from '../tools/mutants/rows/rows.ts';

const root = join(import.meta.dirname, '..', '..');
const pageOf = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const page = pageOf('promises.md');
const filesIn = (text: string) => [...text.matchAll(/`([\w/-]+(?:\.test)?\.m?[jt]s)`/g)].map(([, file = '']) => file);
const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('.ts`'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const isJudge = (file: string) => file.endsWith('.test.ts') || file === 'test/external/judges.ts';

test.each([...rows(page), ...rows(pageOf('security.md'))])(
  '%s%s%s has a keeper and a test, and both exist',
  (...cells) => {
    // Cells end with an empty one, behind the last bar.
    const [keepers, tests] = [filesIn(cells.at(-3) ?? ''), filesIn(cells.at(-2) ?? '')];
    expect(keepers.length).toBeGreaterThan(0);
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !isJudge(file))).toEqual([]);
    expect([...keepers, ...tests].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  },
);

test('no fewer bugs are planted than the page says', () => {
  const inSimulation = Object.keys(plantedBugs).length + Object.keys(rarelyPlantedBugs).length;
  expect(page).toContain(`${inSimulation} found of ${inSimulation}`);
  const [, found = '', planted = ''] = /test:mutants` \| (\d+) found of (\d+)/.exec(page) ?? [];
  expect(found).toBe(planted);
  expect(mutants.length).toBeGreaterThanOrEqual(Number(planted || Number.NaN));
});
