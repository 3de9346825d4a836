import { readFileSync } from 'node:fs';
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { closeBrowser, printHtml, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { printedHtml } from '../accepted.ts';
import { png } from './corpus/pictures.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const warningsOf = async (html: string, layout: 'letter' | 'fax' = 'letter') =>
  (await printedHtml(html, layout)).warnings.map(sentenceForCallers);

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
  ])('%s needs no warning', async (_, html) => {
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
    const { topIn, bottomIn } = await inkOf((await printedHtml(html, 'fax')).pdf, 1);
    return bottomIn - topIn;
  };
  expect(await heightOf(`<img src="${png(100, 100)}" width="1248" height="624">`)).toBeCloseTo(3.25, 1);
  expect(await heightOf(`<img src="${png(1, 1)}" width="600" height="2">`)).toBeLessThan(0.06);
  expect(await heightOf(`<img src="${png(100, 4000)}">`)).toBeCloseTo(9, 1);
});

test('the browser starts with the flag that stops animated images at their first frame', async () => {
  const { pid } = await warmBrowser();
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('imageAnimationPolicy=2');
});

async function wordsOf(html: string): Promise<string> {
  const result = await printHtml(html, papers.letter);
  return result.ok ? (await textsOf(result.pdf)).join(' ').replace(/\s+/g, ' ') : result.problem;
}

test.each([
  ['a year', '<ol start="1986"><li>x<li>x</ol>', '1986. x 1987. x'],
  ['ten thousand', '<ol><li value="10000">x</ol>', '10000. x'],
  ['more than a thousand items', `<ol style="line-height: 1pt">${'<li>x'.repeat(1_001)}</ol>`, '1001. x'],
  ['large print', `<ol style="font-size: 30px">${'<li>x'.repeat(10)}</ol>`, '10. x'],
  ['a long string', `<ul style='list-style: "Paragraph "'><li>x</ul>`, 'Paragraph x'],
  [
    'counters of CSS',
    '<style>ol { counter-reset: n 12344 } li { counter-increment: n } li::marker { content: counters(n, ".") " " }</style><ol><li>x<ol><li>y</ol></ol>',
    '12345 x 12345.12345 y',
  ],
  [
    'counters of a style attribute',
    '<ol style="counter-set: list-item 5000"><li style="counter-set: list-item 5000">x</ol>',
    '5000. x',
  ],
  [
    'lists in lists',
    '<ol><li>a<ol start="123456"><li>b<ol start="99999999"><li>c</ol></ol></ol>',
    '123456. b 99999999. c',
  ],
  [
    'a box that clips',
    '<div style="margin-left: 90px; overflow: hidden"><ol start="10000"><li>x</ol></div>',
    '10000. x',
  ],
  ['a document that is scaled', '<div style="width: 640px"><ol start="100000"><li>x</ol></div>', '100000. x'],
])('nothing is cut off from the number of a list: %s', async (_, html, words) => {
  expect(await wordsOf(free + html)).toContain(words);
});

test('a list whose author left no room for numbers is refused', async () => {
  expect(await wordsOf('<ol start="10000" style="padding-left: 9px"><li>x</ol>')).toMatch(
    /::marker begins \d+ px left/,
  );
});

test('folded details are printed, also those of which a browser opens one at a time', async () => {
  const details = (name: string) => `<details name="a"><summary>${name}</summary><p>inside ${name}</p></details>`;
  expect(await wordsOf(`${free}${details('one')}${details('two')}`)).toMatch(/inside one.*inside two/);
});

const page2 = '<p style="break-before: page">x</p>';
const blank = 'Page 2 has nothing on it';
const faint = 'Some words are white';
const fixed = '<b class="top"> is fixed';

test.each([
  ['a blank page', '<p>x</p><p style="break-before: page">&nbsp;</p>', [blank]],
  ['white words', '<p style="color: white">x</p>', [faint]],
  ['almost white words', '<p style="color: rgba(0, 0, 0, 0.04)">x</p>', [faint]],
  ['words of a pixel', '<p style="font-size: 1px">x</p>', [faint]],
  ['words that are scaled down to a pixel', '<b style="display: inline-block; transform: scale(0.05)">x</b>', [faint]],
  ['words in a clear box', '<p>x</p><div style="opacity: 0"><p>x</p></div>', [faint]],
  [
    'something fixed above two pages',
    `<b class="top" style="position: fixed; top: 3in">x</b><p>x</p>${page2}`,
    [fixed],
  ],
])('%s is a warning', async (_, html, beginnings) => {
  expect(await warningsOf(free + html)).toEqual(beginnings.map((beginning) => expect.stringContaining(beginning)));
});

test.each([
  ['white words on black', '<div style="background: #000"><p style="color: #fff">x</p></div>'],
  ['white words with a shadow', '<p style="color: #fff; text-shadow: 0 0 2px #000">x</p>'],
  ['a picture alone on a page', `<p>x</p><img style="break-before: page; display: block" src="${png(9, 9)}">`],
  ['a page below the room for the addresses', page2],
  ['something fixed on a single page', '<b style="position: fixed; top: 3in">x</b><p>x</p>'],
])('%s needs no warning', async (_, html) => {
  expect(await warningsOf(free + html)).toEqual([]);
});

test('print below 6 points is a warning of a fax, and of no letter', async () => {
  const html = (pt: number) => `${free}<p style="font-size: ${pt}pt">small print</p>`;
  expect(await warningsOf(html(5.5), 'fax')).toEqual([
    expect.stringMatching(/^Page 1 has print smaller than 6 points/),
  ]);
  expect([await warningsOf(html(6), 'fax'), await warningsOf(html(5.5))]).toEqual([[], []]);
});
