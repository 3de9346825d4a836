/** The characters that the shipped fonts can print, and for the author why another one cannot be printed. */
import type { Unprintable } from '../../domain/paper.ts';
import table from './font-advances.json' with { type: 'json' };

/** Font units to the em; the other numbers are in font units. The descent is below the baseline, so negative. */
export const { unitsPerEm, ascent, descent } = table;

const missing = 0xffff;

/** By code point, in font units. */
function advancesIn(runs: readonly string[]): Uint16Array {
  const advances = new Uint16Array(0x10000).fill(missing);
  for (const run of runs) {
    const [first, ...widths] = run.split(' ');
    advances.set(widths.map(Number), Number.parseInt(first ?? '', 16));
  }
  return advances;
}

const advances = advancesIn(table.tinos);

/** Few documents have a sign that Tinos lacks. */
let symbols: Uint16Array | undefined;

/** Scripts from right to left, and characters that reverse the order of the text after them. We set from left to right only. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The advance width in Tinos, in font units, or undefined if it has no glyph for the character. */
export function tinosAdvanceOf(codePoint: number): number | undefined {
  const advance = advances[codePoint];
  return advance === missing ? undefined : advance;
}

/** The advance width of a sign that Tinos lacks and the second font has. */
function symbolAdvanceOf(codePoint: number): number | undefined {
  symbols ??= advancesIn(table.symbols);
  const advance = symbols[codePoint];
  return advance === missing ? undefined : advance;
}

/** The advance width in font units, or undefined if no font has a glyph for the character. */
export const advanceOf = (codePoint: number): number | undefined =>
  tinosAdvanceOf(codePoint) ?? symbolAdvanceOf(codePoint);

/** Refuses what no font has a glyph for. The browser sets separate accents and right-to-left script by itself. */
export const withoutGlyphs = (text: string): Unprintable | undefined =>
  unprintableIn(text, ' or send a PDF', whyWithoutGlyph);

/** Refuses what our own typesetter cannot set. `text` is composed: placing an accent on its letter takes a shaper. */
export const withoutPlace = (text: string, otherCure = ' or send a PDF'): Unprintable | undefined =>
  unprintableIn(text, otherCure, (character) => {
    if (isRightToLeft(character)) return 'text is set from left to right only';
    const isLooseMark = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u.test(character);
    return (
      whyWithoutGlyph(character) ?? (isLooseMark ? 'the font has such an accent only on other letters' : undefined)
    );
  });

/** Whether the character is set from right to left, or turns the direction of what follows. */
export const isRightToLeft = (character: string): boolean => rightToLeft.test(character);

/** Names at most five characters that cannot be printed. `why`: the reason, for one character or for several. */
function unprintableIn(
  text: string,
  otherCure: string,
  why: (character: string) => string | undefined,
): Unprintable | undefined {
  const faulty = [...new Set(text)].filter((character) => why(character) !== undefined);
  if (faulty.length === 0) return undefined;
  const names = [...faulty.slice(0, 5).map(name), ...(faulty.length > 5 ? ['others'] : [])];
  const reasons = new Set(faulty.map(why));
  const [what, them] = names.length === 1 ? ['character', 'it'] : ['characters', 'them'];
  const problem = `The ${what} ${new Intl.ListFormat('en').format(names)} cannot be printed: ${[...reasons].join(', and ')}. Remove ${them}${otherCure}.`;
  const details = { kind: 'characters', characters: faulty.slice(0, 5), hasMore: faulty.length > 5 } as const;
  return { ok: false, problem, details };
}

/** NFC, without the accents beyond the sixtieth in a row: composing takes quadratic time, and some would stay separate. */
export const composed = (text: string): string =>
  text.replace(/\p{M}{2,}/gu, (run) => run.slice(0, 60)).normalize('NFC');

function whyWithoutGlyph(character: string): string | undefined {
  if (advanceOf(character.codePointAt(0) ?? 0) !== undefined || /[\t\n\r]/.test(character)) return undefined;
  // Joiners, direction marks, variation selectors, soft hyphens and zero-width spaces print nothing.
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return undefined;
  if (/\p{Cc}/u.test(character)) return 'control characters print nothing';
  return /\p{Cs}/u.test(character) ? 'half of a surrogate pair is not a character' : 'the font has no such glyph';
}

function name(character: string): string {
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const seen = /[\p{C}\p{M}\p{Z}]/u.test(character) ? '' : ` (${character})`;
  return `U+${codePoint}${seen}`;
}
