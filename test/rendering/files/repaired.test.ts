/** PDFs that are almost right: what is repaired without changing how they look, and what is still refused. */
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import type { FileUse } from '../../../shared/domain/paper.ts';
import { openFile } from '../../../shared/rendering/files/open-file.ts';
import { openRaster } from '../../../shared/rendering/pdf/raster.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { letterBox, pageOf, pdfOf, type Recipe } from '../pdf/hostile-pdf.ts';
import { streamOf } from '../pdf/pdf-bombs.ts';
import { encrypted } from '../pdf/pdf-revisions.ts';

const sheet = { sizeName: 'US Letter', widthIn: 8.5, heightIn: 11 };
const letter: FileUse = { paper: papers.letter, isAttachment: false, isUpload: false };
const open = (recipe: Recipe, use: Partial<FileUse> = {}) => openFile(pdfOf(recipe), { ...letter, ...use }, 'test');

/** A PDF with these pages. Each has the same content: a bar from (72, 100) to (172, 120). */
const pagesOf = (...entries: readonly string[]): Recipe => ({
  pages: `<</Type /Pages /Kids [3 0 R ${entries
    .slice(1)
    .map((_, index) => `${index + 5} 0 R`)
    .join(' ')}] /Count ${entries.length}>>`,
  page: pageOf(entries[0] ?? ''),
  more: entries.slice(1).map(pageOf),
});

/** The PDF, or no bytes if it was refused. */
const pdfIn = (opened: Awaited<ReturnType<typeof open>>) =>
  'pdf' in opened ? Buffer.from(opened.pdf) : Buffer.alloc(0);

const refusal = (problem: string) => ({ ok: false, problem: expect.stringContaining(problem) });

type Bars = readonly (readonly [name: string, entries: string, bar: readonly number[]])[];

/** Expects US Letter pages from index `first` on, with the bar at most a point from the right position. */
async function expectBars(pdf: Uint8Array, bars: Bars, first = 0): Promise<void> {
  const raster = await openRaster(pdf);
  for (const [index, [name, , bar]] of bars.entries()) {
    expect({ name, ...raster.sheets[first + index] }).toEqual({ name, width: 612, height: 792 });
    const ink = await raster.inkOf(first + index, [0, 0, 612, 792]);
    const errorPt = Math.max(...bar.map((expected, side) => Math.abs(expected - (ink?.[side] ?? Number.NaN))));
    expect({ name, ink, isThere: errorPt <= 1 }).toEqual({ name, ink, isThere: true });
  }
}

/** Expects the first pages to look the same. */
async function expectSameLook(before: Uint8Array, after: Uint8Array): Promise<void> {
  const drawn = async (pdf: Uint8Array) =>
    Buffer.from((await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'Gray' })).data);
  const [first, second] = [await drawn(before), await drawn(after)];
  expect(first.equals(second)).toBe(true);
  expect(first.some((gray) => gray < 100)).toBe(true);
}

/** Where the bar must be on the sheet of 612 by 792 points: left, bottom, right, top. */
const almostRight: Bars = [
  ['right already', letterBox, [72, 100, 172, 120]],
  ['without a MediaBox', '', [72, 100, 172, 120]],
  ['upright, but rotated by a scanner’s flag', `${letterBox} /Rotate 90`, [72, 100, 172, 120]],
  ['sideways: its top goes to the left', '/MediaBox [0 0 792 612]', [492, 72, 512, 172]],
  ['sideways and upside down', '/MediaBox [0 0 792 612] /Rotate 180', [100, 620, 120, 720]],
  ['four points too narrow', '/MediaBox [0 0 608 792]', [74, 100, 174, 120]],
  ['cropped at the top, where there is no ink', `${letterBox} /CropBox [0 0 612 700]`, [72, 100, 172, 120]],
  ['cropped out of a larger sheet', '/MediaBox [-9 -9 621 801] /CropBox [0 0 612 792]', [72, 100, 172, 120]],
  ['sideways, with a different origin', '/MediaBox [10 20 802 632]', [512, 62, 532, 162]],
];

test('pages that are almost right are printed at full size, with everything visible', async () => {
  const opened = await open(pagesOf(...almostRight.map(([, entries]) => entries)));
  const warnings = [
    { code: 'pages_turned', pages: [3, 4, 5, 9], inches: '11 x 8.5' },
    { code: 'pages_fitted', pages: [2, 6, 7, 8], sheet },
  ];
  expect(opened).toMatchObject({ ok: true, pages: almostRight.length, warnings });
  await expectBars(pdfIn(opened), almostRight);
});

