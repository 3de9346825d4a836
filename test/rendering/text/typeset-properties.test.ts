import fc from 'fast-check';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import { type Typeset, typeset } from '../../../shared/rendering/text/typeset.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';

const columnUnits = (6.5 * 72 * 2048) / 12;
const runs = { numRuns: 300 };

function set(text: string, layout: PaperName): Typeset {
  const result = typeset(text, papers[layout]);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

const pagesOf = (text: string, layout: PaperName = 'fax') =>
  set(text, layout).pages.map((lines) => lines.map((line) => line.text));

const linesOf = (text: string) => pagesOf(text).flat();

const widthOf = (line: string) =>
  Array.from(line).reduce((sum, each) => sum + (advanceOf(each.codePointAt(0) ?? 0) ?? 0), 0);

const letters = [...'aeimlWMAVTfjé—’'];
const layout = fc.constantFrom<PaperName>('letter', 'fax');
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 });
const longWord = fc.string({ unit: fc.constantFrom(...letters, '\u00ad'), minLength: 1, maxLength: 300 });
const glue = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '  ',
  '\u00a0',
  '-',
  '/',
  '\u00ad',
  '\u200b',
  '\t',
  '. ',
  ' (',
  ') ',
  '\n',
  '\n\n',
);
const prose = fc
  .array(fc.tuple(fc.oneof({ arbitrary: word, weight: 9 }, longWord), glue), { minLength: 1, maxLength: 200 })
  .map((pieces) => `x${pieces.flat().join('')}`);

/** Paragraphs of so many lines each, a line as `3.1`: paragraph 3, line 1. */
const paragraphs = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 8, max: 100 })), {
  minLength: 1,
  maxLength: 60,
});
const textOf = (sizes: readonly number[]) =>
  sizes.map((size, index) => Array.from({ length: size }, (_, line) => `${index}.${line}`).join('\n')).join('\n\n');

/** The number of lines of each paragraph on a page. */
const piecesOn = (lines: readonly string[]) =>
  Map.groupBy(
    lines.filter((line) => line !== ''),
    (line) => Number(line.split('.')[0]),
  );

const ink = (text: string) => text.normalize('NFC').replace(/[\s\u00ad\u200b-]/g, '');

describe('whatever the text', () => {
  test('no line is wider than the column', () => {
    fc.assert(
      fc.property(prose, (text) => linesOf(text).every((line) => widthOf(line) <= columnUnits)),
      runs,
    );
  });

  test('no character is lost, doubled or moved', () => {
    fc.assert(
      fc.property(prose, (text) => expect(ink(linesOf(text).join(''))).toBe(ink(text))),
      runs,
    );
  });

  test('the same letters, composed or not, are the same lines', () => {
    fc.assert(
      fc.property(prose, layout, (text, on) => expect(set(text.normalize('NFD'), on)).toEqual(set(text, on))),
      runs,
    );
  });

  test('line ends of any kind are the same, and nothing hangs on what is blank at the end', () => {
    fc.assert(
      fc.property(prose, layout, (text, on) => {
        const expected = set(text, on);
        expect(set(text.replaceAll('\n', '\r\n'), on)).toEqual(expected);
        expect(set(`${text.trimEnd()} \n\t\n\u00a0`, on)).toEqual(expected);
      }),
      runs,
    );
  });

  test('every line starts at the margin, fifteen points below the one before, inside the margins of the sheet', () => {
    fc.assert(
      fc.property(prose, layout, (text, on) => {
        for (const [index, lines] of set(text, on).pages.entries()) {
          const top = on === 'letter' && index === 0 ? 216 : 72;
          const [first] = lines;
          for (const [at, line] of lines.entries()) {
            expect(line.xPt).toBe(72);
            expect(line.baselinePt).toBeCloseTo((first?.baselinePt ?? 0) + 15 * at, 6);
          }
          expect(first?.baselinePt).toBeGreaterThan(top);
          expect(lines.at(-1)?.baselinePt).toBeLessThan(720);
        }
      }),
      runs,
    );
  });
});

test('a line that ends early could not have taken the next word', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 150 }), (words) => {
      const plain = words.map((each) => each.replaceAll(/[—’]/g, 'n'));
      const lines = linesOf(plain.join(' '));
      for (const [index, line] of lines.slice(0, -1).entries()) {
        const next = lines[index + 1]?.split(' ')[0] ?? '';
        expect(widthOf(`${line} ${next}`)).toBeGreaterThan(columnUnits);
      }
      expect(lines.join(' ')).toBe(plain.join(' '));
    }),
    runs,
  );
});

test('a word without end fills its lines but for less than one letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aimW'), minLength: 100, maxLength: 2000 }), (text) => {
      const lines = linesOf(text);
      expect(lines.join('')).toBe(text);
      for (const [index, line] of lines.slice(0, -1).entries()) {
        expect(widthOf(line + lines[index + 1]?.[0])).toBeGreaterThan(columnUnits);
      }
    }),
    runs,
  );
});

describe('pages', () => {
  test('hold the lines of the text in order', () => {
    fc.assert(
      fc.property(paragraphs, layout, (sizes, on) => {
        const lines = pagesOf(textOf(sizes), on)
          .flat()
          .filter((line) => line !== '');
        expect(lines).toEqual(
          textOf(sizes)
            .split('\n')
            .filter((line) => line !== ''),
        );
      }),
      runs,
    );
  });

  test('never begin or end with one line alone of a longer paragraph, nor with a blank line', () => {
    fc.assert(
      fc.property(paragraphs, layout, (sizes, on) => {
        for (const lines of pagesOf(textOf(sizes), on)) {
          for (const [paragraph, piece] of piecesOn(lines)) {
            if ((sizes[paragraph] ?? 0) > 1) expect(piece.length).toBeGreaterThan(1);
          }
          expect(lines[0]).not.toBe('');
          expect(lines.at(-1)).not.toBe('');
        }
      }),
      runs,
    );
  });

  test('are full but for the lines that had to keep company', () => {
    fc.assert(
      fc.property(paragraphs, layout, (sizes, on) => {
        for (const [index, lines] of pagesOf(textOf(sizes), on).slice(0, -1).entries()) {
          const capacity = on === 'letter' && index === 0 ? 33 : 43;
          expect(lines.length).toBeGreaterThanOrEqual(capacity - 3);
          expect(lines.length).toBeLessThanOrEqual(capacity);
        }
      }),
      runs,
    );
  });

  test('stay as they are when a paragraph is added at the end', () => {
    fc.assert(
      fc.property(paragraphs, paragraphs, layout, (sizes, more, on) => {
        const before = pagesOf(textOf(sizes.slice(0, 20)), on).slice(0, -1);
        const after = pagesOf(textOf([...sizes.slice(0, 20), ...more.slice(0, 20)]), on);
        expect(after.slice(0, before.length)).toEqual(before);
      }),
      runs,
    );
  });
});

test.each([
  ['W'.repeat(38), 'iii'],
  ['W'.repeat(37), 'iiiiii'],
])('a soft hyphen at the very edge leaves room for its hyphen: %s', (start, tail) => {
  for (let narrow = 0; narrow < 12; narrow++) {
    const text = `${start}${'i'.repeat(narrow)}\u00ad${tail.repeat(30)}`;
    for (const line of linesOf(text)) expect(widthOf(line)).toBeLessThanOrEqual(columnUnits);
  }
});
