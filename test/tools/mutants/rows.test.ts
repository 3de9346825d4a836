/** The planted bugs of `npm run test:mutants` still fit the code: the text that each replaces is in its file. */
import { join } from 'node:path';
import { mutants, problemsOf } from './rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('every planted bug’s text occurs exactly once in its file, and its suites exist', () => {
  expect(mutants.flatMap((mutant) => problemsOf(root, mutant))).toEqual([]);
});

test('at least 40 bugs are listed, each once', () => {
  expect(new Set(mutants.map(({ bug }) => bug)).size).toBe(mutants.length);
  expect(mutants.length).toBeGreaterThanOrEqual(40);
});

test('a row that no longer fits is reported with its missing suite and its missing text', () => {
  const [first] = mutants;
  if (first === undefined) throw new Error('there are no rows');
  const outdated = { ...first, text: 'a text that is not there', suites: ['test/nothing.test.ts'] };
  expect(problemsOf(root, outdated)).toEqual([
    expect.stringContaining('there is no suite test/nothing.test.ts'),
    expect.stringMatching(/its text occurs 0 times in .*: a text that is not there$/),
  ]);
});
