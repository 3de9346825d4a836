import { readFileSync } from 'node:fs';
import { sentenceForCallers } from '../../../shared/domain/warnings/for-callers.ts';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { warmBrowser } from '../../../shared/rendering/chromium/warm-browser.ts';
import { inkOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { png } from './corpus/pictures.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

async function warningsOf(html: string, layout: 'letter' | 'fax' = 'letter') {
  const result = await printHtml(html, papers[layout]);
  if (!result.ok) throw new Error(result.problem);
  return result.warnings.map(sentenceForCallers);
}

const free = '<div style="height: 2in"></div>';

describe('the address zone', () => {
  test.each([
    ['text', '<p>x</p>'],
    ['an image', `<img src="${png(20, 20)}">`],
    ['a line', '<hr>'],
    ['a box with a border', '<div style="border: 1px solid; height: 9px"></div>'],
    ['a background', '<div style="background: #ccc; height: 9px"></div>'],
    ['what CSS adds', `<style>p::before { content: "x"; position: absolute; top: 9px }</style>${free}<p>x</p>`],
    ['something fixed', `${free}<p>x</p><b style="position: fixed; top: 0">x</b>`],
    ['something moved up', `<div style="height: 3in"></div><p style="margin-top: -2in">x</p>`],
  ])('%s in it is a warning that says what to do', async (_, html) => {
    expect(await warningsOf(html)).toEqual([
      expect.stringMatching(/top 3 inches of page 1.*address_page true.*Or leave/),
    ]);
  });

  test.each([
    ['text below it', `${free}<p>x</p>`],
    ['space made by padding', '<div style="padding-top: 2in">x</div>'],
    ['empty and white boxes', `<div style="background: #fff; height: 1in"></div><p>&nbsp;</p>${free}<p>x</p>`],
    ['text after a page break', '<div style="break-after: page; height: 9px"></div><p>x</p>'],
    ['text that begins a page', '<div style="height: 9px"></div><h1 style="page-break-before: always">x</h1><p>x</p>'],
  ])('%s is none', async (_, html) => {
    expect(await warningsOf(html)).toEqual([]);
  });
});

test('content hidden by its author’s CSS is reported, and the letter is printed all the same', async () => {
  const [warning] = await warningsOf(
    `${free}<div class="box" style="overflow: hidden; height: 20px">a<br>b<br>c</div>`,
  );
  expect(warning).toMatch(/^<div class="box"> hides a part of its content/);
});

test.each([
  ['an empty element', '<div></div>'],
  ['spaces', '<p>&nbsp; &#8203;</p>'],
  ['hidden text', '<p style="display: none">x</p>'],
  ['a style only', '<style>p { color: red }</style>'],
])('%s is nothing to print', async (_, html) => {
  expect(await printHtml(html, papers.letter)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('nothing to print'),
  });
});

test('images keep their proportions when they shrink, and spacers stay as thin as they are', async () => {
  const heightOf = async (html: string) => {
    const result = await printHtml(html, papers.fax);
    if (!result.ok) throw new Error(result.problem);
    const { topIn, bottomIn } = await inkOf(result.pdf, 1);
    return bottomIn - topIn;
  };
  expect(await heightOf(`<img src="${png(100, 100)}" width="1248" height="624">`)).toBeCloseTo(3.25, 1);
  expect(await heightOf(`<img src="${png(1, 1)}" width="600" height="2">`)).toBeLessThan(0.06);
  expect(await heightOf(`<img src="${png(100, 4000)}">`)).toBeCloseTo(9, 1);
});

test('moving images stand still: the browser was told so when it started', async () => {
  const { pid } = await warmBrowser();
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('imageAnimationPolicy=2');
});