const inked = (entries: string, content: string): Recipe => ({ ...pagesOf(entries), content });

const sidewaysWithInk = inked('/MediaBox [0 0 792 612]', '600 300 100 20 re f');

const refused: readonly (readonly [name: string, recipe: Recipe, problem: string])[] = [
  ['a sideways first page with ink where the addresses go', sidewaysWithInk, 'its right 3 inches'],
  ['ink that the crop box hides', inked(`${letterBox} /CropBox [0 0 612 700]`, '72 710 9 9 re f'), '8.5 x 9.72 inches'],
  ['a rotation of 45 degrees', pagesOf(`${letterBox} /Rotate 45`), 'rotated by 45 degrees'],
  ['two pages, one beyond repair', pagesOf('', '/MediaBox [0 0 842 595]'), 'Page 2 of the PDF is 11.69 x'],
  ['a box that holds names', pagesOf('/MediaBox [0 0 /a /b]'), 'has no size'],
  [
    'a crop box of the right size in a larger sheet, with ink outside',
    inked('/MediaBox [0 0 612 1008] /CropBox [0 0 612 792]', '72 900 9 9 re f'),
    'Its crop box hides part of the page',
  ],
];

test.each(sample(refused, 4))('a PDF with %s is still refused', async (_, recipe, problem) => {
  expect(await open(recipe)).toMatchObject(refusal(problem));
});

test('a sideways first page is turned if no addresses are stamped on it', async () => {
  for (const use of [{ paper: { ...papers.letter, addressZoneIn: 0 } }, { isAttachment: true }])
    expect(await open(sidewaysWithInk, use)).toMatchObject({
      ok: true,
      warnings: [{ code: 'pages_turned', pages: [1], inches: '11 x 8.5' }],
    });
});

const withLinksAndFiles: Recipe = {
  catalog: `<</Type /Catalog /Pages 2 0 R /AF [5 0 R] /Names <</EmbeddedFiles <</Names [(a) 5 0 R]>>>>>>`,
  page: pageOf(
    `${letterBox} /Annots [10 0 R 7 0 R <</Type /Annot /Subtype /FileAttachment /Rect [9 9 20 20] /FS 5 0 R>> 8 0 R 9 0 R]`,
  ),
  more: [
    '<</Type /Filespec /F (a.xml) /EF <</F 6 0 R>>>>',
    streamOf('/Type /EmbeddedFile', 'an invoice for machines'),
    '<</Type /Annot /Subtype /Link /Rect [72 90 172 100] /Border [0 0 2] /F 4 /A <</S /GoToR /F (other.pdf)>>>>',
    '<</Type /Annot /Subtype /Link /Rect [72 60 172 70] /A <</S /URI /URI (https://example.com)>>>>',
    '<</Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents (a note)>>',
    '<</Type /Annot /Subtype /Link /Rect [72 30 172 40] /A <</S /URI /URI (file://evil/share)>>>>',
  ],
};

test('attached files and links to other files are removed, and web links are kept', async () => {
  const opened = await open(withLinksAndFiles);
  expect(opened).toMatchObject({
    ok: true,
    pages: 1,
    warnings: [{ code: 'links_left_out' }, { code: 'attached_files_left_out' }],
  });
  const pdf = pdfIn(opened);
  expect(pdf.includes('an invoice for machines')).toBe(false);
  const kept = (await PDFDocument.load(pdf)).context.enumerateIndirectObjects().map(String).join();
  expect([kept.includes('evil'), kept.includes('https://example.com')]).toEqual([false, true]);
  await expectSameLook(pdfOf(withLinksAndFiles), pdf);
});

test.each([
  ['the icon of an attached file that prints', '/Subtype /FileAttachment /F 4 /FS 5 0 R', 'an attached file'],
  ['a 3D model', '/Subtype /3D', 'a 3D model'],
])('a PDF with attached files and %s is still refused', async (_, annotation, problem) => {
  const page = pageOf(`${letterBox} /Annots [<</Type /Annot /Rect [9 9 99 99] ${annotation}>>]`);
  expect(await open({ ...withLinksAndFiles, page })).toEqual(refusal(problem));
});

