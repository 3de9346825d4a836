import { sentenceForCallers } from '../../../shared/domain/warnings/for-callers.ts';
import { faxWarnings, fitnessLimits } from '../../../shared/rendering/fax/fitness.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { longTest, sample } from '../../support/proofs.ts';
import { papers } from '../../support/rendering/papers.ts';
import { pageOf, pdfOf } from '../pdf/hostile-pdf.ts';
import { streamOf } from '../pdf/pdf-bombs.ts';

const letterBox = '/MediaBox [0 0 612 792]';
const greys = 'Page 1 has gray or colored areas: a fax is black and white, they may come out as dots or vanish.';
const hairlines =
  'Page 1 has lines thinner than 1/100 inch (0.7 pt): a fax may lose them. Make them at least 1 pt thick.';

const sentences = async (...given: Parameters<typeof faxWarnings>) =>
  (await faxWarnings(...given)).map(sentenceForCallers);
const warningsOf = (content: string) => sentences(pdfOf({ content }), 1);

/** `pages` pages that are blank but for those that have their own content. */
function documentOf(pages: number, contents: Readonly<Record<number, string>>): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const blank = 5 + pages;
  const content = (page: number) =>
    page in contents ? blank + Object.keys(contents).indexOf(String(page)) + 1 : blank;
  return pdfOf({
    pages: `<</Type /Pages /Kids [${numbers.map((page) => `${page + 4} 0 R`).join(' ')}] /Count ${pages}>>`,
    more: [
      ...numbers.map((page) => `<</Type /Page /Parent 2 0 R ${letterBox} /Contents ${content(page)} 0 R>>`),
      streamOf('', ''),
      ...Object.values(contents).map((each) => streamOf('', each)),
    ],
  });
}

const greyBox = '0.5 g 72 72 100 100 re f';
const thinLine = '0.25 w 72 72 m 300 72 l S';

test('black text, boxes and lines of a point and more are fit to be faxed', async () => {
  const result = typeset(
    'A letter of several lines.\nMMMM mmmmm IIIII lllll ===== ..... #####\n'.repeat(60),
    papers.fax,
  );
  if (!result.ok) throw new Error(result.problem);
  const pdf = await writeTextPdf(result, { title: 't' });
  expect(await sentences(pdf, result.pages.length)).toEqual([]);
  expect(
    await warningsOf('1 w 72 72 m 300 72 l S 72 90 m 72 500 l S 100 100 300 300 re f 0.75 w 100 500 90 90 re S'),
  ).toEqual([]);
  expect(await warningsOf('')).toEqual([]);
});

describe('greys and colors are named', () => {
  test.each(
    sample(
      [
        ['a gray box', greyBox],
        ['a pale box', '0.93 g 72 72 100 100 re f'],
        ['a red box', '1 0 0 rg 72 72 100 100 re f'],
        ['a thick gray line', '0.5 G 4 w 72 72 m 500 72 l S'],
        ['a picture', 'q 200 0 0 200 72 72 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 408040A0> EI Q'],
      ],
      6,
    ),
  )('%s', async (_, content) => {
    expect(await warningsOf(content)).toEqual([greys]);
  });

  test('gray text', async () => {
    const pdf = pdfOf({
      page: pageOf(`${letterBox} /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>`),
      content: 'BT 0.6 g /F 12 Tf 72 400 Td (gray words on a white page) Tj ET',
    });
    expect(await sentences(pdf, 1)).toEqual([greys]);
  });
});

describe('lines that a fax may lose are named', () => {
  test.each(
    sample(
      [
        ['a stroke', thinLine],
        ['the thinnest stroke there is', '0 w 72 72 m 300 72 l S'],
        ['an upright stroke', '0.5 w 72 72 m 72 300 l S'],
        ['a thin rectangle, as word processors draw the lines of tables', '72 500.3 300 0.48 re f'],
        ['an upright rectangle', '100.1 100 0.48 300 re f'],
        ['a thin frame', '0.5 w 100 100 200 200 re S'],
        [
          'a table’s lines, which cross',
          `0.5 w ${[0, 40, 80, 120].map((at) => `72 ${200 + at} m 192 ${200 + at} l S ${72 + at} 200 m ${72 + at} 320 l S`).join(' ')}`,
        ],
      ],
      6,
    ),
  )('%s', async (_, content) => {
    expect(await warningsOf(content)).toEqual([hairlines]);
  });

  test.each(sample([0.3, 0, 0.1, 0.5, 0.7, 0.9], 6))(
    'wherever they stand between two pixels: %d points on',
    async (shift) => {
      for (const widthPt of [0.3, 0.5, 0.7]) {
        expect(await warningsOf(`72 ${400 + shift} 300 ${widthPt} re f`)).toEqual([hairlines]);
        expect(await warningsOf(`${widthPt} w 72 ${400 + shift} m 300 ${400 + shift} l S`)).toEqual([hairlines]);
      }
      expect(
        await warningsOf(`72 ${400 + shift} 300 0.75 re f 0.75 w 72 ${500 + shift} m 300 ${500 + shift} l S`),
      ).toEqual([]);
    },
  );
});

longTest('the pages are named, and of many the first six', async () => {
  expect(await sentences(documentOf(3, { 1: thinLine, 3: greyBox }), 3)).toEqual([
    greys.replace('Page 1', 'Page 3'),
    hairlines,
  ]);
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 1, greyBox]));
  expect(await sentences(documentOf(10, ten), 10)).toEqual([
    greys.replace('Page 1 has', 'Pages 1, 2, 3, 4, 5, 6 and 4 more have'),
  ]);
  expect(await sentences(documentOf(2, { 1: greyBox, 2: greyBox }), 2)).toEqual([
    greys.replace('Page 1 has', 'Pages 1 and 2 have'),
  ]);
});

longTest(
  'pages that were not looked at are reported: those after the fiftieth, and those for which time ran out',
  async () => {
    const unseen =
      'checked for gray areas and thin lines, which a fax may lose: the document is too long, or too complex to draw.';
    const patient = { ...fitnessLimits, timeMs: 25_000 };
    expect(await sentences(documentOf(51, { 1: greyBox }), 51, { limits: patient })).toEqual([
      greys,
      `Page 51 was not ${unseen}`,
    ]);
    // Node alone takes longer to start.
    const hasty = { ...fitnessLimits, timeMs: 10, patienceMs: 60_000 };
    expect(await sentences(documentOf(3, {}), 3, { limits: hasty })).toEqual([`Pages 1 to 3 were not ${unseen}`]);
  },
);

test('a fax of somebody’s PDF is told, a letter is not', async () => {
  const pdf = documentOf(2, { 2: greyBox });
  expect(await inspectPdf(pdf, papers.fax)).toEqual({
    ok: true,
    warnings: [{ code: 'fax_grey', pages: [2] }],
    pages: 2,
  });
  expect(await inspectPdf(pdf, papers.letter)).toEqual({
    ok: true,
    warnings: [{ code: 'pages_blank', pages: [1] }],
    pages: 2,
  });
});
