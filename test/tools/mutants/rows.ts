/**
 * Every planted bug, read from `rows/*.diff`. A bug is an edit of one file: a line that describes it, `-` lines with the
 * text to replace, and `+` lines with the replacement. Bugs follow a heading `@ FILE < SUITE …`, which names the file and
 * the suites that must fail. A line that begins with `#` says what the file contains.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutant {
  /** The bug, in words. */
  readonly bug: string;
  /** From the root of the project. */
  readonly file: string;
  /** The text to replace, which occurs in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** Paths of suites, from the root. */
  readonly suites: readonly string[];
}

/** The file's content with the bug in it. Throws unless the text occurs there exactly once. */
export function planted(root: string, { bug, file, text, replacement }: Mutant): string {
  const content = readFileSync(join(root, file), 'utf8');
  const times = content.split(text).length - 1;
  if (times !== 1) throw new Error(`“${bug}”: its text occurs ${times} times in ${file}, not once: ${text}`);
  return content.replace(text, () => replacement);
}

/** The reasons why this bug can't be planted or tested. */
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

const folder = join(import.meta.dirname, 'rows');
const heading = /^@ (\S+) < (\S.*)$/;
const row = /^([^-+@#\n].*)\n((?:-.*\n)+)((?:\+.*\n)*)/gm;
const unmarked = (lines: string) => lines.replace(/\n$/, '').replace(/^[-+]/gm, '');

function rowsUnder(section: string): Mutant[] {
  const [, file, suites] = heading.exec(section.slice(0, section.indexOf('\n'))) ?? [];
  if (file === undefined || suites === undefined) throw new Error(`a heading is “@ FILE < SUITE …”: ${section}`);
  const rest = section.slice(section.indexOf('\n') + 1);
  const unread = rest.replace(row, '').trim();
  if (unread !== '') throw new Error(`under ${file}: a bug is a description, “-” lines, “+” lines: ${unread}`);
  return [...rest.matchAll(row)].map(([, bug = '', text = '', replacement = '']) => ({
    bug,
    file,
    text: unmarked(text),
    replacement: unmarked(replacement),
    suites: suites.split(' '),
  }));
}

export const mutants: readonly Mutant[] = readdirSync(folder).flatMap((name) =>
  `\n${readFileSync(join(folder, name), 'utf8')}`
    .split(/\n(?=@)/)
    .slice(1)
    .flatMap((section) => rowsUnder(`${section}\n`)),
);
