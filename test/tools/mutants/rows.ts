/**
 * Every planted bug, read from `rows/*.diff`. A heading `@ FILE < SUITE …` stands over its bugs; each is a line of words,
 * the text to replace behind `-`, and what is planted behind `+`. A line that begins with `#` says what the file holds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

const folder = join(import.meta.dirname, 'rows');
const heading = /^@ (\S+) < (\S.*)$/;
const row = /^([^-+@#\n].*)\n((?:-.*\n)+)((?:\+.*\n)*)/gm;
const unmarked = (lines: string) => lines.replace(/\n$/, '').replace(/^[-+]/gm, '');

function rowsUnder(section: string): Mutant[] {
  const [, file, suites] = heading.exec(section.slice(0, section.indexOf('\n'))) ?? [];
  if (file === undefined || suites === undefined) throw new Error(`a heading is “@ FILE < SUITE …”: ${section}`);
  const rest = section.slice(section.indexOf('\n') + 1);
  const unread = rest.replace(row, '').trim();
  if (unread !== '') throw new Error(`under ${file}: a bug is a line of words, “-” lines, “+” lines: ${unread}`);
  return [...rest.matchAll(row)].map(([, bug = '', text = '', planted = '']) => ({
    bug,
    file,
    text: unmarked(text),
    planted: unmarked(planted),
    suites: suites.split(' '),
  }));
}

export const mutants: readonly Mutant[] = readdirSync(folder).flatMap((name) =>
  `\n${readFileSync(join(folder, name), 'utf8')}`
    .split(/\n(?=@)/)
    .slice(1)
    .flatMap((section) => rowsUnder(`${section}\n`)),
);
