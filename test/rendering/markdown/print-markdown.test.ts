/** Markdown on paper: its pages, the text on them, and the page limit. */
import { closeBrowser, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { printMarkdown } from '../../../shared/rendering/markdown/print-markdown.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { accepted } from '../accepted.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const print = async (markdown: string, paper: 'letter' | 'fax' = 'letter') =>
  accepted(await printMarkdown(markdown, papers[paper]));

const rows = Array.from({ length: 80 }, (_, row) => `| ${row} | row ${row} |`).join('\n');

/** Documents that people and assistants write, with the expected number of pages and text. */
test.each(
  sample<[name: string, markdown: string, pages: number, words: RegExp]>(
    [
      [
        'a letter',
        '# Notes\n\nDear Ada,\n\nthe engine *works*.\n\nYours,\\\nGrace',
        1,
        /Notes.*the engine works\. .*Grace/,
      ],
      ['a table across pages', `| Number | What |\n|---|---|\n${rows}`, 3, /Number.*row 0 .*Number.*row 79/],
      [
        'a list in a list',
        '- gears\n  1. brass\n  2. steel\n- cards\n\n3. third',
        1,
        /gears 1\. brass 2\. steel .*cards 3\. third/,
      ],
      [
        'a quotation and code',
        '> We say\n> that it weaves.\n\n```js\nconst a = 1;\n```',
        1,
        /We say that it weaves\. const a = 1;/,
      ],
      [
        'a link, with its URL',
        'See [our page](https://example.org/engine).',
        1,
        /our page \(https:\/\/example\.org\/engine\)\./,
      ],
      ['HTML in Markdown', 'H<sub>2</sub>O\n\n<div style="break-after: page"></div>\n\n<b>two</b>', 2, /H ?2 ?O two/],
    ],
    3,
  ),
)('a letter in Markdown has the expected pages and text below the addresses: %s', async (_, markdown, pages, words) => {
  const { pdf, ...printed } = await print(markdown);
  expect(printed).toMatchObject({ pages, warnings: [] });
  expect((await textsOf(pdf)).join(' ').replace(/\s+/g, ' ')).toMatch(words);
  expect((await inkOf(pdf, 1)).topIn).toBeGreaterThan(2.95);
});

test('Markdown with too many pages is refused', async () => {
  expect(await printMarkdown('The engine weaves.\n\n'.repeat(5_000), papers.letter)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('The Markdown fills'),
  });
}, 30_000);

test('a fax in Markdown starts at the top of its page and is black on white', async () => {
  const { pdf, pages, warnings } = await print('# Dear Ada\n\n> quoted\n\n```\ncode\n```', 'fax');
  expect({ pages, warnings }).toEqual({ pages: 1, warnings: [] });
  expect((await inkOf(pdf, 1)).topIn).toBeLessThan(1.3);
});
