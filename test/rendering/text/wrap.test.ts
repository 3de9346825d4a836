/** Where a line of text may break. */
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import { wrap } from '../../../shared/rendering/text/wrap.ts';

const widthOf = (text: string) =>
  Array.from(text).reduce((sum, each) => sum + (advanceOf(each.codePointAt(0) ?? 0) ?? 0), 0);

/** A line that is one unit too wide breaks at the last position that UAX #14 allows. */
const brokenOnce = (text: string) => wrap(text, widthOf(text) - 1);

test.each<[text: string, lines: readonly string[]]>([
  ['pay $100', ['pay', '$100']],
  ['on 12/31/2026', ['on', '12/31/2026']],
  ['it’s fine', ['it’s', 'fine']],
  ['non\u2011breaking hyphen', ['non\u2011breaking', 'hyphen']],
  ['Mr.\u00a0Smith and\u00a0co', ['Mr.\u00a0Smith', 'and\u00a0co']],
  ['10\u202f000 km', ['10\u202f000', 'km']],
  ['word\u2060joined here', ['wordjoined', 'here']],
  ['soft\u00adhyphen', ['soft-', 'hyphen']],
  ['https://example.com/path', ['https://example.com/', 'path']],
  ['  indented word', ['  indented', 'word']],
])('the text %j breaks into %j', (text, lines) => {
  expect(brokenOnce(text)).toEqual(lines);
});

test('a text that just fits is one line, and trailing spaces take no room', () => {
  expect(wrap('one two', widthOf('one two'))).toEqual(['one two']);
  expect(wrap('one two    ', widthOf('one two'))).toEqual(['one two']);
});

test('a column narrower than a letter has one letter per line', () => {
  expect(wrap('WiW', 1)).toEqual(['W', 'i', 'W']);
});
