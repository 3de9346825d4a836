/** The cover sheet is one page, and has the same lines with and without the number. */
import { writeCover } from '../../../shared/rendering/fax/cover.ts';
import { textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { accepted } from '../accepted.ts';

const sheet = { to: 'Grace Hopper', from: 'Ada Lovelace', subject: 'Results', note: 'Dear Grace,\r\n\n\tsee ☎ below.' };
const day = '2026-12-24';

const coverPdf = async (changes: object = {}) =>
  accepted(await writeCover({ ...sheet, day, ...changes }, 3, papers.fax)).pdf;

const linesOf = async (pdf: Uint8Array) => {
  const texts = await textsOf(pdf);
  expect(texts).toHaveLength(1);
  return (texts[0] ?? '').split(/\r?\n/).map((line) => line.trim());
};

test('the cover sheet has names, number, date, pages and note, in this order', async () => {
  const lines = await linesOf(await coverPdf({ number: '+1 212-555-0199' }));
  expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(
    'Fax To Grace Hopper Fax +1 212-555-0199 From Ada Lovelace Subject Results Date December 24, 2026 Pages 3, including this page Dear Grace, see ☎ below.',
  );
});

test('an order adds only the number to the cover sheet, and the same fields make the same bytes', async () => {
  const [quoted, ordered] = [await coverPdf(), await coverPdf({ number: '+1 212-555-0199' })];
  const withoutNumber = (await linesOf(ordered)).map((line) => line.replace(/\s*\+1 212-555-0199/, ''));
  expect(withoutNumber.filter(Boolean)).toEqual((await linesOf(quoted)).filter(Boolean));
  expect(await coverPdf()).toEqual(quoted);
});

test('missing fields have no line on the cover sheet', async () => {
  const lines = await linesOf(await coverPdf({ to: undefined, from: undefined, subject: undefined, note: undefined }));
  expect(lines.join(' ').replace(/\s+/g, ' ')).toBe('Fax Fax Date December 24, 2026 Pages 3, including this page');
});

test('the longest fields fit on the cover sheet', async () => {
  // W is the widest letter. The lengths are the limits of the fields.
  const wide = (length: number) => 'W'.repeat(length);
  const longest = { to: wide(60), from: wide(60), subject: wide(80), note: wide(600) };
  const [text = ''] = await textsOf(await coverPdf(longest));
  expect(text.match(/W/g)).toHaveLength(60 + 60 + 80 + 600);
});

test.each([
  ['to', 'שלום', /^The characters U\+05E9 .* Remove them\.$/],
  ['from', 'Ada 😀', /^The character U\+1F600 .* Remove it\.$/],
  ['subject', 'a\u0307\u0323x', /^The character U\+0307 .* Remove it\.$/],
  ['note', '漢', /^The character U\+6F22 .* Remove it\.$/],
])('the refusal of a cover sheet names the field %s if it can’t be printed', async (member, text, problem) => {
  const refused = { ok: false, member, problem: expect.stringMatching(problem) };
  expect(await writeCover({ day, [member]: text }, 3, papers.fax)).toMatchObject(refused);
});

test('a note may fill the page to its last line, but not one line more', async () => {
  const withLines = (lines: number) =>
    writeCover({ day, ...sheet, note: Array(lines).fill('a').join('\n') }, 3, papers.fax);
  const results = await Promise.all([28, 29, 30, 31].map(withLines));
  const firstTooLong = results.findIndex(({ ok }) => !ok);
  expect(firstTooLong).toBeGreaterThan(0);
  expect(results[firstTooLong]).toMatchObject({ member: 'note', problem: expect.stringContaining('1 line too long') });
});
