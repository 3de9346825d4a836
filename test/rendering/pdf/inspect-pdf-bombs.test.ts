/** Small PDFs that decompress to far more than a machine's memory. */
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { sample } from '../../support/sampling.ts';
import { letterBox, pageOf, patientOptions, pdfOf, type Recipe } from './hostile-pdf.ts';
import { flateOf, nestedFlateOf, streamOf } from './pdf-bombs.ts';

const withContent = (entries: string, bytes: Uint8Array): Recipe => ({
  page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 5 0 R>>`,
  more: [streamOf(entries, bytes)],
});
const withContentOnPage2 = (bytes: Uint8Array): Recipe => ({
  pages: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>',
  page: pageOf(letterBox),
  more: [`<</Type /Page /Parent 2 0 R ${letterBox} /Contents [4 0 R 6 0 R]>>`, streamOf(flate, bytes)],
});
const withImage = (entries: string, bytes: Uint8Array): Recipe => ({
  page: pageOf(`${letterBox} /Resources <</XObject <</I 5 0 R>>>>`),
  content: '612 0 0 792 0 0 cm /I Do',
  more: [streamOf(`/Type /XObject /Subtype /Image ${entries}`, bytes)],
});
const withObjectStream = (entries: string, bytes: Uint8Array): Recipe => ({
  more: [streamOf(`/Type /ObjStm /N 1 /First 4 ${entries}`, bytes)],
});
const withCrossReferences = (entries: number): Recipe => ({
  more: [streamOf(`/Type /XRef /Size ${entries} /W [0 1 0] /Root 1 0 R ${flate}`, flateOf(1024))],
});
const gray = '/ColorSpace /DeviceGray /BitsPerComponent 8';
const flate = '/Filter /FlateDecode';

const tooMuch = /^The .*too much time or memory/;
const anyResult = /^(?:ok|The|Page) /;

/** The recipes of small files that decompress to a gigabyte or more, or have very many parts. */
const bombs: readonly (readonly [name: string, recipe: () => Recipe, result: RegExp])[] = [
  ['an object stream of 1 GB', () => withObjectStream(flate, flateOf(1024)), tooMuch],
  ['content of 1 GB', () => withContent(flate, flateOf(1024)), /decompresses to more than 100 MB/],
  [
    'content of 1 GB, compressed twice',
    () => withContent('/Filter [/FlateDecode /FlateDecode]', nestedFlateOf(1024, 2)),
    /decompresses to more than 100 MB/,
  ],
  ['content of 1 GB on the last page', () => withContentOnPage2(flateOf(1024)), /decompresses to more than 100 MB/],
  [
    'an image of 30,000 pixels a side',
    () => withImage(`/Width 30000 /Height 30000 ${gray} ${flate}`, flateOf(900)),
    /too much time or memory|could not be checked/,
  ],
  ['a cross-reference stream of two billion entries', () => withCrossReferences(2_000_000_000), tooMuch],
  ['a thousand filters', () => withObjectStream(`/Filter [${'/FlateDecode '.repeat(1000)}]`, flateOf(1)), anyResult],
  [
    'a row of a billion columns',
    () => withContent(`${flate} /DecodeParms <</Predictor 15 /Columns 1000000000>>`, flateOf(64)),
    anyResult,
  ],
  ['an attachment of 1 GB', () => ({ more: [streamOf(`/Type /EmbeddedFile ${flate}`, flateOf(1024))] }), anyResult],
  ['arrays in arrays', () => ({ more: ['['.repeat(1_000_000)] }), anyResult],
  ['200,000 empty objects', () => ({ more: Array<string>(200_000).fill('null') }), anyResult],
];

test.each(sample(bombs, 4))(
  'a PDF with %s is refused or read within the limits',
  async (_, recipe, expected) => {
    const result = await inspectPdf(pdfOf(recipe()), papers.letter, patientOptions);
    expect(result.ok ? `ok ${result.warnings.map(sentenceForCallers)}` : result.problem).toMatch(expected);
  },
  30_000,
);
