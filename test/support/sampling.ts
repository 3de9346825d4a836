/**
 * For long tests: `npm test` runs a fair sample of their cases, `npm run test:all` runs all of them. Each call reports
 * how much it skips, and the last lines of `npm test` show the sums.
 */
import { appendFileSync } from 'node:fs';

const runsAll = process.env.TEST_CASES === 'all';

/** Adds a line to the file that `test/reporter.js` reads. */
function reportSkipped(count: number, what: string): void {
  const file = process.env.SKIPPED_CASES_FILE;
  if (count > 0 && file !== undefined) appendFileSync(file, `${count} ${what}\n`);
}

/** Every `oneIn`th case of each kind, beginning with the first. `what`: the plural for the line about skipped cases. */
export function sample<T>(
  cases: readonly T[],
  oneIn: number,
  what = 'cases',
  kindOf: (one: T) => unknown = () => what,
): readonly T[] {
  if (runsAll) return cases;
  const seen = new Map<unknown, number>();
  const taken = cases.filter((one) => {
    const kind = kindOf(one);
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before % oneIn === 0;
  });
  reportSkipped(cases.length - taken.length, what);
  return taken;
}

/** How often a test repeats something: `all` times, or only `some` in `npm test`. */
export function times(all: number, some: number, what: string): number {
  if (!runsAll) reportSkipped(all - some, what);
  return runsAll ? all : some;
}

/** A test that only `npm run test:all` runs, because a cheaper one checks the same promise. */
export function longTest(title: string, run: () => Promise<unknown>, timeoutMs?: number): void {
  if (runsAll) test(title, run, timeoutMs);
  else reportSkipped(1, 'cases');
}