const script = '<</S /JavaScript /JS (app.alert)>>';
const look = streamOf('/Type /XObject /Subtype /Form /BBox [0 0 90 90]', '10 10 50 50 re f');
const form: Recipe = {
  catalog: `<</Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA <</WC ${script}>> /AcroForm <</Fields [5 0 R]>> /Names <</JavaScript <</Names [(a) ${script}]>>>> /Outlines <</First 8 0 R>>>>`,
  page: pageOf(`${letterBox} /AA <</O ${script}>> /Annots [5 0 R 7 0 R]`),
  more: [
    `<</Type /Annot /Subtype /Widget /FT /Btn /T (a) /F 4 /Rect [100 300 190 390] /AP <</N 6 0 R>> /A <</S /SubmitForm /F (http://a)>> /AA <</D ${script}>>>>`,
    look,
    '<</Type /Annot /Subtype /Link /Rect [9 9 20 20] /A <</S /URI /URI (https://example.com) /Next [<</S /Launch /F (a.exe)>>]>> /AA <</E <</S /URI /URI (https://b)>>>>>>',
    '<</Title (a) /A <</S /GoToR /F (secret.pdf)>>>>',
  ],
};

test('the actions of a form are removed, and its pages look the same', async () => {
  const opened = await open(form);
  expect(opened).toMatchObject({ ok: true, pages: 1, warnings: [{ code: 'form_scripts_left_out' }] });
  const pdf = pdfIn(opened);
  const text = (await PDFDocument.load(pdf, { updateMetadata: false })).context.enumerateIndirectObjects().join(' ');
  expect(text).toContain('example.com');
  for (const gone of ['app.alert', 'http://a', 'a.exe', 'https://b', 'secret.pdf']) expect(text).not.toContain(gone);
  await expectSameLook(pdfOf(form), pdf);
});

test('an unreferenced script in a PDF is deleted', async () => {
  expect(await open({ more: [script] })).toMatchObject({ ok: true, warnings: [{ code: 'form_scripts_left_out' }] });
});

test.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
  'a PDF %s that is protected only against changes is printed from an unprotected copy',
  async (version) => {
    const input = await encrypted(version);
    const opened = await openFile(input, letter, 'test');
    expect(opened).toMatchObject({ ok: true, pages: 1, warnings: [{ code: 'protection_left_out' }] });
    expect((await openRaster(pdfIn(opened))).isEncrypted).toBe(false);
    await expectSameLook(input, pdfIn(opened));
  },
);

test('a protected PDF of the wrong size is refused for its size', async () => {
  const input = await encrypted('1.6', '', 'A4');
  expect(await openFile(input, letter, 'test')).toMatchObject(refusal('Page 1 of the PDF is 8.27 x 11.69 inches'));
});

test('a PDF with a password is refused, and the error says what to do', async () => {
  expect(await openFile(await encrypted('1.6', 'secret'), letter, 'test')).toEqual({
    ok: false,
    problem: 'The PDF is encrypted with a password. Save it without one, or print it to a new PDF.',
  });
});

/** Opens a PDF with a page for each annotation. INK means an appearance stream with ink, and EMPTY an empty one. */
const openAnnotated = (annotations: readonly string[]) => {
  const [ink, empty] = [`${annotations.length + 4} 0 R`, `${annotations.length + 5} 0 R`];
  const pages = annotations.map((entries) => {
    const resolved = entries.replaceAll('INK', ink).replaceAll('EMPTY', empty);
    return `${letterBox} /Annots [<</Type /Annot /Rect [9 9 99 99] ${resolved}>>]`;
  });
  const recipe = pagesOf(...pages);
  const contents = ['0 0 90 90 re f', '/Tx BMC EMC'];
  const streams = contents.map((content) => streamOf('/Type /XObject /Subtype /Form /BBox [0 0 90 90]', content));
  return open({ ...recipe, more: [...(recipe.more ?? []), ...streams] });
};

test('a printed annotation without an appearance causes a warning, unless it is a note', async () => {
  const line = '/Subtype /Line /L [10 10 90 90]';
  expect(await openAnnotated([`${line} /F 4`, line, `${line} /F 6`, '/Subtype /Text /F 4'])).toMatchObject({
    ok: true,
    warnings: [
      { code: 'marks_without_look', pages: [1] },
      { code: 'marks_on_screen_only', pages: [2] },
    ],
  });
});

