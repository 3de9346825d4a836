/** Properties of every text on every paper. */
import fc from 'fast-check';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import type { PaperName } from '../../support/rendering/papers.ts';
import { typesetText } from '../accepted.ts';

/** 6.5 inches in 12-point Tinos, which has 2,048 units per em. */
const columnUnits = (6.5 * 72 * 2048) / 12;

const pagesOf = (text: string, paper: PaperName = 'fax') =>
  typesetText(text, paper).pages.map((lines) => lines.map((line) => line.text));

const linesOf = (text: string) => pagesOf(text).flat();

const widthOf = (line: string) =>
  Array.from(line).reduce((sum, each) => sum + (advanceOf(each.codePointAt(0) ?? 0) ?? 0), 0);

const letters = [...'aeimlWMAVTfjé—’'];
const anyPaper = fc.constantFrom<PaperName>('letter', 'fax');
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 });
const longWord = fc.string({ unit: fc.constantFrom(...letters, '\u00ad'), minLength: 1, maxLength: 300 });
const otherSeparators = ['  ', '\u00a0', '-', '/', '\u00ad', '\u200b', '\t', '. ', ' (', ') ', '\n', '\n\n'];
const separator = fc.oneof(
  { arbitrary: fc.constant(' '), weight: 1 },
  { arbitrary: fc.constantFrom(...otherSeparators), weight: 4 },
);
const prose = fc
  .array(fc.tuple(fc.oneof({ arbitrary: word, weight: 9 }, longWord), separator), { minLength: 1, maxLength: 200 })
  .map((pieces) => `x${pieces.flat().join('')}`);

/** The number of lines of each paragraph. The text of a line is `3.1`: paragraph 3, line 1. */
const paragraphs = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 8, max: 100 })), {
  minLength: 1,
  maxLength: 60,
});
const textOfParagraphs = (sizes: readonly number[]) =>
  sizes.map((size, index) => Array.from({ length: size }, (_, line) => `${index}.${line}`).join('\n')).join('\n\n');

/** The lines on a page by the number of their paragraph, without blank lines. */
const linesByParagraph = (lines: readonly string[]) => {
  const printed = lines.filter((line) => line !== '');
  return Map.groupBy(printed, (line) => Number(line.split('.')[0]));
};

/** The characters that are printed, wherever lines break. */
const ink = (text: string) => text.normalize('NFC').replace(/[\s\u00ad\u200b-]/g, '');

/** Tests that every generated text has a property. */
const testProperty = <T>(title: string, generated: fc.Arbitrary<T>, check: (value: T) => void) =>
  test(title, () => fc.assert(fc.property(generated, check), { numRuns: 300 }));
const proseOnAnyPaper = fc.tuple(prose, anyPaper);
const paragraphsOnAnyPaper = fc.tuple(paragraphs, anyPaper);

testProperty('no line of text is wider than the column', prose, (text) => {
  expect(Math.max(...linesOf(text).map(widthOf))).toBeLessThanOrEqual(columnUnits);
});

testProperty('no character of a text is lost, repeated or moved', prose, (text) =>
  expect(ink(linesOf(text).join(''))).toBe(ink(text)),
);

testProperty(
  'decomposed letters, other line ends and trailing spaces make no difference',
  proseOnAnyPaper,
  ([text, paper]) => {
    const expected = typesetText(text, paper);
    for (const same of [text.normalize('NFD'), text.replaceAll('\n', '\r\n'), `${text.trimEnd()} \n\t\n\u00a0`])
      expect(typesetText(same, paper)).toEqual(expected);
  },
);

const words = fc.array(word, { minLength: 1, maxLength: 150 });
testProperty('a line that ends early has no room for the next word', words, (generated) => {
  // Dashes and apostrophes change where a line may break.
  const plain = generated.map((each) => each.replaceAll(/[—’]/g, 'n'));
  const lines = linesOf(plain.join(' '));
  for (const [index, line] of lines.slice(0, -1).entries())
    expect(widthOf(`${line} ${lines[index + 1]?.split(' ')[0] ?? ''}`)).toBeGreaterThan(columnUnits);
  expect(lines.join(' ')).toBe(plain.join(' '));
});

testProperty(
  'no page starts or ends with one line of a longer paragraph, or with a blank line',
  paragraphsOnAnyPaper,
  ([sizes, paper]) => {
    for (const lines of pagesOf(textOfParagraphs(sizes), paper)) {
      for (const [paragraph, linesOnPage] of linesByParagraph(lines))
        if ((sizes[paragraph] ?? 0) > 1) expect(linesOnPage.length).toBeGreaterThan(1);
      expect([lines[0], lines.at(-1)]).not.toContain('');
    }
  },
);

testProperty(
  'pages of text are full, except for lines that had to stay together',
  paragraphsOnAnyPaper,
  ([sizes, paper]) => {
    for (const [index, lines] of pagesOf(textOfParagraphs(sizes), paper).slice(0, -1).entries()) {
      // The first page of a letter has ten lines fewer, because of the addresses.
      const capacity = paper === 'letter' && index === 0 ? 33 : 43;
      expect(lines.length).toBeGreaterThanOrEqual(capacity - 3);
      expect(lines.length).toBeLessThanOrEqual(capacity);
    }
  },
);
