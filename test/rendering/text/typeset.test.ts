/** Text on pages: its lines, its page limits, and the characters that cannot be printed. */
import { createHash } from 'node:crypto';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { papers } from '../../support/rendering/papers.ts';
import { typesetText } from '../accepted.ts';

const sentence = 'The quick brown fox jumps over the lazy dog near the riverbank while nobody watches it closely. ';

const pagesOf = (text: string) => typesetText(text).pages.map((lines) => lines.map((line) => line.text));

const problemOf = (text: string) => {
  const result = typeset(text, papers.letter);
  return result.ok ? undefined : result.problem;
};

test('a form feed starts a new page, but never a blank one', () => {
  expect(pagesOf('\fa\v\fb\f\f\r\n\rc\f')).toEqual([['a'], ['b'], ['c']]);
  // Page 1 of a letter has 33 lines.
  expect(pagesOf(`${'a\n'.repeat(40)}\f${'b\n'.repeat(40)}`).map((page) => page.length)).toEqual([33, 7, 40]);
});

test('a blank page in a text causes a warning', () => {
  expect(typeset('a\f\u00a0\fb', papers.letter)).toMatchObject({ warnings: [{ code: 'pages_blank', pages: [2] }] });
  expect(typeset('a\fb', papers.letter)).toMatchObject({ warnings: [] });
});

test('a tab is four spaces, and indentation is kept', () => {
  expect(pagesOf('\ta\n  b')).toEqual([['    a', '  b']]);
});

test('a letter may have sixty pages, and sixty-one are refused with both numbers, but not in a fax', () => {
  // Page 1 has 33 lines, and each of the others 43.
  const ofPages = (pages: number) => 'x\n'.repeat(33 + 43 * (pages - 1));
  expect(typesetText(ofPages(60)).pages).toHaveLength(60);
  expect(problemOf(ofPages(61))).toMatch(/fills 61 pages and a letter has at most 60/);
  expect(typesetText(ofPages(61), 'fax').pages.length).toBeLessThanOrEqual(61);
});

test('the layout version changes if the lines of a text change', () => {
  const { layoutVersion, pages } = typesetText(`Dear Sir,\n\n${sentence.repeat(40)}\n\n${'-'.repeat(200)}\n\tEnd`);
  const digest = createHash('sha256').update(JSON.stringify(pages)).digest('hex');
  expect([layoutVersion, digest]).toEqual([
    'text-2',
    '5ded1b7c669ae026585f6b4ae19011f142359df07eaa83690863220f013c59ee',
  ]);
});

test.each([
  ['half a surrogate pair', 'a\ud83d', 'U+D83D cannot be printed: half of a surrogate pair'],
  ['a control character', 'a\u0007b', 'U+0007 cannot be printed: control characters'],
  ['Hebrew, which the font has but the typesetter cannot set', 'שלום', 'text is set from left to right only'],
  ['a character that changes the direction of text', 'a\u202eb', 'U+202E cannot be printed: text is set from left'],
  ['an accent that has no composed letter', 'x\u0304', 'U+0304 cannot be printed: the font has such an accent only'],
  ['nothing but whitespace', ' \r\n\t\f\u200b\u00a0', 'There is nothing to print'],
])('the error for %s says what is wrong', (_, text, problem) => {
  expect(problemOf(text)).toContain(problem);
});

test('the error names up to five unprintable characters, each once, and every reason', () => {
  expect(problemOf('ok 漢 then 😀, 漢 and ש')).toBe(
    'The characters U+6F22 (漢), U+1F600 (😀), and U+05E9 (ש) cannot be printed: the font has no such glyph, and text is set from left to right only. Remove them or send a PDF.',
  );
  const five = [...'一二三四五'];
  expect(typeset('一二三四五六', papers.letter)).toMatchObject({
    problem: expect.stringContaining('U+4E94 (五), and others cannot be printed'),
    details: { kind: 'characters', characters: five, hasMore: true },
  });
  expect(typeset('一二三四五', papers.letter)).toMatchObject({
    problem: expect.stringContaining('U+56DB (四), and U+4E94 (五) cannot be printed'),
    details: { kind: 'characters', characters: five, hasMore: false },
  });
});

test.each([
  ['one word', 'a'.repeat(999_999)],
  ['soft hyphens', '\u00ad'.repeat(999_999)],
])('a megabyte of text gets a result: %s', (_, text) => {
  expect(typeof typeset(`${text}x`, papers.fax).ok).toBe('boolean');
});
