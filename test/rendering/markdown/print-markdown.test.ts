/** Markdown on paper: the golden pages, the words on them, and the limits of HTML. */
import { closeBrowser, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { printMarkdown } from '../../../shared/rendering/markdown/print-markdown.ts';
import { sample } from '../../support/proofs.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { accepted } from '../accepted.ts';
import { printed, refused } from './corpus.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const print = async (markdown: string, layout: 'letter' | 'fax' = 'letter') =>
  accepted(await printMarkdown(markdown, papers[layout]));

test.each(sample(Object.entries(printed), 3))(
  '%s has its pages, its words in order, and room for the addresses',
  async (_, document) => {
    const { pages, pdf, warnings } = await print(document.markdown);
    expect({ pages, warnings }).toEqual({ pages: document.pages, warnings: [] });
    const text = (await textsOf(pdf)).join(' ').replace(/\s+/g, ' ');
    let from = 0;
    for (const words of document.words) {
      expect(text.slice(from)).toContain(words);
      from = text.indexOf(words, from) + words.length;
    }
    expect((await inkOf(pdf, 1)).topIn).toBeGreaterThan(2.95);
  },
);

test.each(sample(Object.entries(refused), 3))(
  '%s is refused with the cure',
  async (_, [markdown, problem]) => {
    expect(await printMarkdown(markdown, papers.letter)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  },
  30_000,
);

test('a fax begins at the top of its page, and is black on white', async () => {
  const { pdf, pages, warnings } = await print('# Dear Ada\n\n> quoted\n\n```\ncode\n```', 'fax');
  expect({ pages, warnings }).toEqual({ pages: 1, warnings: [] });
  expect((await inkOf(pdf, 1)).topIn).toBeLessThan(1.3);
});

test('an author who takes back the room for the addresses is warned', async () => {
  const { warnings } = await print('<div style="margin-top: -2in">moved up</div>');
  expect(warnings).toEqual([{ code: 'address_zone_used' }]);
});

test('scripts never run, and the letter is printed without them', async () => {
  const { warnings, pdf } = await print('before <script>document.body.innerHTML = "changed"</script> after');
  expect(warnings).toEqual([{ code: 'scripts_left_out' }]);
  expect((await textsOf(pdf))[0]).toMatch(/before\s+after/);
});

test('the same Markdown becomes the same bytes', async () => {
  const [one, other] = [await print('# Dear Ada'), await print('# Dear Ada')];
  expect(one.pdf.equals(other.pdf)).toBe(true);
});
