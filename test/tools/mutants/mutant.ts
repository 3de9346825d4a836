/** A planted bug: one edit of one file, and the suites that must fail with it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutant {
  /** The bug, in words. */
  readonly bug: string;
  /** From the root of the project. */
  readonly file: string;
  /** The text to replace; it stands in the file exactly once. */
  readonly text: string;
  readonly planted: string;
  /** Paths of suites, from the root. */
  readonly suites: readonly string[];
}

/** The file with the bug in it. Throws if the text does not stand there exactly once. */
export function planted(root: string, { bug, file, text, planted: bad }: Mutant): string {
  const whole = readFileSync(join(root, file), 'utf8');
  const times = whole.split(text).length - 1;
  if (times !== 1) throw new Error(`“${bug}”: its text stands ${times} times in ${file}, not once: ${text}`);
  return whole.replace(text, () => bad);
}

/** The reasons why this row cannot be tried, in words. */
export function problemsOf(root: string, mutant: Mutant): string[] {
  const missing = mutant.suites.filter((suite) => !existsSync(join(root, suite)));
  const problems = missing.map((suite) => `“${mutant.bug}”: there is no suite ${suite}`);
  try {
    planted(root, mutant);
  } catch (error) {
    problems.push((error as Error).message);
  }
  return mutant.suites.length === 0 ? [...problems, `“${mutant.bug}”: names no suite`] : problems;
}
