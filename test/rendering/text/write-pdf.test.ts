import { previewPage } from '../../../shared/rendering/pdf/preview.ts';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { fontsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';

async function pdfOf(text: string): Promise<Uint8Array> {
  const result = typeset(text, papers.letter);
  if (!result.ok) throw new Error(result.problem);
  return writeTextPdf(result, { title: 'A letter' });
}

test('every line can be selected and searched as it was written', async () => {
  const lines = [
    'fi ffi fl ff AVAST',
    'résumé naïve façade',
    'Москва',
    'Πλάτων ἔφη',
    '€12.50 — “quoted” …',
    'a\u00a0b c',
  ];
  const [text = ''] = await textsOf(await pdfOf(lines.join('\n')));
  for (const line of lines) expect(text).toContain(line.replace('\u00a0', ' '));
});

test('the same text is the same bytes, however often and whenever it is written', async () => {
  const [first, second] = [await pdfOf('Dear Sir'), await pdfOf('Dear Sir')];
  expect(Buffer.compare(first, second)).toBe(0);
  expect(Buffer.from(first).toString('latin1')).toContain('D:20000101');
});

test('Tinos is in the file and no other font is', async () => {
  expect(await fontsOf(await pdfOf('Dear Sir'))).toEqual([expect.stringMatching(/\+Tinos-Regular$/)]);
});

test('ink stands between the margins and below the address zone, on a sheet of US Letter', async () => {
  const ink = await inkOf(await pdfOf('WAVE Typography AVAST, To. '.repeat(80)), 1);
  expect(ink).toMatchObject({ widthIn: 8.5, heightIn: 11 });
  expect(ink.leftIn).toBeGreaterThan(0.97);
  expect(ink.rightIn).toBeLessThan(7.53);
  expect(ink.topIn).toBeGreaterThan(3);
  expect(ink.bottomIn).toBeLessThan(10.05);
});

test('the file has as many pages as the typesetter made', async () => {
  const result = typeset('x\n'.repeat(200), papers.letter);
  if (!result.ok) throw new Error(result.problem);
  expect(await textsOf(await writeTextPdf(result, { title: 't' }))).toHaveLength(result.pages.length);
});

test('a preview is a PNG of the asked width', async () => {
  const png = Buffer.from(await previewPage(await pdfOf('Dear Sir'), { page: 1, paper: papers.letter, widthPx: 340 }));
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([340, 440]);
});