test('a warning lists the kinds of annotations that are shown on screen but not printed', async () => {
  const onScreenOnly = [
    '/Subtype /FreeText /AP <</N INK>>',
    '/Subtype /Widget /FT /Sig /AP <</N INK>>',
    '/Subtype /Widget /Parent <</FT /Tx>> /AP <</N INK>>',
    '/Subtype /Stamp /AP <</N INK>>',
    '/Subtype /Line /AP <</N INK>>',
    '/Subtype /Widget /FT /Tx /V (Ada)',
    // A checked box.
    '/Subtype /Widget /FT /Btn /AS /Yes /AP <</N <</Yes INK /Off EMPTY>>>>',
  ];
  const fine = [
    // With the flags Print, Hidden and NoView.
    ...['/F 4', '/F 2', '/F 32'].map((flags) => `/Subtype /FreeText ${flags} /AP <</N INK>>`),
    // An empty field, a pushbutton, an unchecked box, and a note.
    '/Subtype /Widget /FT /Tx /AP <</N EMPTY>>',
    '/Subtype /Widget /FT /Btn /Ff 65536 /AP <</N INK>>',
    '/Subtype /Widget /FT /Btn /AS /Off /AP <</N <</Yes INK /Off EMPTY>>>>',
    '/Subtype /Text /AP <</N INK>>',
    // An empty field and a box without an appearance.
    ...['/FT /Tx /V ()', '/FT /Tx', '/FT /Btn /V /Yes'].map((field) => `/Subtype /Widget ${field}`),
  ];
  const marks = ['typed text', 'signature', 'filled-in field', 'stamp', 'drawing'];
  const warning = { code: 'marks_on_screen_only', pages: [1, 2, 3, 4, 5, 6, 7], marks };
  expect(await openAnnotated([...onScreenOnly, ...fine])).toMatchObject({ ok: true, warnings: [warning] });
});

const printed = { ok: true, warnings: [] };
const fieldRefused = refusal('Page 1 of the PDF has a form field');
test.each([
  ['different', 'true', '/AP <</N 6 0 R>>', 'Eve', fieldRefused],
  ['the same', 'true', '/AP <</N 6 0 R>>', 'Ada', printed],
  ['different, and no program is asked to draw the value', 'false', '/AP <</N 6 0 R>>', 'Eve', printed],
  ['missing', 'false', '', '', fieldRefused],
])(
  'a field with a value is refused unless all programs print the same text: its appearance is %s',
  async (_, need, appearance, text, result) => {
    const fonts = '/Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
    const opened = await open({
      catalog: `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /NeedAppearances ${need} /DR <<${fonts}>>>>>>`,
      page: pageOf(`${letterBox} /Annots [5 0 R]`),
      more: [
        `<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Ada) /F 4 /DA (/Helv 12 Tf 0 g) /Rect [72 300 272 322] ${appearance}>>`,
        streamOf(`/Subtype /Form /BBox [0 0 200 22] /Resources <<${fonts}>>`, `BT /Helv 9 Tf 2 5 Td (${text}) Tj ET`),
      ],
    });
    expect(opened).toMatchObject(result);
  },
);

const chineseFont = (descriptor: string) =>
  `<</Type /Font /Subtype /Type0 /BaseFont /Helvetica /DescendantFonts [<</BaseFont /STSong-Light ${descriptor}>>]>>`;
const words = 'BT /F1 12 Tf (a) Tj ET';

const standardFonts =
  'Courier Courier-BoldOblique Helvetica-Bold Helvetica-Oblique Symbol Times-Roman Times-BoldItalic ZapfDingbats';

