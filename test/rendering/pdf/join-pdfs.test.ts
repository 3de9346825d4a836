/** Joined PDFs have every page in order, looking the same, and nothing else from the files. */
import { PDFDocument } from 'pdf-lib';
import type { PdfPart } from '../../../shared/domain/paper.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { joinPdfs } from '../../../shared/rendering/pdf/join-pdfs.ts';
import { redrawnPart } from '../../../shared/rendering/pdf/raster.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { accepted, textPdf, typesetText } from '../accepted.ts';
import { patientOptions, pdfOf, type Recipe } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';
import { withObjectStream } from './pdf-revisions.ts';

const join = (...parts: readonly PdfPart[]) => joinPdfs(parts, papers.letter, patientOptions);

const joined = async (...parts: readonly PdfPart[]): Promise<Uint8Array> => accepted(await join(...parts)).pdf;

const textPart = async (text: string): Promise<PdfPart> => ({
  pdf: await textPdf(text),
  pages: typesetText(text).pages.length,
});

const partOf = (recipe: Recipe): PdfPart => ({ pdf: pdfOf(recipe), pages: 1 });
const letter = await textPart('Dear Ada');
/** Two pages. */
const longPart = (word: string) => textPart(Array.from({ length: 60 }, (_, at) => `${word} ${at}`).join('\n'));
const appearanceOf = (content: string) => streamOf('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', content);
const annotated = (annotation: string, ...more: string[]): PdfPart =>
  partOf({
    page: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [5 0 R]>>`,
    more: [annotation, ...more],
  });
const annotationOf = (subtype: string, entries: string) =>
  `<</Type /Annot /Subtype /${subtype} /Rect [72 700 172 720] ${entries}>>`;
const black = appearanceOf('0 0 100 20 re f');

test('the joined PDF has the text of every part, in order, and its pages look the same', async () => {
  const [one, two] = [await longPart('one'), await longPart('two')];
  const pdf = await joined(letter, two, one);
  const texts = await Promise.all([letter, two, one].map((part) => textsOf(part.pdf)));
  expect(await textsOf(pdf)).toEqual(texts.flat());
  expect(await inspectPdf(pdf, papers.letter, patientOptions)).toEqual({ ok: true, warnings: [], pages: 5 });
});

const emptyPdf = await writeTextPdf({ paper: papers.letter, pages: [[]] }, '');
const front: PdfPart = { pdf: emptyPdf, pages: 1, front: 'page for its addresses' };

test('an empty page for the addresses comes first in a joined PDF', async () => {
  const pdf = await joined(front, letter);
  expect(await textsOf(pdf)).toEqual(['', ...(await textsOf(letter.pdf))]);
  const warnings = [{ code: 'pages_blank', pages: [1] }];
  expect(await inspectPdf(pdf, papers.letter, patientOptions)).toEqual({ ok: true, warnings, pages: 2 });
});

test('an error about too many pages counts the page for the addresses, and advises leaving it out if that is enough', async () => {
  const full = { ...letter, pages: 60 };
  expect(await join(front, full)).toMatchObject({
    problem:
      'The letter has 60 pages and a page for its addresses: together 61, and a letter has at most 60. Leave out the page for its addresses, or shorten the letter.',
    part: 0,
  });
  expect(await join(front, letter, full)).toMatchObject({
    problem: expect.stringMatching(/has 1 page and a page for its addresses and its attachments have 60: together 62/),
  });
});

test('the first page of a joined PDF can be replaced, and nothing of the old one remains in the file', async () => {
  const [first, rest] = [await textPart('New first page'), await longPart('word')];
  const old = await joined(await textPart('Old first page'), rest);
  const replaced = await joined(first, { pdf: old, pages: rest.pages, skipsFirstPage: true });
  expect(await textsOf(replaced)).toEqual([...(await textsOf(first.pdf)), ...(await textsOf(rest.pdf))]);
  const neverOld = await joined(first, { pdf: await joined(rest), pages: rest.pages });
  expect(Buffer.from(replaced)).toEqual(Buffer.from(neverOld));
});

test('the same parts make the same joined PDF, and a repeated file adds its fonts only once', async () => {
  const [once, again] = [await joined(letter, letter), await joined(letter, letter)];
  expect(Buffer.from(once)).toEqual(Buffer.from(again));
  expect(once.length).toBeLessThan(1.6 * letter.pdf.length);
  expect(Buffer.from(once).toString('latin1')).not.toMatch(/CreationDate|Producer|\/ID/);
});

test('joined pages keep their inherited attributes, even from object streams', async () => {
  const rotated = partOf({
    pages: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 792 612] /Rotate 90 /Resources <<>>>>',
    page: '<</Type /Page /Parent 2 0 R /Contents 4 0 R>>',
  });
  const pdf = await joined(letter, rotated, { pdf: withObjectStream(), pages: 1 });
  for (const [page, part] of [rotated.pdf, withObjectStream()].entries())
    expect(await inkOf(pdf, page + 2)).toEqual(await inkOf(part, 1));
});

const layered = (properties: string): PdfPart =>
  partOf({
    catalog: `<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [5 0 R] /D <<${properties}>>>>>>`,
    page: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <</Properties <</L 5 0 R>>>>>>',
    content: '/OC /L BDC 72 700 100 20 re f EMC 72 100 100 20 re f',
    more: ['<</Type /OCG /Name (draft)>>'],
  });

/** `topIn`: the whole inches above the ink, which are 1 with the annotation or layer and 9 without it. */
const looks: readonly (readonly [name: string, part: PdfPart, topIn: number])[] = [
  ['a hidden layer stays hidden', layered('/OFF [5 0 R]'), 9],
  ['a visible layer stays visible', layered('/BaseState /OFF /ON [5 0 R]'), 1],
  ['an annotation that prints stays', annotated(annotationOf('Square', '/F 4 /AP <</N 6 0 R>>'), black), 1],
  [
    'a filled-in field stays without its form',
    annotated(annotationOf('Widget', '/FT /Tx /T (a) /V (x) /F 4 /AP <</N 6 0 R>>'), black),
    1,
  ],
  [
    'a checked box stays',
    annotated(annotationOf('Widget', '/FT /Btn /T (a) /F 4 /AS /On /AP <</N <</On 6 0 R>>>>'), black),
    1,
  ],
  [
    'an unchecked box without an appearance stays empty, although pdfium frames it on screen',
    annotated(annotationOf('Widget', '/FT /Btn /T (a) /F 4 /AS /Off /MK <</CA (4)>> /AP <</N <</On 6 0 R>>>>'), black),
    9,
  ],
  ['an annotation for the screen is left out', annotated(annotationOf('Square', '/F 0 /AP <</N 6 0 R>>'), black), 9],
  ['an empty field stays empty', annotated(annotationOf('Widget', '/FT /Tx /T (a) /F 4 /MK <</R 90 /CA (4)>>')), 9],
];

/** All in one document, because a child process for each would be slow. */
const joinedLooks = joined(letter, ...looks.map(([, part]) => part));

const rows = looks.map(([name, , topIn], index) => [name, index + 2, topIn] as const);
test.each(rows)('in a joined PDF, %s', async (_, page, topIn) => {
  expect(Math.floor((await inkOf(await joinedLooks, page)).topIn)).toBe(topIn);
});

test('links, application data and forms are left out of a joined PDF', async () => {
  const part = partOf({
    catalog: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields []>> /Names <<>> /Metadata 6 0 R>>',
    page: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [5 0 R] /PieceInfo <</X (data)>> /Thumb 6 0 R>>',
    more: [annotationOf('Link', '/Dest [3 0 R /Fit]'), appearanceOf('secret')],
  });
  const { catalog, context } = await PDFDocument.load(await joined(part, letter), { updateMetadata: false });
  expect(catalog.keys().map(String).sort()).toEqual(['/Pages', '/Type']);
  expect(context.enumerateIndirectObjects().join()).not.toMatch(/PieceInfo|Thumb|Link|secret|AcroForm/);
  expect(context.trailerInfo.Info).toBeUndefined();
});

test('joined pages count as unchanged if their grays differ only by rounding', async () => {
  const size = { width: 1, height: 1, originalWidth: 1, originalHeight: 1 };
  const pixel = (gray: number) => ({ sheets: [size], draw: async () => ({ ...size, data: Uint8Array.of(gray) }) });
  expect(await redrawnPart([pixel(200)], pixel(201))).toBeUndefined();
  expect(await redrawnPart([pixel(200)], pixel(240))).toBe(0);
});

/** The parts are joined to the letter. */
test.each<[name: string, parts: readonly PdfPart[], message: RegExp]>([
  [
    'an annotation that each program draws in its own way',
    [annotated(annotationOf('Square', '/F 4 /C [1 0 0]'))],
    /Page 1 has a mark or a form field/,
  ],
  [
    'a button with a caption',
    [annotated(annotationOf('Widget', '/FT /Btn /Ff 65536 /T (a) /F 4 /MK <</CA (Clear)>>'))],
    /each program draws in its own way/,
  ],
  [
    'a checked box without its state',
    [annotated(annotationOf('Widget', '/FT /Btn /T (a) /V /On /F 4 /AP <</N <</On 6 0 R>>>>'), black)],
    /would print differently/,
  ],
  ['a damaged file', [{ pdf: Buffer.from('%PDF-1.7 nothing'), pages: 1 }], /cannot be joined/],
  ['a wrong page count', [{ ...letter, pages: 2 }], /cannot be joined/],
  [
    'the 61st page',
    [30, 30].map((pages) => ({ ...letter, pages })),
    /^The letter has 1 page and its attachments have 60: together 61, and a letter has at most 60\. /,
  ],
  [
    'too many bytes',
    [{ pdf: Buffer.alloc(19_999_000), pages: 1 }],
    /^The letter and its attachments total 20\.0 MB, and at most 20 MB is allowed/,
  ],
])('a part with %s is refused with its number', async (_, parts, message) => {
  const result = await join(letter, ...parts);
  expect(result).toMatchObject({ ok: false, part: parts.length, problem: expect.stringMatching(message) });
});
