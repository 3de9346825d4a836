/** Types commands of the operator's pages into a checkout, and knows in the end which of them nobody has typed. */
import { point } from '../points.ts';
import type { Checkout } from './checkout.ts';
import { type Command, documented } from './commands.ts';

/** Values for the words in capitals that a reader replaces: `JOB`, `TABLE`. */
type Words = Readonly<Record<string, string>>;

interface Typing {
  readonly words?: Words;
  /** The reader does this besides: sets a variable that an earlier line has set, fills in what is left open. */
  readonly first?: string;
  readonly filled?: (lines: string) => string;
}

export interface Typist {
  /** Commands of a page, each by its beginning, in one shell. Returns what they say. */
  type(page: string, beginnings: readonly string[], typing?: Typing): Promise<string>;
  /** Commands that nobody has typed and no exception names; exceptions that no page has. */
  untyped(exceptions: readonly string[]): readonly string[];
}

export function typist({ type }: Checkout): Typist {
  const all = documented();
  const typed = new Set<Command>();
  const found = (page: string, beginning: string): Command => {
    const begun = all.filter((each) => each.page === page && each.text.startsWith(beginning));
    const one = begun.find(({ text }) => text === beginning) ?? begun[0];
    if (one === undefined || (begun.length > 1 && one.text !== beginning))
      throw new Error(
        `${page} has ${one === undefined ? 'no' : 'more than one'} command that begins with ${beginning}`,
      );
    return one;
  };
  return {
    type(page, beginnings, { words = {}, first = '', filled = (lines: string) => lines } = {}) {
      return point(`${page}: ${beginnings.join(', ')}`, async () => {
        const commands = beginnings.map((beginning) => found(page, beginning));
        const lines = filled(commands.map(({ text }) => inWords(text, words)).join('\n'));
        const said = await type(`${first}\n${lines}`);
        for (const command of commands) typed.add(command);
        return said;
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

/** A word after `$` or before `=` is a variable of the shell. */
const inWords = (text: string, words: Words): string =>
  Object.entries(words).reduce(
    (lines, [word, value]) => lines.replaceAll(new RegExp(`(?<![$\\w])${word}\\b(?!=)`, 'g'), () => value),
    text,
  );
