/** docs/promises.md and docs/security.md name only files that exist; a promise names its keeper and a test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partners } from '../../shared/partners/catalogue.ts';
import type { PartnerDescriptor } from '../../shared/partners/descriptor.ts';
import { plantedBugs, rarelyPlantedBugs } from '../support/simulation/planted-bugs.ts';

const root = join(import.meta.dirname, '..', '..');
const pageOf = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const page = pageOf('promises.md');
const filesIn = (text: string) => [...text.matchAll(/`([\w/-]+(?:\.test)?\.m?[jt]s)`/g)].map(([, file = '']) => file);
const rows = (text: string) =>
  text
    .split('\n')
    // An assumption is kept by somebody else.
    .filter((line) => line.startsWith('| ') && line.includes('.ts`') && !/^\| A\d \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const isJudge = (file: string) => file.endsWith('.test.ts') || file === 'test/external/judges.ts';

const missing = (files: readonly string[]) => files.filter((file) => !existsSync(join(root, file)));

test.each(rows(page))('%s%s%s has a keeper and a test, and both exist', (...cells) => {
  // Cells end with an empty one, behind the last bar.
  const [keepers, tests] = [filesIn(cells.at(-3) ?? ''), filesIn(cells.at(-2) ?? '')];
  expect(keepers.length).toBeGreaterThan(0);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((file) => !isJudge(file))).toEqual([]);
  expect(missing([...keepers, ...tests])).toEqual([]);
});

const walls = pageOf('security.md')
  .split('\n## ')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Somebody might |'));

test.each(walls ?? [])('the wall in %s exists', (row) => {
  expect(filesIn(row).length).toBeGreaterThan(0);
  expect(missing(filesIn(row))).toEqual([]);
});

describe('each assumption about others', () => {
  const section = page.split('## What we assume of others')[1]?.split('\n## ')[0] ?? '';
  const assumptions = section
    .split('\n')
    .filter((line) => /^\| A\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const members = (place: string) => [...place.matchAll(/`assumed\.(\w+)`/g)].map(([, member = '']) => member);

  test('has a row that says who says so, and what happens if it is wrong', () => {
    expect([...new Set(assumptions.map(([, number]) => number))]).toEqual([
      'A1',
      'A2',
      'A3',
      'A4',
      'A5',
      'A6',
      'A7',
      'A8',
    ]);
    for (const cells of assumptions) expect(cells.slice(2, 6).filter((cell) => cell.length < 10)).toEqual([]);
  });

  test.each(assumptions.map(([, number = '', , , , place = '']) => [number, place]))(
    '%s names a value of every partner, or the file that relies on it: %s',
    (_, place) => {
      const files = filesIn(place);
      expect(members(place).length + files.length).toBe(1);
      for (const { assumed } of Object.values<PartnerDescriptor>(partners))
        for (const member of members(place)) expect(assumed).toHaveProperty(member);
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    },
  );

  test('no value of a partner is without a row', () => {
    expect(assumptions.flatMap(([, , , , , place = '']) => members(place))).toEqual(
      Object.keys(partners.postgrid.assumed),
    );
  });
});

test('no fewer bugs are planted than the page says', () => {
  const inSimulation = Object.keys(plantedBugs).length + Object.keys(rarelyPlantedBugs).length;
  expect(page).toContain(`${inSimulation} found of ${inSimulation}`);
});
