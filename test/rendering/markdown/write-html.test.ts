/** The worst Markdown is converted or refused within its limits, and no other request waits for it. */
import { markdownToHtml } from '../../../shared/rendering/markdown/print-markdown.ts';
import { sample } from '../../support/sampling.ts';
import { accepted } from '../accepted.ts';

const repeatedTo = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const numberedTo = (piece: (number: number) => string, length: number) => {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += piece(number);
  return text;
};

/** Markdown by what it repeats. Each text has about `length` characters. */
const exhausting: Readonly<Record<string, (length: number) => string>> = {
  quotes: (length) => repeatedTo('>', length),
  'lists in lists': (length) => numberedTo((depth) => `${'  '.repeat(depth)}- a\n`, length),
  'brackets that open': (length) => repeatedTo('[', length),
  'backticks of every length': (length) => numberedTo((count) => `a${'`'.repeat(count)}`, length),
  'rows of a table': (length) => `|a|b|\n|-|-|\n${repeatedTo('|x|y|\n', length)}`,
  'a table of many columns': (length) => `${'|'.repeat(length / 2)}\n${'|-'.repeat(length / 4)}`,
  'omitted cells': (length) => `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${repeatedTo('a\n', length)}`,
  'references that are used': (length) =>
    numberedTo((id) => `[r${id}]: /u${id}\n`, length / 2) + numberedTo((id) => `[r${id}] `, length / 2),
  'a long URL that is used again and again': (length) =>
    `[a]: https://example.org/${'x'.repeat(length / 2)}\n\n${repeatedTo('[a]', length / 2)}`,
};

const network = '192.0.2.1';

test.each(sample(Object.keys(exhausting), 8))(
  'a megabyte of Markdown is converted or refused, and other work goes on in the meantime: %s',
  async (name) => {
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
    }, 5);
    const converting = markdownToHtml(exhausting[name]?.(999_000) ?? '', network);
    const result = await converting.finally(() => clearInterval(clock));
    expect(turns).toBeGreaterThan(3);
    if (!result.ok) expect(result.problem).toMatch(/^The Markdown (?:takes too much|becomes \d+ bytes)[^\n]+\.$/);
  },
  30_000,
);

test('Markdown that becomes too much HTML is refused with its size', async () => {
  const markdown = exhausting['a long URL that is used again and again']?.(40_000) ?? '';
  expect(await markdownToHtml(markdown, network)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^The Markdown becomes \d{8,} bytes of HTML; the limit is 1000000\./),
  });
});

test('long Markdown becomes the same HTML in a child process', async () => {
  const piece = '## Caf\u00e9\n\nthe *engine* works.\n\n';
  const short = accepted(await markdownToHtml(piece, network));
  const long = accepted(await markdownToHtml(piece.repeat(1_000), network));
  expect(long.html).toBe(short.html.repeat(1_000));
});
