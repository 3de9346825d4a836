/** Breaks one line of source text into printed lines where UAX #14 allows it, using the font's advance widths. */
import LineBreaker from 'linebreak';
import { advanceOf } from '../font/characters.ts';

const softHyphen = '\u00ad';

/**
 * The printed lines of `source`, none wider than `columnUnits` (font units). Spaces at the end of a line are dropped, a
 * soft hyphen shows only at a line break, and a word wider than the column is broken between letters. `source` has no
 * line breaks and only characters with a glyph. `advance`: the advance widths of the font.
 */
export function wrap(source: string, columnUnits: number, advance = advanceOf): string[] {
  const hyphenUnits = advance(0x2d) ?? 0;
  // `offsets[index]` is the distance from the start of the source to that character, in font units.
  const offsets = new Float64Array(source.length + 1);
  for (let index = 0; index < source.length; index++)
    offsets[index + 1] = (offsets[index] ?? 0) + (advance(source.charCodeAt(index)) ?? 0);
  if ((offsets[source.length] ?? 0) <= columnUnits) return [printedLine(source, 0, source.length)];
  const lines: string[] = [];
  const breaker = new LineBreaker(source);
  let start = 0;
  let lastFitting = 0;
  // Where to break a word that is too wide: after at least one letter. A soft hyphen there is printed.
  const endOfPiece = (from: number): number => {
    const limit = (offsets[from] ?? 0) + columnUnits;
    const endOffset = (index: number) => (offsets[index + 1] ?? 0) + (source[index] === softHyphen ? hyphenUnits : 0);
    let end = from + 1;
    while (end < source.length && endOffset(end) <= limit) end++;
    return end;
  };
  const widthOf = (from: number, end: number): number => {
    const visibleEnd = endWithoutSpaces(source, from, end);
    const hyphen = source[visibleEnd - 1] === softHyphen ? hyphenUnits : 0;
    return (offsets[visibleEnd] ?? 0) - (offsets[from] ?? 0) + hyphen;
  };
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    while (widthOf(start, next.position) > columnUnits) {
      const end = lastFitting > start ? lastFitting : endOfPiece(start);
      lines.push(printedLine(source, start, end));
      start = end;
    }
    lastFitting = next.position;
  }
  if (start < source.length) lines.push(printedLine(source, start, source.length));
  return lines;
}

function printedLine(source: string, start: number, end: number): string {
  const visible = source.slice(start, endWithoutSpaces(source, start, end));
  const hyphenated = end < source.length && visible.endsWith(softHyphen) ? `${visible.slice(0, -1)}-` : visible;
  return hyphenated.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Where the text ends before its trailing spaces. A loop, because the pattern ` +$` takes quadratic time. */
function endWithoutSpaces(source: string, start: number, end: number): number {
  let visibleEnd = end;
  while (visibleEnd > start && source[visibleEnd - 1] === ' ') visibleEnd--;
  return visibleEnd;
}
