/** The promises of docs/cost.md, and its table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monthlyCost } from '../support/cost.ts';

test.each([
  [0, 5.5],
  [1_000, 7.5],
  [100_000, 46],
])('a month of %i orders costs at most %d USD at list prices', (orders, most) => {
  expect(monthlyCost(orders, false)).toBeLessThanOrEqual(most);
  expect(monthlyCost(orders, true)).toBeLessThan(monthlyCost(orders, false));
});

test('the table of docs/cost.md is right to a dollar: npm run cost prints it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/cost.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([\d,]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(([, ...cells]) =>
    cells.map((cell) => Number(cell.replaceAll(',', ''))),
  );
  expect(rows.map(([orders]) => orders)).toEqual([0, 1_000, 10_000, 100_000]);
  for (const [orders = 0, list = 0, free = 0] of rows)
    for (const [usd, isFree] of [[list, false] as const, [free, true] as const])
      expect(Math.abs(usd - monthlyCost(orders, isFree))).toBeLessThan(1);
});
