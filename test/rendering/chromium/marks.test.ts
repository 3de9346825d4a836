/** Signatures and letterheads in HTML, on the real browser. */
import type { PreparedMarks } from '../../../shared/core/given/marks.ts';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { warmBrowser } from '../../../shared/rendering/chromium/warm-browser.ts';
import { prepareName } from '../../../shared/rendering/marks/typed.ts';
import { colorsOf, fontsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';
import { strokes } from '../../support/rendering/pictures.ts';

beforeAll(warmBrowser, 60_000);

afterAll(closeBrowser);

const picture = (widthPt: number, heightPt: number, ink?: readonly number[]) =>
  ({ kind: 'image', png: strokes(60, 30, ink).toString('base64'), widthPt, heightPt }) as const;

function name(typed: string) {
  const result = prepareName(typed, papers.letter);
  if (!result.ok) throw new Error(result.problem);
  return result.name;
}

const ada = { signature: name('Ada Lovelace') };

async function printed(html: string, layout: PaperName, marks: PreparedMarks) {
  const result = await printHtml(html, papers[layout], { marks });
  if (!result.ok) throw new Error(result.problem);
  return result;
}

const below = '<div style="height: 2.1in"></div>';

test('a typed name can be searched, in its own face, at the place that asks for it', async () => {
  const { pdf, warnings } = await printed(`${below}<p>Yours,<br>{{signature}}</p><p>P.S. More`, 'letter', ada);
  const [text = ''] = await textsOf(pdf);
  expect(text.split(/\s*\n\s*/).filter((line) => line !== '')).toEqual(['Yours,', 'Ada Lovelace', 'P.S. More']);
  expect((await fontsOf(pdf)).some((font) => font.includes('DancingScript'))).toBe(true);
  expect(warnings).toEqual([]);
});

test('it looks the same on a fax', async () => {
  const { pdf } = await printed('<p>Yours,', 'fax', ada);
  expect((await fontsOf(pdf)).some((font) => font.includes('DancingScript'))).toBe(true);
});

test('no rule of the author’s changes it', async () => {
  const hostile =
    '<style>* { color: #fff !important; font-size: 3px !important; display: none !important; width: 1px !important }' +
    ' img, span { height: 1px !important; transform: scale(0) !important } p, div { display: block !important }</style>';
  for (const marks of [{ signature: picture(180, 54) }, ada]) {
    const { pdf } = await printed(`${hostile}<p style="font-size: 12pt">{{signature}}</p>`, 'letter', marks);
    const ink = await inkOf(pdf, 1);
    expect(ink.bottomIn - ink.topIn).toBeGreaterThan(0.2);
  }
});

test('a name with markup in it is text', async () => {
  const { pdf } = await printed('<p>Yours,', 'fax', { signature: name('A <b>& "B"') });
  expect(await textsOf(pdf)).toEqual([expect.stringContaining('A <b>& "B"')]);
});

test.each(['<p style="display: none">{{signature}}</p><p>a', '<details><p>{{signature}}</p></details><p>a'])(
  'a place that does not show is refused: %s',
  async (html) => {
    expect(await printHtml(html, papers.letter, { marks: ada })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('{{signature}} stands where the HTML shows nothing'),
    });
  },
);

test('a letterhead of a letter stands beside the addresses and moves nothing', async () => {
  const html = `${below}<p>${'Words and words. '.repeat(300)}</p>`;
  const { pdf, pages, warnings } = await printed(html, 'letter', { letterhead: picture(180, 108) });
  const ink = await inkOf(pdf, 1);
  expect([ink.topIn.toFixed(1), ink.rightIn.toFixed(1)]).toEqual(['1.0', '7.5']);
  const bare = await printHtml(html, papers.letter);
  expect([pages, warnings]).toEqual([bare.ok && bare.pages, []]);
  const [own, theirs] = [await textsOf(pdf), bare.ok && (await textsOf(bare.pdf))];
  expect(own).toEqual(theirs);
});

test('a letterhead of a fax takes whole lines at the top of page 1', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => index).join('<br>');
  const marks = { letterhead: picture(180, 100) };
  const pagesOf = async (count: number) => (await printed(lines(count), 'fax', marks)).pages;
  expect([await pagesOf(35), await pagesOf(36)]).toEqual([1, 2]);
});

test('a fax keeps a signature whose ink is light, and says that it is gray', async () => {
  const { pdf, warnings } = await printed('<p>Yours,', 'fax', { signature: picture(180, 54, [120, 160, 240, 255]) });
  expect((await colorsOf(pdf, 1)).colored).toBeGreaterThan(0);
  expect(warnings).toMatchObject([{ code: 'fax_grey', pages: [1] }]);
});

test('the same marks are the same bytes', async () => {
  const marks = { ...ada, letterhead: picture(100, 50) };
  const [one, other] = [await printed('<p>a', 'letter', marks), await printed('<p>a', 'letter', marks)];
  expect(Buffer.compare(one.pdf, other.pdf)).toBe(0);
});
