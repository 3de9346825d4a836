/** A paper that is not US Letter goes through the whole of rendering: a card of 4 x 6 inches. */
import type { Paper } from '../../shared/domain/paper.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { inspectPdf } from '../../shared/rendering/pdf/inspect-pdf.ts';
import { previewPage } from '../../shared/rendering/pdf/preview.ts';
import { typeset } from '../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../shared/rendering/text/write-pdf.ts';
import { papers } from '../support/rendering/papers.ts';

const card: Paper = {
  ...papers.letter,
  noun: 'card',
  sizeName: 'card',
  widthIn: 4,
  heightIn: 6,
  marginIn: 0.25,
  addressZoneIn: 2,
  textHeightIn: 5.5,
  mostPages: 2,
};

afterAll(closeBrowser);

async function textOn(paper: Paper): Promise<Uint8Array> {
  const set = typeset('Dear Ada', paper);
  if (!set.ok) throw new Error(set.problem);
  return writeTextPdf(set, { title: 'Card' });
}

test('text is set in its column, below its place of the addresses', () => {
  const set = typeset('word '.repeat(40), card);
  if (!set.ok) throw new Error(set.problem);
  expect(set.pages[0]?.length).toBeGreaterThan(3);
  expect(set.pages[0]?.[0]).toMatchObject({ xPt: 18 });
  expect(set.pages[0]?.[0]?.baselinePt).toBeGreaterThan(2 * 72);
});

test('a PDF is measured against it, with its name', async () => {
  expect(await inspectPdf(await textOn(card), card)).toMatchObject({ ok: true, pages: 1, warnings: [] });
  const letter = await inspectPdf(await textOn(papers.letter), card);
  expect(letter).toMatchObject({
    problem: expect.stringMatching(/is 8\.5 x 11 inches\. .* 4 x 6 inches, upright \(card/),
  });
});

test('HTML is printed and surveyed on it, between documents on US Letter', async () => {
  const wide = '<div style="width: 500px">Dear Ada</div>';
  const narrow = '<p style="margin-top: 200px">Dear Ada</p>';
  expect(await printHtml(wide, papers.letter)).toMatchObject({ ok: true });
  expect(await printHtml(wide, card)).toMatchObject({ problem: expect.stringContaining('336 px (3.5 inches)') });
  const printed = await printHtml(narrow, card);
  if (!printed.ok) throw new Error(printed.problem);
  expect(await inspectPdf(printed.pdf, card)).toMatchObject({ ok: true, pages: 1, warnings: [] });
  expect(await printHtml(wide, papers.letter)).toMatchObject({ ok: true });
}, 60_000);

test('a page that cannot be drawn is pictured in its proportions', async () => {
  const png = Buffer.from(await previewPage(Buffer.from('no PDF'), { page: 1, paper: card, widthPx: 400 }));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 600]);
}, 60_000);
