import { closeBrowser, printHtml, warmBrowser } from '../../../shared/rendering/chromium/print-html.ts';
import { sample } from '../../support/proofs.ts';
import { colorsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { grayPng } from '../../support/rendering/photographs.ts';
import { printedHtml } from '../accepted.ts';
import { corpus } from '../html/corpus.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const faxed = (html: string) => printedHtml(html, 'fax');

/** Large enough for smooth edges to be few beside what is filled. */
const word = 'font: bold 60pt Tinos';
const gray = { code: 'fax_grey', pages: [1] };

describe('text comes out black on white', () => {
  test.each(
    sample(
      Object.entries({
        colored: `<p style="color: red; ${word}">word</p>`,
        'white on a dark ground': `<div style="background: navy"><p style="color: #fff; ${word}">word</p></div>`,
        'with !important in a layer': `<style>@layer a { p { color: red !important } }</style><p style="${word}">word</p>`,
        'with !important in a style attribute': `<p style="color: red !important; background: teal !important; ${word}">word</p>`,
        'on a dark box that lies under it': `<div style="position: relative"><i style="position: absolute; inset: 0; background: #123"></i><p style="position: relative; color: #fff; ${word}">word</p></div>`,
        'with !important in a form that shadows the browser’s functions': `<form style="color: red !important; ${word}">word<input name="style"><input name="parentElement"><input name="setAttribute"></form>`,
        'in MathML': `<math style="color: red !important; ${word}"><mtext>word</mtext></math>`,
        'by way of the host': `<style>:host { filter: invert(1) !important; background: #222 !important; color: red }</style><p style="${word}">word</p>`,
        'cut out of a gradient': `<p style="background: linear-gradient(red, blue); background-clip: text; -webkit-text-fill-color: transparent; ${word}">word</p>`,
        pale: `<p style="opacity: 0.3; ${word}">word</p>`,
        'made by CSS': `<style>p::before { content: "word"; color: red !important; background: teal; ${word} }</style><p>word</p>`,
        'as a marker': `<style>li::marker { color: red !important }</style><ul style="${word}"><li>word</ul>`,
        'as of old': `<body bgcolor="navy" text="white"><font color="red" style="${word}">word</font></body>`,
      }),
      5,
    ),
  )('%s', async (_, html) => {
    const { pdf, warnings } = await faxed(html);
    expect(warnings).toEqual([]);
    const { colored, dark, midtones } = await colorsOf(pdf, 1);
    expect(colored).toBe(0);
    expect(dark).toBeGreaterThan(0.002);
    // A dark ground would be a third of the page; smooth edges are a small part of what is black.
    expect(dark).toBeLessThan(0.1);
    expect(midtones).toBeLessThan(dark / 2);
    expect((await textsOf(pdf)).join()).toContain('ord');
  });
});

describe('colored drawings come out black, and nothing vanishes', () => {
  test.each(
    sample(
      Object.entries({
        'a border': '<div style="border: 9px solid yellow; height: 2in"></div>',
        'a shaded border': '<div style="border: 9px ridge #ccc; height: 2in"></div>',
        'a bar': '<div style="background: #234; height: 1in"></div>',
        'a bar made by CSS':
          '<style>p::before { content: ""; display: block; height: 1in; background: #ccc }</style><p>x</p>',
        'a pale box': '<div style="background: #eee; height: 2in"></div>',
        'a rule between columns':
          '<div style="columns: 2; column-rule: 9px solid red; height: 3in">x<p style="break-before: column">x</div>',
      }),
      5,
    ),
  )('%s', async (_, html) => {
    const { pdf, warnings } = await faxed(html);
    const { colored, dark } = await colorsOf(pdf, 1);
    expect([warnings, colored]).toEqual([[], 0]);
    expect(dark).toBeGreaterThan(0.0005);
  });

  test('content without color stays without', async () => {
    const arrow = '<div style="width: 0; border: 1in solid transparent; border-top-color: red"></div>';
    const { topIn, bottomIn } = await inkOf((await faxed(arrow)).pdf, 1);
    expect(bottomIn - topIn).toBeCloseTo(1, 1);
    expect(
      (await colorsOf((await faxed('<p>x</p><p style="opacity: 0; font-size: 99pt">x</p>')).pdf, 1)).dark,
    ).toBeLessThan(0.001);
  });

  test('a white picture keeps the dark ground behind it', async () => {
    const logo = '<svg width="200" height="100"><circle cx="100" cy="50" r="40" fill="#fff"/></svg>';
    const { dark } = await colorsOf((await faxed(`<div style="background: navy">${logo} word</div>`)).pdf, 1);
    expect(dark).toBeGreaterThan(0.01);
    expect(dark).toBeLessThan(0.03);
  });
});

describe('pictures are left as they are, with a warning', () => {
  test.each([
    ['a photograph', `<img src="${grayPng(300, 300)}">`],
    ['a drawing', '<svg width="300" height="300"><circle cx="150" cy="150" r="90" fill="teal"/></svg>'],
    ['a control that the browser draws', '<progress value="0.5" style="width: 5in; height: 1in"></progress>'],
  ])('%s', async (_, html) => {
    expect((await faxed(html)).warnings).toEqual([gray]);
  });
});

test('documents of text and tables need no warning, and have the same pages as a letter', async () => {
  // One in three: test/rendering/html/corpus.test.ts prints all of them as letters.
  const plain = Object.entries(corpus).filter(
    ([, [pages, html]], at) => at % 3 === 0 && pages < 8 && !/<img|<input|url\(/.test(html),
  );
  for (const [name, [pages, html]] of sample(plain, 8))
    expect({ name, ...(await faxed(html)) }).toMatchObject({ name, pages, warnings: [] });
}, 120_000);

test('a letter keeps its colors', async () => {
  const result = await printHtml(`<p style="color: red; ${word}; margin-top: 3in">word</p>`, papers.letter);
  expect(result.ok && (await colorsOf(result.pdf, 1)).colored).toBeGreaterThan(0.001);
});
