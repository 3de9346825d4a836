import { closeBrowser, printHtml, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const box = (inches: number) => `<div style="height: ${inches}in; border: 1px solid; box-sizing: border-box">x</div>`;

const answerTo = async (html: string) => {
  const result = await printHtml(html, papers.check);
  return result.ok ? { pages: result.pages, warnings: result.warnings } : result.problem;
};

test('a note that fills the space under a check is one page, without a warning about addresses', async () => {
  expect(await answerTo('<p>For invoice 7.</p>')).toEqual({ pages: 1, warnings: [] });
  expect(await answerTo(box(6.4))).toEqual({ pages: 1, warnings: [] });
});

test.each([
  ['a little too tall', box(6.41), '6.5', '0.1'],
  ['too tall by inches', box(8.1), '8.1', '1.7'],
  ['as long as pages', box(20), '20.0', '13.6'],
  ['of two boxes', box(4) + box(4), '8.0', '1.6'],
  ['parted by forced page breaks', `${box(4)}<div style="break-before: page">${box(4)}</div>`, '8.0', '1.6'],
  [
    'of something placed far down',
    '<p>x</p><p style="position: absolute; margin: 0; top: 8in; line-height: 0.5in">x</p>',
    '8.5',
    '2.1',
  ],
])('a note %s is refused with its height, the space and the difference', async (_, html, tall, excess) => {
  expect(await printHtml(html, papers.check)).toMatchObject({
    problem: `The message is ${tall} inches tall and the space under a check holds 6.4: shorten it by ${excess} inches.`,
    details: { kind: 'too_long' },
  });
});

test('a page break does not give a short note a second page', async () => {
  expect(await answerTo('<p>x</p><p style="break-before: page">x</p>')).toBe(
    'The HTML fills more than 1 page, the most that a check may have. Shorten it.',
  );
});
