/** Runs commands of the operator's docs in a working copy, and remembers which were run. */
import { point } from '../points.ts';

import { type Command, documented } from './commands.ts';
import type { WorkingCopy } from './working-copy.ts';

interface Typing {
  /** Values for the placeholders in capitals, such as `JOB` and `DAY`. */
  readonly words?: Readonly<Record<string, string>>;
  /** A line to run before the commands, for example to set a variable. */
  readonly first?: string;
  /** Completes the commands where the docs leave something else open. */
  readonly filled?: (lines: string) => string;
}

export interface Typist {
  /** Runs commands of a page in one shell. Each is identified by its beginning. Returns their output. */
  type(page: string, beginnings: readonly string[], typing?: Typing): Promise<string>;
  /** The commands that were neither run nor excepted, and the exceptions that no page has. */
  untyped(exceptions: readonly string[]): readonly string[];
}

export function typist({ run }: WorkingCopy): Typist {
  const all = documented();
  const typed = new Set<Command>();
  const found = (page: string, beginning: string): Command => {
    const candidates = all.filter((each) => each.page === page && each.text.startsWith(beginning));
    const command = candidates.find(({ text }) => text === beginning) ?? candidates[0];
    if (command === undefined || (candidates.length > 1 && command.text !== beginning))
      throw new Error(
        `${page} has ${command === undefined ? 'no' : 'more than one'} command that begins with ${beginning}`,
      );
    return command;
  };
  return {
    type(page, beginnings, { words = {}, first = '', filled = (lines: string) => lines } = {}) {
      return point(`${page}: ${beginnings.join(', ')}`, async () => {
        const commands = beginnings.map((beginning) => found(page, beginning));
        const lines = filled(commands.map(({ text }) => substitute(text, words)).join('\n'));
        const output = await run(`${first}\n${lines}`);
        for (const command of commands) typed.add(command);
        return output;
      });
    },
    untyped(exceptions) {
      const texts = [...typed].map(({ text }) => text);
      const isTyped = ({ text }: Command) => texts.some((each) => each.includes(text));
      const left = all.filter((each) => !isTyped(each) && !exceptions.includes(each.text));
      const stale = exceptions.filter((each) => !all.some(({ text }) => text === each));
      return [...left.map(({ page, text }) => `${page}: ${text}`), ...stale.map((each) => `no page has ${each}`)];
    },
  };
}

/** Replaces the placeholders. After `$` or before `=`, a word is a shell variable instead. */
const substitute = (text: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce(
    (lines, [word, value]) => lines.replaceAll(new RegExp(`(?<![$\\w])${word}\\b(?!=)`, 'g'), () => value),
    text,
  );