test.each<[string, string, string, boolean]>([
  ...standardFonts
    .split(' ')
    .map((name): [string, string, string, boolean] => [name, `<</Subtype /Type1 /BaseFont /${name}>>`, words, false]),
  ['Times-Oblique, which is not a standard font', '<</Subtype /Type1 /BaseFont /Times-Oblique>>', words, true],
  ['another Latin font', '<</Subtype /TrueType /BaseFont /Garamond /FontDescriptor <<>>>>', words, true],
  ['an embedded font', '<</BaseFont /Garamond /FontDescriptor <</FontFile2 5 0 R>>>>', words, false],
  ['a font that no text uses', '<</BaseFont /Garamond>>', '9 9 9 9 re f', false],
  ['a Type 3 font', '<</Subtype /Type3>>', words, false],
  ['a Chinese font', chineseFont(''), words, true],
  ['an embedded Chinese font', chineseFont('/FontDescriptor <</FontFile3 5 0 R>>'), words, false],
  ['a font of invisible text', '<</BaseFont /Garamond>>', 'BT 3 Tr /F1 12 Tf (a \\) Q) Tj ET', false],
  [
    'a font of text after invisible text',
    '<</BaseFont /Garamond>>',
    'q BT 3 Tr /F1 9 Tf (a) Tj ET Q BT (b) Tj ET',
    true,
  ],
  ['a font in a form XObject', '<</BaseFont /Garamond>>', '/X Do', true],
])(
  'a font that prints text is reported as missing unless it is embedded or standard: %s',
  async (_, font, content, isMissing) => {
    const formXObject = streamOf(`/Subtype /Form /BBox [0 0 9 9] /Resources <</Font <</F1 ${font}>>>>`, words);
    const resources = content === '/X Do' ? '/XObject <</X 5 0 R>>' : `/Font <</F1 ${font}>> /XObject <</I 6 0 R>>`;
    const opened = await open({
      page: pageOf(`${letterBox} /Resources <<${resources}>>`),
      content: `${content} 72 100 9 9 re f`,
      more: [formXObject, streamOf('/Subtype /Image /Filter /DCTDecode', '')],
    });
    expect(opened).toMatchObject({ ok: true, warnings: isMissing ? [{ code: 'fonts_missing', pages: [1] }] : [] });
  },
);

test('blank pages of a PDF are printed with a warning', async () => {
  expect(await open({ content: '' })).toMatchObject({ ok: true, warnings: [{ code: 'pages_blank', pages: [1] }] });
  const white = '<</Contents 5 0 R /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>>';
  const last: Recipe = {
    pages: '<</Type /Pages /Kids [3 0 R 6 0 R] /Count 2>>',
    more: [streamOf('', '1 g 0 0 99 99 re f'), white],
  };
  for (const isAttachment of [false, true])
    expect(await open(last, { isAttachment })).toMatchObject({ warnings: [{ code: 'pages_blank', pages: [2] }] });
});

test('a warning names the unfilled blanks of a template in a letter, an attachment and a fax', async () => {
  const fonts = '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>';
  const content = 'BT /F1 12 Tf 72 400 Td (Dear {{name}}, see [DATE]) Tj ET';
  for (const use of [{}, { isAttachment: true }, { paper: papers.fax }])
    expect(await open({ page: pageOf(`${letterBox} ${fonts}`), content }, use)).toMatchObject({
      ok: true,
      warnings: [{ code: 'blanks_unfilled', marks: ['{{name}}', '[DATE]'] }],
    });
});

test('a static XFA form is printed without its XFA', async () => {
  const opened = await open({
    catalog: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /XFA 6 0 R>>>>',
    more: ['<</FT /Tx /T (a)>>', streamOf('', '<xdp/>')],
  });
  expect(opened).toMatchObject({ ok: true, warnings: [{ code: 'form_scripts_left_out' }] });
  const pdf = pdfIn(opened);
  const { context } = await PDFDocument.load(pdf);
  expect(context.enumerateIndirectObjects().join()).toMatch(/Fields(?!.*XFA)/s);
});

test('a PDF compressed with Brotli is refused, and the error says so', async () => {
  const opened = await open({ pages: '<</Type /Pages /Kids 9 0 R>>', more: [streamOf('/Filter /BrotliDecode', '')] });
  expect(opened).toEqual(refusal('compressed with Brotli'));
});

const fitPage: Partial<FileUse> = { paper: { ...papers.letter, isFitted: true } };

const mark = '/Annots [<</Type /Annot /Subtype /Square /F 4 /Rect [40 300 80 350] /C [0] /IC [0]>>]';
/** The bar from (72, 100) to (172, 120), as it is printed on the sheet. */
const shrunk: Bars = [
  ['A4', '/MediaBox [0 0 595.28 841.89] /Group <</S /Transparency>>', [93.7, 94.1, 187.8, 112.9]],
  ['Legal', '/MediaBox [0 0 612 1008]', [122.6, 78.6, 201.1, 94.3]],
  ['cropped, with a mark outside', `${letterBox} /CropBox [122 0 612 792] ${mark}`, [61, 100, 111, 120]],
  ['a wide half sheet, which fits upright', '/MediaBox [0 0 612 396]', [72, 298, 172, 318]],
  ['the same, rotated by a flag', '/MediaBox [0 0 396 612] /Rotate 90', [100, 422, 120, 522]],
  ['wide Legal, which is larger if it is rotated', '/MediaBox [0 0 1008 612]', [452.1, 56.6, 467.9, 135.1]],
  ['cropped out of a huge page', '/MediaBox [0 0 3000 3000] /CropBox [0 0 612 396]', [72, 298, 172, 318]],
];

