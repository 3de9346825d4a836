/** The characters that the shipped fonts can print, and why others cannot be printed. */
import { lazy } from '../../domain/lazy.ts';
import type { Unprintable } from '../../domain/paper.ts';
import table from './font-advances.json' with { type: 'json' };

/** `ascent` and `descent` are in font units. The descent is negative because it is below the baseline. */
export const { unitsPerEm, ascent, descent } = table;

const noGlyph = 0xffff;

/** Reads the advance widths, in font units, into an array by code point. */
function readAdvances(runs: readonly string[]): Uint16Array {
  const advances = new Uint16Array(0x10000).fill(noGlyph);
  for (const run of runs) {
    const [first, ...widths] = run.split(' ');
    advances.set(widths.map(Number), Number.parseInt(first ?? '', 16));
  }
  return advances;
}

const tinosAdvances = readAdvances(table.tinos);

/** The second font's advances. Few documents have a symbol that Tinos lacks. */
const symbolAdvances = lazy(() => readAdvances(table.symbols));

/** The advance width in Tinos, in font units, or undefined if Tinos has no glyph for the character. */
export function tinosAdvanceOf(codePoint: number): number | undefined {
  const advance = tinosAdvances[codePoint];
  return advance === noGlyph ? undefined : advance;
}

/** The advance width in font units, or undefined if no font has a glyph for the character. */
export function advanceOf(codePoint: number): number | undefined {
  const tinosAdvance = tinosAdvanceOf(codePoint);
  if (tinosAdvance !== undefined) return tinosAdvance;
  const advance = symbolAdvances()[codePoint];
  return advance === noGlyph ? undefined : advance;
}

/** Refuses characters without a glyph. The browser itself can set combining accents and right-to-left script. */
export const refuseMissingGlyphs = (text: string, alternativeFix: string): Unprintable | undefined =>
  refuseCharacters(text, alternativeFix, whyNoGlyph);

/** Refuses what our typesetter can't set: it has no shaper, so `text` must be composed (NFC). */
export const refuseUnsettable = (text: string, alternativeFix = ' or send a PDF'): Unprintable | undefined =>
  refuseCharacters(text, alternativeFix, (character) => {
    if (isRightToLeft(character)) return 'text is set from left to right only';
    const isCombiningMark = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u.test(character);
    return whyNoGlyph(character) ?? (isCombiningMark ? 'the font has such an accent only on other letters' : undefined);
  });

/** True for right-to-left scripts, and for characters that change the direction of the text that follows. */
export const isRightToLeft = (character: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(
    character,
  );

/** Refuses the characters with a reason, and names up to five. `alternativeFix` follows the advice to remove them. */
function refuseCharacters(
  text: string,
  alternativeFix: string,
  reasonFor: (character: string) => string | undefined,
): Unprintable | undefined {
  const refused = [...new Set(text)].filter((character) => reasonFor(character) !== undefined);
  if (refused.length === 0) return undefined;
  const named = refused.slice(0, 5);
  const hasMore = refused.length > named.length;
  const nameOf = (character: string): string => {
    const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const isVisible = !/[\p{C}\p{M}\p{Z}]/u.test(character);
    return `U+${codePoint}${isVisible ? ` (${character})` : ''}`;
  };
  const names = [...named.map(nameOf), ...(hasMore ? ['others'] : [])];
  const reasons = new Set(refused.map(reasonFor));
  const [noun, pronoun] = names.length === 1 ? ['character', 'it'] : ['characters', 'them'];
  const problem = `The ${noun} ${new Intl.ListFormat('en').format(names)} cannot be printed: ${[...reasons].join(', and ')}. Remove ${pronoun}${alternativeFix}.`;
  return { ok: false, problem, details: { kind: 'characters', characters: named, hasMore } };
}

/** NFC, with at most sixty accents in a row: composing takes quadratic time, and the rest would not combine anyway. */
export const toNfc = (text: string): string => text.replace(/\p{M}{2,}/gu, (run) => run.slice(0, 60)).normalize('NFC');

function whyNoGlyph(character: string): string | undefined {
  if (advanceOf(character.codePointAt(0) ?? 0) !== undefined || /[\t\n\r]/.test(character)) return undefined;
  // Joiners, direction marks, variation selectors, soft hyphens and zero-width spaces print nothing.
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return undefined;
  if (/\p{Cc}/u.test(character)) return 'control characters print nothing';
  return /\p{Cs}/u.test(character) ? 'half of a surrogate pair is not a character' : 'the font has no such glyph';
}
