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

/** Characters that would reverse the order of the text after them. The typesetter goes from left to right only. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u;

const rightToLeft: readonly (readonly [script: string, pattern: RegExp])[] = [
  ['the Hebrew', /\p{Script=Hebrew}/u],
  ['the Arabic', /\p{Script=Arabic}/u],
  ['a right-to-left', /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u],
];

/** The advance width in Tinos, in font units, or undefined if it has no glyph for the character. */
export function tinosAdvanceOf(codePoint: number): number | undefined {
  const advance = advances[codePoint];
  return advance === missing ? undefined : advance;
}

/** The advance width of a sign that Tinos lacks and the second font has. */
export function symbolAdvanceOf(codePoint: number): number | undefined {
  symbols ??= advancesIn(table.symbols);
  const advance = symbols[codePoint];
  return advance === missing ? undefined : advance;
}

/** The advance width in font units, or undefined if no font has a glyph for the character. */
export const advanceOf = (codePoint: number): number | undefined =>
  tinosAdvanceOf(codePoint) ?? symbolAdvanceOf(codePoint);

/** Refuses the first character that cannot be printed; undefined if all can. White space is fine. */
export function firstWithoutGlyph(text: string): Unprintable | undefined {
  for (const character of text) {
    if (advanceOf(character.codePointAt(0) ?? 0) !== undefined || /[\t\n\r]/.test(character)) continue;
    // Joiners, direction marks, variation selectors, soft hyphens and zero-width spaces print nothing.
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    let why = 'the font has no glyph for it. Remove it or send a PDF.';
    if (/\p{Cc}/u.test(character)) why = 'it is a control character. Remove it.';
    if (/\p{Cs}/u.test(character)) why = 'it is half of a surrogate pair. Send the text as valid Unicode.';
    return { ok: false, problem: `${name(character)} cannot be printed: ${why}` };
  }
  return undefined;
}

/** NFC, without the accents beyond the sixtieth in a row: composing takes quadratic time, and some would stay separate. */
export const composed = (text: string): string =>
  text.replace(/\p{M}{2,}/gu, (run) => run.slice(0, 60)).normalize('NFC');

/** Refuses the first accent that is still separate after NFC, because placing it on its letter takes a shaper. */
export function firstLooseMark(text: string): Unprintable | undefined {
  const mark = /\p{M}/u.exec(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))?.[0];
  if (mark === undefined) return undefined;
  const problem = `${name(mark)} is an accent that the font has only on other letters. Remove it or send a PDF.`;
  return { ok: false, problem };
}

/** Refuses the first character that must be set from right to left; undefined if there is none. */
export function firstRightToLeft(text: string): Unprintable | undefined {
  if (!reordering.test(text) && !rightToLeft.some(([, pattern]) => pattern.test(text))) return undefined;
  const character = [...text].find((each) => reordering.test(each) || rightToLeft.some(([, p]) => p.test(each))) ?? '';
  const script = rightToLeft.find(([, pattern]) => pattern.test(character))?.[0];
  const what = script === undefined ? 'changes the direction of the text' : `is written in ${script} script`;
  return {
    ok: false,
    problem: `${name(character)} ${what}: text is set from left to right only. Remove it or send a PDF.`,
  };
}

function name(character: string): string {
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const seen = /[\p{C}\p{M}\p{Z}]/u.test(character) ? '' : ` (${character})`;
  return `The character U+${codePoint}${seen}`;
}