test('with fit_page, pages of a different size are centered, and shrunk if they are larger, with a warning', async () => {
  const opened = await open(pagesOf(letterBox, ...shrunk.map(([, entries]) => entries)), fitPage);
  const warnings = [
    { code: 'pages_turned', pages: [7], inches: '14 x 8.5' },
    { code: 'pages_shrunk', pages: [2, 3, 4, 5, 6, 7, 8], inches: '8.27 x 11.69', sheet, percent: 78 },
  ];
  expect(opened).toMatchObject({ ok: true, warnings });
  await expectBars(pdfIn(opened), shrunk, 1);
  // A page's transparency group is always isolated, so the group of the form must be isolated.
  expect(Buffer.from(pdfIn(opened)).toString('latin1')).toMatch(/Transparency\s+\/I true/);
});

const bar = Buffer.from('72 100 100 20 re f');
const flate = '/Filter /FlateDecode';
const predicted = streamOf(
  `${flate} /DecodeParms <</Predictor 2 /Columns 18>>`,
  deflateSync(bar.map((byte, at) => byte - (bar[at - 1] ?? 0))),
);
test.each([
  ['with a predictor', '5 0 R', predicted, true],
  ['with an abbreviated filter', '[5 0 R]', streamOf('/Filter /AHx', `${bar.toString('hex')}>`), true],
  ['in two parts', '[4 0 R 5 0 R]', streamOf(flate, deflateSync(bar)), true],
  ['in two parts, one with a predictor', '[4 0 R 5 0 R]', predicted, false],
  ['in two parts, one that pdf-lib cannot decode', '[4 0 R 5 0 R]', streamOf('/Filter /Crypt', bar), false],
])(
  'with fit_page, a page is printed with all its content or refused: content %s',
  async (name, contents, stream, isPrinted) => {
    const page = `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595.28 841.89] /Contents ${contents}>>`;
    const opened = await open({ page, content: 'q', more: [stream] }, fitPage);
    if (isPrinted) await expectBars(pdfIn(opened), [[name, '', [93.7, 94.1, 187.8, 112.9]]]);
    else expect(opened).toEqual(refusal('portrait). fit_page cannot scale it. Print it to a new PDF.'));
  },
);

test.each([
  ['would be too small to read', '/MediaBox [0 0 1200 1700]', /too large for fit_page: save it smaller\.$/],
  ['has a UserUnit', '/MediaBox [0 0 300 400] /UserUnit 2', /portrait\)\. fit_page cannot scale it, /],
  ['shows nothing', `${letterBox} /CropBox [700 0 900 792]`, /is 0 x 11 inches\. .* portrait\)\.$/],
])('with fit_page, a page that %s is refused with the reason', async (_, entries, problem) => {
  expect(await open(pagesOf(entries), fitPage)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});

test('a page of the right size does not change with fit_page', async () => {
  const right = pdfOf(pagesOf(letterBox));
  expect(await openFile(right, { ...letter, ...fitPage }, 'test')).toMatchObject({ ok: true, pdf: right });
});

test.each([
  ['A4', '/MediaBox [0 0 595.28 841.89]', { percent: 94, isA4: true }],
  ['Legal', '/MediaBox [0 0 612 1008]', { percent: 78, isA4: false }],
])('without fit_page, another page size is refused with the scale that would fit: %s', async (_, entries, fit) => {
  const problem = expect.stringMatching(
    `inches\\. Every page must be 8\\.5 x 11 inches.* fit_page true to print it at ${fit.percent}%\\.$`,
  );
  expect(await open(pagesOf(entries))).toEqual({ ok: false, problem, details: { kind: 'page_size', ...fit } });
});

test('without fit_page, a page that would be too small to read is refused without a scale', async () => {
  const problem = expect.stringMatching(/^Page 1 .* inches\. Every page must be 8\.5 x 11 inches, [^.]*\.$/);
  expect(await open(pagesOf('/MediaBox [0 0 1200 1700]'))).toEqual({ ok: false, problem });
});
