/** Letters in tables, as templates of e-mails have them. */
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { printedHtml } from '../accepted.ts';

afterAll(closeBrowser);

const room = '<div style="height: 2in"></div>';
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${name}${index} and some more words</p>`).join('');

const printed = async (html: string) => {
  const answer = await printedHtml(html);
  return { ...answer, texts: await textsOf(answer.pdf) };
};

test('a letter in one outer table begins on page 1 and goes on to page 2', async () => {
  const { texts } = await printed(`${room}<table><tr><td>${lines('line', 40)}</td></tr></table>`);
  expect(texts.map((text) => /line0\b/.test(text))).toEqual([true, false]);
  expect(texts[1]).toContain('line39');
}, 30_000);

test('a low row is not divided', async () => {
  const row = (name: string) => `<tr><td>${name}a<br>${name}b<br>${name}c</td></tr>`;
  const rows = Array.from({ length: 20 }, (_, index) => row(`r${index}`)).join('');
  const { texts } = await printed(`${room}<table>${rows}</table>`);
  expect(texts).toHaveLength(2);
  const halves = texts.map((text) => text.match(/r\d+[a-c]/g)?.length ?? 0);
  expect(halves.map((count) => count % 3)).toEqual([0, 0]);
  expect(halves[0]).toBe(30);
}, 30_000);

const wide = `<table class="mine"><tr>${`<td>${'word'.repeat(8)}</td>`.repeat(6)}</tr></table>`;

test('a table that is too wide is named', async () => {
  expect(await printHtml(room + wide, papers.letter)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('<table class="mine"> reaches to'),
  });
}, 30_000);

describe('a letter that is wider than its column', () => {
  const box = (widthPx: number) =>
    `<div style="height: 3in"></div><center style="width: ${widthPx}px; border-right: 2px solid"><p>Dear Ada</p></center>`;

  test('by a little, as e-mails are, is printed a little smaller, with all of it and a warning', async () => {
    const { texts, warnings } = await printed(box(640));
    expect(texts).toEqual([expect.stringContaining('Dear Ada')]);
    expect(warnings).toEqual([{ code: 'html_shrunk', percent: 97 }]);
  }, 30_000);

  test('by nothing is printed as it is', async () => {
    expect((await printed(box(622))).warnings).toEqual([]);
  }, 30_000);

  test('by more than a tenth is refused', async () => {
    expect(await printHtml(box(692), papers.letter)).toMatchObject({ ok: false });
    expect(await printHtml(box(690), papers.letter)).toMatchObject({ ok: true });
  }, 30_000);
});

test('a raised letter in the first line below the addresses is not among them', async () => {
  const { warnings } = await printed(`${room}said<sup>[1]</sup>`);
  expect(warnings).toEqual([]);
}, 30_000);
