/** Runs commands of the operator's docs in a working copy, and remembers which were run. */
import { check } from '../checks.ts';
import { type Command, documentedCommands } from './commands.ts';
import type { WorkingCopy } from './working-copy.ts';

interface Typing {
  /** Values for the placeholders in capitals, such as `JOB` and `DAY`. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** A line to run before the commands, for example to set a variable. */
  readonly setup?: string;
  /** Completes the commands where the docs leave something else open. */
  readonly complete?: (lines: string) => string;
}

export interface Typist {
  /** Runs commands of a page in one shell. Each is identified by its beginning. Returns their output. */
  type(page: string, beginnings: readonly string[], typing?: Typing): Promise<string>;
  /** The commands that were neither run nor excepted, and the exceptions that no page has. */
  untyped(exceptions: readonly string[]): readonly string[];
}

export function newTypist({ run }: WorkingCopy): Typist {
  const all = documentedCommands();
  const typed = new Set<Command>();
  const findCommand = (page: string, beginning: string): Command => {
    const candidates = all.filter((command) => command.page === page && command.text.startsWith(beginning));
    const command = candidates.find(({ text }) => text === beginning) ?? candidates[0];
    if (command === undefined || (candidates.length > 1 && command.text !== beginning))
      throw new Error(
        `${page} has ${command === undefined ? 'no' : 'more than one'} command that begins with ${beginning}`,
      );
    return command;
  };
  return {
    type(page, beginnings, { placeholders = {}, setup = '', complete = (lines: string) => lines } = {}) {
      return check(`${page}: ${beginnings.join(', ')}`, async () => {
        const commands = beginnings.map((beginning) => findCommand(page, beginning));
        const lines = complete(commands.map(({ text }) => substitute(text, placeholders)).join('\n'));
        const output = await run(`${setup}\n${lines}`);
        for (const command of commands) typed.add(command);
        return output;
      });
    },
    untyped(exceptions) {
      const texts = [...typed].map(({ text }) => text);
      const isTyped = ({ text }: Command) => texts.some((typedText) => typedText.includes(text));
      const left = all.filter((command) => !isTyped(command) && !exceptions.includes(command.text));
      const stale = exceptions.filter((exception) => !all.some(({ text }) => text === exception));
      return [...left.map(({ page, text }) => `${page}: ${text}`), ...stale.map((text) => `no page has ${text}`)];
    },
  };
}

/** Replaces the placeholders. After `$` or before `=`, the same word is a shell variable. */
function substitute(text: string, placeholders: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [word, value] of Object.entries(placeholders))
    result = result.replaceAll(new RegExp(`(?<![$\\w])${word}\\b(?!=)`, 'g'), () => value);
  return result;
}
