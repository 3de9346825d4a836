/** The PDF of a text, as another program reads it. */
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { PDFDocument, PDFName } from 'pdf-lib';
import { advanceOf, unitsPerEm } from '../../../shared/rendering/font/characters.ts';
import { symbolFontFile, tinosRegularFile } from '../../../shared/rendering/font/font-file.ts';
import { POINTS_PER_INCH } from '../../../shared/rendering/layout.ts';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { fontsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { typesetText } from '../accepted.ts';

const pdfOf = (text: string, title = 'A letter') => writeTextPdf(typesetText(text, 'fax'), title);
const readBack = async (text: string) => (await textsOf(await pdfOf(text))).join('\n').split(/\r?\n/);

/** Every character that the typesetter accepts, in lines of twenty-four between bars. */
function alphabet(): string[] {
  const codePoints = [tinosRegularFile, symbolFontFile].flatMap((file) => create(readFileSync(file)).characterSet);
  const characters = [...new Set(codePoints)].map((codePoint) => String.fromCodePoint(codePoint));
  const printable = characters.filter((each) => /\S/.test(each) && typeset(each, papers.fax).ok && hasGlyph(each));
  return Array.from({ length: Math.ceil(printable.length / 24) }, (_, index) =>
    ['|', ...printable.slice(index * 24, (index + 1) * 24), '|'].join(' '),
  );
}

const hasGlyph = (character: string) => advanceOf(character.normalize('NFC').codePointAt(0) ?? 0) !== undefined;

/** pdfium reads a ligature character as its letters. */
const asRead = (line: string) => line.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));

test('every printable character is read back correctly from the PDF', async () => {
  const lines = alphabet();
  expect(lines.length).toBeGreaterThan(100);
  const read = await readBack(lines.join('\n\n'));
  expect(read.filter((line) => line !== '')).toEqual(lines.map((line) => asRead(line.normalize('NFC'))));
});

test.each(['AVAVAVATo. We, Ty', 'fi ffi fl ff', 'iiiiiiiiii', '    four spaces'])(
  'a line is as wide in the PDF as in the table of advances: %s',
  async (line) => {
    const { leftIn, rightIn } = await inkOf(await pdfOf(`|${line}|`), 1);
    // The ink is from the middle of one bar to the middle of the other, so only one bar counts.
    const units = Array.from(`${line}|`).reduce((sum, each) => sum + (advanceOf(each.codePointAt(0) ?? 0) ?? 0), 0);
    expect(rightIn - leftIn).toBeCloseTo(((units / unitsPerEm) * papers.fax.fontSizePt) / POINTS_PER_INCH, 1);
  },
);

test('the PDF of a text has its title and language, and viewers show the title', async () => {
  const pdf = await PDFDocument.load(await pdfOf('Dear Sir', 'Brief — Łódź'), { updateMetadata: false });
  expect([pdf.getTitle(), String(pdf.catalog.get(PDFName.of('Lang')))]).toEqual(['Brief — Łódź', '(en)']);
  expect(pdf.catalog.getViewerPreferences()?.getDisplayDocTitle()).toBe(true);
});

test('a PDF contains only the glyphs that its text uses', async () => {
  const [short, long] = [await pdfOf('Dear Sir'), await pdfOf(alphabet().join('\n'))];
  expect(short.length).toBeLessThan(20_000);
  expect(long.length).toBeGreaterThan(5 * short.length);
  expect(await fontsOf(long)).toHaveLength(2);
  expect(await fontsOf(short)).toEqual([expect.stringMatching(/\+Tinos-Regular$/)]);
});

test('a non-breaking space is read back as a regular one, so that searches find it', async () => {
  expect((await readBack('a\u00a0b c'))[0]).toBe('a b c');
});

test('the same text makes the same bytes at any time and after any other text', async () => {
  // All texts share one font. In it, the Latin and the Cyrillic schwa share a glyph, and É contains the glyph of E.
  const text = 'EA uo Ə';
  const before = await pdfOf(text);
  await pdfOf('ÉÀÜÖ Ә éàüö');
  expect(Buffer.compare(await pdfOf(text), before)).toBe(0);
  expect((await readBack(text))[0]).toBe(text);
  expect(Buffer.from(before).toString('latin1')).toContain('D:20000101');
});

test('a letter has ink only between the margins and below the address zone', async () => {
  const result = typesetText('WAVE Typography AVAST, To. '.repeat(400), 'letter');
  const pdf = await writeTextPdf(result, 't');
  expect(await textsOf(pdf)).toHaveLength(result.pages.length);
  const ink = await inkOf(pdf, 1);
  expect(ink).toMatchObject({ widthIn: 8.5, heightIn: 11 });
  expect(ink.leftIn).toBeGreaterThan(0.97);
  expect(ink.rightIn).toBeLessThan(7.53);
  expect(ink.topIn).toBeGreaterThan(3);
  expect(ink.bottomIn).toBeLessThan(10.05);
});
