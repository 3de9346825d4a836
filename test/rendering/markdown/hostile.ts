/** Markdown that is made to keep a parser busy, to grow without end, or to reach something. */
const often = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const deeper = (line: (depth: number) => string, length: number) => {
  let all = '';
  for (let depth = 0; all.length < length; depth += 1) all += line(depth);
  return all;
};

/** By what they repeat; each has about `length` characters. */
export const exhausting: Readonly<Record<string, (length: number) => string>> = {
  prose: (length) => often('The *quick* **brown** [fox](https://example.org) `jumps`.\n\n', length),
  quotes: (length) => often('>', length),
  'quotes and lists': (length) => often('> - ', length),
  'lists in lists': (length) => deeper((depth) => `${'  '.repeat(depth)}- a\n`, length),
  'brackets that open': (length) => often('[', length),
  'brackets that open and close': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'parentheses that open': (length) => `[a](${often('(', length)}`,
  'emphasis without an end': (length) => often('*a **a ', length),
  'backticks of every length': (length) => deeper((depth) => `a${'`'.repeat(depth)}`, length),
  'rows of a table': (length) => `|a|b|\n|-|-|\n${often('|x|y|\n', length)}`,
  'a table of many columns': (length) => `${'|'.repeat(length / 2)}\n${'|-'.repeat(length / 4)}`,
  'cells that were left out': (length) => `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${often('a\n', length)}`,
  'references that are used': (length) =>
    deeper((n) => `[r${n}]: /u${n}\n`, length / 2) + deeper((n) => `[r${n}] `, length / 2),
  'a long address that is used again and again': (length) =>
    `[a]: https://example.org/${'x'.repeat(length / 2)}\n\n${often('[a]', length / 2)}`,
  'a title without an end': (length) => `[a]: x "${often('a\n', length)}`,
  spaces: (length) => `a${often(' ', length)}b`,
};
