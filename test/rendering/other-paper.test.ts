/** A paper that is not US Letter goes through the whole of rendering: a card of 4 x 6 inches. */
import type { Paper } from '../../shared/domain/paper.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { inspectPdf } from '../../shared/rendering/pdf/inspect-pdf.ts';
import { previewPage } from '../../shared/rendering/pdf/preview.ts';
import { typeset } from '../../shared/rendering/text/typeset.ts';
import { papers } from '../support/rendering/papers.ts';
import { accepted, textPdf } from './accepted.ts';

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

test('text is set in its column, below its place of the addresses', () => {
  const set = accepted(typeset('word '.repeat(40), card));
  expect(set.pages[0]?.length).toBeGreaterThan(3);
  expect(set.pages[0]?.[0]).toMatchObject({ xPt: 18 });
  expect(set.pages[0]?.[0]?.baselinePt).toBeGreaterThan(2 * 72);
});

test('a PDF is measured against it, with its name', async () => {
  expect(await inspectPdf(await textPdf('Dear Ada', card), card)).toMatchObject({ ok: true, pages: 1, warnings: [] });
  const letter = await inspectPdf(await textPdf('Dear Ada'), card);
  expect(letter).toMatchObject({
    problem: expect.stringMatching(/is 8\.5 x 11 inches\. .* 4 x 6 inches, upright \(card/),
  });
});

test('HTML is printed and surveyed on it, between documents on US Letter', async () => {
  const wide = '<div style="width: 500px">Dear Ada</div>';
  const narrow = '<p style="margin-top: 200px">Dear Ada</p>';
  expect(await printHtml(wide, papers.letter)).toMatchObject({ ok: true });
  expect(await printHtml(wide, card)).toMatchObject({ problem: expect.stringContaining('336 px (3.5 inches)') });
  const printed = accepted(await printHtml(narrow, card));
  expect(await inspectPdf(printed.pdf, card)).toMatchObject({ ok: true, pages: 1, warnings: [] });
  expect(await printHtml(wide, papers.letter)).toMatchObject({ ok: true });
}, 60_000);

test('a page that cannot be drawn is pictured in its proportions', async () => {
  const png = Buffer.from(await previewPage(Buffer.from('no PDF'), { page: 1, paper: card, widthPx: 400 }));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 600]);
}, 60_000);
