/** Warnings about what would look bad on a fax, such as gray areas and thin lines, and about pages that were not checked. */
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { faxWarnings, fitnessLimits } from '../../../shared/rendering/fax/fitness.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { longTest, sample } from '../../support/sampling.ts';
import { typesetText } from '../accepted.ts';
import { letterBox, pageOf, pdfOf } from '../pdf/hostile-pdf.ts';
import { streamOf } from '../pdf/pdf-bombs.ts';

const grayWarning =
  'Page 1 has gray or colored areas: a fax is black and white, so they may come out as dots or vanish.';
const hairlineWarning =
  'Page 1 has lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.';

const sentences = async (...args: Parameters<typeof faxWarnings>) =>
  (await faxWarnings(...args)).map(sentenceForCallers);
const warningsOf = (content: string) => sentences(pdfOf({ content }), 1);

/** A PDF of `pages` pages. Those without an entry in `contents` are blank. */
function documentOf(pages: number, contents: Readonly<Record<number, string>>): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  // The objects are the pages from number 5 on, then a blank content, and then the contents of the other pages.
  const blank = 5 + pages;
  const contentOf = (page: number) =>
    page in contents ? blank + Object.keys(contents).indexOf(String(page)) + 1 : blank;
  return pdfOf({
    pages: `<</Type /Pages /Kids [${numbers.map((page) => `${page + 4} 0 R`).join(' ')}] /Count ${pages}>>`,
    more: [
      ...numbers.map((page) => `<</Type /Page /Parent 2 0 R ${letterBox} /Contents ${contentOf(page)} 0 R>>`),
      streamOf('', ''),
      ...Object.values(contents).map((content) => streamOf('', content)),
    ],
  });
}

const grayBox = '0.5 g 72 72 100 100 re f';
const thinLine = '0.25 w 72 72 m 300 72 l S';

test('black text, boxes and lines of at least 0.75 points on a fax cause no warning', async () => {
  const result = typesetText('Many lines of text.\nMMMM mmmmm IIIII lllll ===== ..... #####\n'.repeat(60), 'fax');
  const pdf = await writeTextPdf(result, 't');
  expect(await sentences(pdf, result.pages.length)).toEqual([]);
  expect(
    await warningsOf('1 w 72 72 m 300 72 l S 72 90 m 72 500 l S 100 100 300 300 re f 0.75 w 100 500 90 90 re S'),
  ).toEqual([]);
  expect(await warningsOf('')).toEqual([]);
});

/** The pages that each warning names, by its code, in a document with these contents of pages. */
const pagesByWarning = async (contents: readonly string[]) => {
  const byPage = Object.fromEntries(contents.map((content, index) => [index + 1, content]));
  const warnings = await faxWarnings(documentOf(contents.length, byPage), contents.length);
  return Object.fromEntries(warnings.map((warning) => [warning.code, 'pages' in warning && warning.pages]));
};

test('a warning names pages of a fax with gray or colored areas', async () => {
  const boxes = [
    grayBox,
    '0.93 g 72 72 100 100 re f',
    '1 0 0 rg 72 72 100 100 re f',
    '0.5 G 4 w 72 72 m 500 72 l S',
    'q 200 0 0 200 72 72 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 408040A0> EI Q',
  ];
  expect(await pagesByWarning(boxes)).toEqual({ fax_gray: [1, 2, 3, 4, 5] });
  expect(await warningsOf(grayBox)).toEqual([grayWarning]);
  const grayText = pdfOf({
    page: pageOf(`${letterBox} /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>`),
    content: 'BT 0.6 g /F 12 Tf 72 400 Td (gray words on a white page) Tj ET',
  });
  expect(await sentences(grayText, 1)).toEqual([grayWarning]);
});

test('a warning names pages with a line that a fax may lose, however it is drawn', async () => {
  const lines = [
    thinLine,
    // The thinnest possible stroke.
    '0 w 72 72 m 300 72 l S',
    // A thin rectangle: word processors draw table lines like this.
    '72 500.3 300 0.48 re f',
    '100.1 100 0.48 300 re f',
    '0.5 w 100 100 200 200 re S',
    // A table's lines, which cross.
    `0.5 w ${[0, 40, 80, 120].map((at) => `72 ${200 + at} m 192 ${200 + at} l S ${72 + at} 200 m ${72 + at} 320 l S`).join(' ')}`,
  ];
  expect(await pagesByWarning(lines)).toEqual({ fax_hairlines: [1, 2, 3, 4, 5, 6] });
  expect(await warningsOf(thinLine)).toEqual([hairlineWarning]);
});

test.each(sample([0.3, 0.5, 0.9], 3))(
  'a line thinner than 0.75 points is found at any position between two pixels: shifted by %d points',
  async (shift) => {
    const at = 400 + shift;
    const thin = [0.3, 0.5, 0.7].flatMap((widthPt) => [
      `72 ${at} 300 ${widthPt} re f`,
      `${widthPt} w 72 ${at} m 300 ${at} l S`,
    ]);
    const thick = `72 ${at} 300 0.75 re f 0.75 w 72 ${100 + at} m 300 ${100 + at} l S`;
    expect(await pagesByWarning([...thin, thick])).toEqual({ fax_hairlines: [1, 2, 3, 4, 5, 6] });
  },
);

longTest(
  'a warning names pages that were not checked: those after the fiftieth, and those for which time ran out',
  async () => {
    const unchecked =
      'checked for gray areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.';
    const longLimits = { ...fitnessLimits, timeMs: 25_000 };
    expect(await sentences(documentOf(51, { 1: grayBox }), 51, { limits: longLimits })).toEqual([
      grayWarning,
      `Page 51 was not ${unchecked}`,
    ]);
    // Even the start of Node takes longer than this.
    const shortLimits = { ...fitnessLimits, timeMs: 10, patienceMs: 60_000 };
    expect(await sentences(documentOf(3, {}), 3, { limits: shortLimits })).toEqual([
      `Pages 1 to 3 were not ${unchecked}`,
    ]);
  },
);

test('gray areas are a warning for a fax, but not for a letter', async () => {
  const pdf = documentOf(2, { 2: grayBox });
  expect(await inspectPdf(pdf, papers.fax)).toMatchObject({ warnings: [{ code: 'fax_gray', pages: [2] }], pages: 2 });
  expect(await inspectPdf(pdf, papers.letter)).toMatchObject({ warnings: [{ code: 'pages_blank', pages: [1] }] });
});
