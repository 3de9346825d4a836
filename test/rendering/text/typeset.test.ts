import { createHash } from 'node:crypto';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import { type Typeset, typeset } from '../../../shared/rendering/text/typeset.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';

const columnUnits = (6.5 * 72 * 2048) / 12;
const sentence = 'The quick brown fox jumps over the lazy dog near the riverbank while nobody watches it closely. ';

function set(text: string, layout: PaperName = 'letter'): Typeset {
  const result = typeset(text, papers[layout]);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

const linesOf = (text: string, layout: PaperName = 'letter') =>
  set(text, layout).pages.map((lines) => lines.map((line) => line.text));

const problemOf = (text: string, layout: PaperName = 'letter') => {
  const result = typeset(text, papers[layout]);
  return result.ok ? undefined : result.problem;
};

const widthOf = (line: string) =>
  Array.from(line).reduce((sum, each) => sum + (advanceOf(each.codePointAt(0) ?? 0) ?? 0), 0);

describe('lines', () => {
  test('no line is wider than the column, whatever the words', () => {
    const texts = [sentence.repeat(30), 'W'.repeat(500), 'a-b-'.repeat(300), `${'x '.repeat(400)}${'é'.repeat(200)}`];
    for (const line of texts.flatMap((text) => linesOf(text).flat()))
      expect(widthOf(line)).toBeLessThanOrEqual(columnUnits);
  });

  test('nothing of a text is lost or doubled by breaking it', () => {
    const text = `${sentence.repeat(20)}${'Donaudampfschifffahrt'.repeat(20)} end`;
    expect(linesOf(text).flat().join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });

  test('single line breaks are kept and blank lines part paragraphs', () => {
    expect(linesOf('Jane\n12 Elm St\n\nDear Sir,')).toEqual([['Jane', '12 Elm St', '', 'Dear Sir,']]);
  });

  test('CR LF, CR, LF and a vertical tab are the same line break', () => {
    expect(linesOf('a\r\nb\rc\nd\ve')).toEqual([['a', 'b', 'c', 'd', 'e']]);
  });

  test('a form feed begins a page, and makes none that is blank', () => {
    expect(linesOf('\fa\n\fb\f\f\n\nc\f')).toEqual([['a'], ['b'], ['c']]);
    expect(linesOf(`${'a\n'.repeat(40)}\f${'b\n'.repeat(40)}`).map((page) => page.length)).toEqual([33, 7, 40]);
  });

  test('a page that shows nothing is warned of', () => {
    expect(typeset('a\f\u00a0\fb', papers.letter)).toMatchObject({ warnings: [{ code: 'pages_blank', pages: [2] }] });
    expect(typeset('a\fb', papers.letter)).toMatchObject({ warnings: [] });
  });

  test('a tab is four spaces, and indentation stays', () => {
    expect(linesOf('\ta\n  b')).toEqual([['    a', '  b']]);
  });

  test('a line never breaks at a non-breaking space', () => {
    const lines = linesOf(`${'word '.repeat(14)}Mr.\u00a0Featherstonehaugh ${'word '.repeat(20)}`).flat();
    expect(lines.some((line) => line.endsWith('Mr.') || line.endsWith('Mr.\u00a0'))).toBe(false);
    expect(lines.join(' ')).toContain('Mr.\u00a0Featherstonehaugh');
  });

  test('a soft hyphen shows where the line breaks and nowhere else', () => {
    const lines = linesOf(`short\u00adword ${'incom\u00adpre\u00adhen\u00adsi\u00adble '.repeat(20)}`).flat();
    expect(lines[0]).toMatch(/^shortword incomprehensible/);
    expect(lines.join('')).not.toContain('\u00ad');
    expect(lines.slice(0, -1).some((line) => line.endsWith('-'))).toBe(true);
  });

  test('letters written as letter and accent are the same text as composed ones', () => {
    expect(linesOf('cafe\u0301')).toEqual(linesOf('caf\u00e9'));
  });

  test('characters that print nothing take no room and no glyph', () => {
    expect(linesOf('\ufeffa\u200bb\u200d\ufe0fc')).toEqual([['abc']]);
  });
});

describe('pages', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join('\n\n');

  test('the top three inches of the first page of a letter are free, and one inch of every other page', () => {
    const [first, second] = set(numbered(60), 'letter').pages;
    expect(first?.[0]?.baselinePt).toBeGreaterThan(3 * 72);
    expect(second?.[0]?.baselinePt).toBeGreaterThan(72);
    expect(second?.[0]?.baselinePt).toBeLessThan(72 + 15);
    expect(set('a', 'fax').pages[0]?.[0]?.baselinePt).toBeLessThan(72 + 15);
  });

  test('no baseline is lower than ten inches from the top', () => {
    const baselines = set(numbered(100))
      .pages.flat()
      .map((line) => line.baselinePt);
    expect(Math.max(...baselines)).toBeLessThanOrEqual(10 * 72);
  });

  test('no page begins or ends with a blank line', () => {
    for (const lines of linesOf(numbered(200))) {
      expect(lines.at(0)).not.toBe('');
      expect(lines.at(-1)).not.toBe('');
    }
  });

  test.each([2, 3, 4, 7])('a paragraph of %d lines never leaves one line alone on a page', (size) => {
    const paragraph = Array.from({ length: size }, (_, index) => `${size}.${index}`).join('\n');
    for (let before = 25; before < 33; before++) {
      const pages = linesOf(`${Array(before).fill('x').join('\n')}\n\n${paragraph}\n\nend`);
      const pieces = pages.map((lines) => lines.filter((line) => line.startsWith(`${size}.`)).length);
      expect(pieces.filter((count) => count > 0)).not.toContain(1);
    }
  });

  test('sixty pages are a letter and sixty-one are refused with both numbers', () => {
    const ofPages = (pages: number) =>
      Array(33 + 43 * (pages - 1))
        .fill('x')
        .join('\n');
    expect(set(ofPages(60)).pages).toHaveLength(60);
    expect(problemOf(`${ofPages(61)}`)).toMatch(/fills 61 pages and a letter has at most 60/);
    expect(set(ofPages(61), 'fax').pages.length).toBeLessThanOrEqual(61);
  });

  test('the layout version stands for these very lines: change one, change the other', () => {
    const { layoutVersion, pages } = set(`Dear Sir,\n\n${sentence.repeat(40)}\n\n${'-'.repeat(200)}\n\tEnd`);
    const digest = createHash('sha256').update(JSON.stringify(pages)).digest('hex');
    expect([layoutVersion, digest]).toEqual([
      'text-2',
      '5ded1b7c669ae026585f6b4ae19011f142359df07eaa83690863220f013c59ee',
    ]);
  });
});

describe('refusals', () => {
  test.each([
    ['an emoji', 'Hi 😀', 'The character U+1F600 (😀) cannot be printed'],
    ['Chinese', '您好', 'The character U+60A8 (您) cannot be printed'],
    ['half a surrogate pair', 'a\ud83d', 'U+D83D cannot be printed: it is half of a surrogate pair'],
    ['a control character', 'a\u0007b', 'U+0007 cannot be printed: it is a control character'],
    ['Hebrew, which the font has but the typesetter cannot set', 'שלום', 'is written in the Hebrew script'],
    ['Arabic', 'مرحبا', 'is written in the Arabic script'],
    ['a character that turns the direction around', 'a\u202eb', 'U+202E changes the direction'],
    ['an accent without a composed letter', 'x\u0304', 'U+0304 is an accent'],
    ['nothing', '', 'There is nothing to print'],
    ['nothing but blanks', ' \r\n\t\f\u200b\u00a0', 'There is nothing to print'],
  ])('%s is refused by name', (_, text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  test('the first of several unprintable characters is named', () => {
    expect(problemOf('ok 漢 then 😀')).toContain('U+6F22');
  });
});

test.each([
  ['spaces', ' '.repeat(999_999)],
  ['line breaks', '\n'.repeat(999_999)],
  ['one word', 'a'.repeat(999_999)],
  ['soft hyphens', '\u00ad'.repeat(999_999)],
])('a megabyte of %s gets an answer', (_, text) => {
  expect(typeof typeset(`${text}x`, papers.fax).ok).toBe('boolean');
});
