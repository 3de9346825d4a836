/** The model's table and the service's own `apply` agree, and the service's own keeps the promises in every world. */
import { transitions } from '../../shared/core/job.ts';
import { hostile } from '../support/model/bugs.ts';
import { type Compared, compare, serviceTable } from '../support/model/conform.ts';
import { search } from '../support/model/search.ts';
import { worlds } from '../support/model/worlds.ts';
import { longTest } from '../support/proofs.ts';

/** Why no world of the model meets these cells. */
const outOfScope: readonly (readonly [cells: RegExp, why: string])[] = [
  [/ checkout_opened$/, 'the model begins when the payment page is open'],
  [/ read_claimed$/, 'it keeps callers from reading too often, and changes nothing of the life'],
  [/ redriven$/, 'it only hurries what is due, and in the model any due time may pass'],
];

/** A worker whose clock is ahead asks by its own time, which the comparison does not have. */
const asked = Object.entries(hostile).filter(([broken]) => broken !== 'clocks agree');

const cells = Object.entries(transitions).flatMap(([state, row]) => Object.keys(row).map((fact) => `${state} ${fact}`));

describe('with one fault in each world', () => {
  let compared: Compared;
  beforeAll(() => {
    compared = compare([...Object.values(worlds).map(({ short }) => short), ...asked.map(([, world]) => world)]);
  });

  test('every fact that a process tries to write counts in both or in neither, and does the same', () => {
    expect(compared.differences).toEqual([]);
    expect(compared.questions).toBeGreaterThan(5_000);
  });

  test('every cell of the table is met, or is out of scope for a reason', () => {
    const unmet = cells.filter((cell) => !compared.cells.has(cell));
    expect(unmet.filter((cell) => !outOfScope.some(([which]) => which.test(cell)))).toEqual([]);
  });

  test('every reason is still needed', () => {
    for (const [which] of outOfScope) {
      const meant = cells.filter((cell) => which.test(cell));
      expect(meant.length).toBeGreaterThan(0);
      expect(meant.filter((cell) => compared.cells.has(cell))).toEqual([]);
    }
  });
});

test.each(Object.entries(worlds))('%s, by the table of the service', (_, { short }) => {
  expect(search(short, { table: serviceTable() }).problem).toBeUndefined();
});

longTest(
  'the same in depth: both agree on every fact',
  async () => {
    expect(compare(Object.values(worlds).map(({ deep }) => deep)).differences).toEqual([]);
  },
  900_000,
);

for (const [name, { deep }] of Object.entries(worlds))
  longTest(
    `${name}, in depth, by the table of the service`,
    async () => {
      expect(search(deep, { table: serviceTable() }).problem).toBeUndefined();
    },
    900_000,
  );
