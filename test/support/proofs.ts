/**
 * The long proofs: `npm test` takes a fair sample of them, `npm run test:all` takes them whole.
 * Each call says how much it leaves out, and the last lines of `npm test` add that up.
 */
import { appendFileSync } from 'node:fs';

const takesAll = process.env.PROOFS === 'all';

/** `test/reporter.js` reads the file, one line for each call. */
function leaveOut(count: number, what: string): void {
  const file = process.env.PROOFS_LEFT_OUT;
  if (count > 0 && file !== undefined) appendFileSync(file, `${count} ${what}\n`);
}

/** One in `oneIn` of the cases of each kind, evenly spread, and the first of each kind in any case. */
export function sample<T>(
  cases: readonly T[],
  oneIn: number,
  what = 'cases',
  kindOf: (one: T) => unknown = () => what,
): readonly T[] {
  if (takesAll) return cases;
  const met = new Map<unknown, number>();
  const taken = cases.filter((one) => {
    const kind = kindOf(one);
    const before = met.get(kind) ?? 0;
    met.set(kind, before + 1);
    return before % oneIn === 0;
  });
  leaveOut(cases.length - taken.length, what);
  return taken;
}

/** How often something random is tried, or how far something is counted: `all` times, or `some` times in `npm test`. */
export function times(all: number, some: number, what: string): number {
  if (!takesAll) leaveOut(all - some, what);
  return takesAll ? all : some;
}

/** A test that only `npm run test:all` runs: another one holds the same promise in a cheaper way. */
export function longTest(title: string, run: () => Promise<unknown>, timeoutMs?: number): void {
  if (takesAll) test(title, run, timeoutMs);
  else leaveOut(1, 'cases');
}
