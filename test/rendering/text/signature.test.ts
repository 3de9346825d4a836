/** Marks in plain text: the signature is a block of whole lines that no page break divides, and moves no line before it. */
import fc from 'fast-check';
import type { PreparedMarks } from '../../../shared/core/given/marks.ts';
import { prepareName } from '../../../shared/rendering/marks/typed.ts';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { fontsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';
import { strokes } from '../../support/rendering/pictures.ts';

/** Without transparency, as marks are prepared: pdfkit orders transparent pictures by which is ready first. */
const picture = (widthPt: number, heightPt: number) =>
  ({ kind: 'image', png: strokes(60, 30, [0, 0, 0]).toString('base64'), widthPt, heightPt }) as const;

function name(typed: string) {
  const result = prepareName(typed, papers.letter);
  if (!result.ok) throw new Error(result.problem);
  return result.name;
}

const ada = { signature: name('Ada Lovelace') };

function set(text: string, layout: PaperName, marks: PreparedMarks = {}) {
  const result = typeset(text, papers[layout], marks);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

/** The lines of each page, and `*` where the signature stands. */
function seen(text: string, layout: PaperName = 'letter', marks: PreparedMarks = ada): string[][] {
  const { pages, marks: placed } = set(text, layout, marks);
  const signed = placed.find(({ mark }) => mark === marks.signature);
  return pages.map((lines, index) => {
    const all = lines.map(({ text: line, baselinePt }) => ({ line, baselinePt }));
    if (signed?.pageIndex === index) all.push({ line: '*', baselinePt: signed.topPt });
    return all.sort((a, b) => a.baselinePt - b.baselinePt).map(({ line }) => line);
  });
}

describe('the signature stands', () => {
  test.each([
    ['after a blank line at the end', 'Dear Sir', ['Dear Sir', '', '*']],
    ['at a mark of its own line', 'Yours,\n{{signature}}\nAda', ['Yours,', '*', 'Ada']],
    ['within a line, which goes on below it', 'Signed {{signature}} in May', ['Signed', '*', 'in May']],
    ['at the first of several marks', '{{signature}}\n{{signature}}\nx {{ Signature }}y', ['*', 'x y']],
    ['alone', '{{signature}}', ['*']],
  ])('%s', (_, text, lines) => {
    expect(seen(text)).toEqual([lines]);
  });

  test('and the author hears of marks that print nothing', () => {
    expect(set('{{signature}} {{signature}}', 'fax', ada).warnings).toEqual([{ code: 'signed_once' }]);
    expect(set('{{signature}}', 'fax', ada).warnings).toEqual([]);
  });
});

test('without a signature the mark is text like any other, and the author hears of it', () => {
  expect(set('{{signature}}', 'fax').warnings).toEqual([{ code: 'signature_missing' }]);
  expect(seen('{{signature}}', 'letter', {})).toEqual([['{{signature}}']]);
});

test('a signature that does not fit stands on the next page as a whole', () => {
  const lines = Array.from({ length: 32 }, (_, index) => `${index}`);
  expect(seen(lines.slice(0, 29).join('\n'))).toHaveLength(1);
  expect(seen(lines.slice(0, 30).join('\n'))).toEqual([lines.slice(0, 30), ['*']]);
  expect(seen([...lines, '{{signature}}', 'Ada'].join('\n'))).toEqual([lines, ['*', 'Ada']]);
});

test('a letterhead takes no line of a letter, and whole lines of page 1 of a fax', () => {
  const letterhead = picture(180, 100);
  const text = Array.from({ length: 80 }, (_, index) => `${index}`).join('\n');
  expect(set(text, 'letter', { letterhead }).pages).toEqual(set(text, 'letter').pages);
  const linesOnPages = (marks: PreparedMarks) => set(text, 'fax', marks).pages.map(({ length }) => length);
  expect([linesOnPages({}), linesOnPages({ letterhead })]).toEqual([
    [43, 37],
    [35, 43, 2],
  ]);
});

test('whatever the text, a signature changes no line before it and is not divided', () => {
  const lines = fc.array(fc.constantFrom('', '', 'one', 'two words', 'x '.repeat(80)), { maxLength: 120 });
  const marks = fc.constantFrom<PreparedMarks>(ada, { signature: picture(180, 54) }, { signature: picture(10, 5) });
  fc.assert(
    fc.property(lines, lines, fc.constantFrom<PaperName>('letter', 'fax'), marks, (before, after, layout, signed) => {
      const start = `Start\n${before.join('\n')}`;
      const alone = set(start, layout).pages.flatMap((page, index) => page.map((line) => ({ index, ...line })));
      const whole = set(`${start}\n{{signature}}\n${after.join('\n')}`, layout, signed);
      const all = whole.pages.flatMap((page, index) => page.map((line) => ({ index, ...line })));
      const written = alone.filter(({ text }) => text !== '');
      expect(all.filter(({ text }) => text !== '').slice(0, written.length)).toEqual(written);
      const [mark] = whole.marks;
      const foot = (mark?.topPt ?? 0) + (mark?.mark.heightPt ?? 0);
      expect([whole.marks.length, foot <= 10 * 72]).toEqual([1, true]);
      const { pageIndex = 0, topPt = 0 } = mark ?? {};
      const onPage = whole.pages[pageIndex]?.filter(({ text }) => text !== '') ?? [];
      expect(onPage.filter(({ baselinePt }) => baselinePt > topPt && baselinePt < foot)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a letterhead of a letter stands right of the windows of its envelope, above the text', () => {
  for (const size of [picture(180, 108), picture(20, 108), picture(180, 5)]) {
    const [mark] = set('Dear Sir', 'letter', { letterhead: size }).marks;
    expect(mark).toMatchObject({ pageIndex: 0, topPt: 72 });
    expect(mark?.xPt).toBeGreaterThanOrEqual(5 * 72);
  }
});

describe('on paper', () => {
  const pdfOf = (text: string, layout: PaperName, marks: PreparedMarks) =>
    writeTextPdf(set(text, layout, marks), { title: 'Letter' });

  test('a typed name can be searched, in a face of its own, and the text keeps its face', async () => {
    const pdf = await pdfOf('Yours,\n{{signature}}\nP.S. More', 'letter', ada);
    const [text] = await textsOf(pdf);
    for (const words of ['Yours,', 'Ada Lovelace', 'P.S. More']) expect(text).toContain(words);
    const fonts = await fontsOf(pdf);
    expect(fonts.map((font) => font.replace(/^.*\+/, '')).sort()).toEqual(['DancingScript-SemiBold', 'Tinos-Regular']);
  });

  test('a picture and a letterhead print, clear of the addresses and within the margins', async () => {
    const pdf = await pdfOf('Dear Sir', 'letter', { signature: picture(180, 54), letterhead: picture(180, 108) });
    const ink = await inkOf(pdf, 1);
    expect(ink.topIn).toBeCloseTo(1, 1);
    expect(ink.rightIn).toBeCloseTo(7.5, 1);
    expect(ink.leftIn).toBeGreaterThan(0.97);
  });

  test('the same marks are the same bytes', async () => {
    const marks = { signature: picture(90, 30), letterhead: picture(100, 50) };
    const [one, other] = [await pdfOf('Dear Sir', 'fax', marks), await pdfOf('Dear Sir', 'fax', marks)];
    expect(Buffer.compare(one, other)).toBe(0);
  });
});
