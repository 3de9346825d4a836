/** Sets a typed signature: one line in a handwriting face, as large as the column allows. */

import type { PreparedName } from '../../core/given/marks.ts';
import type { Paper, Rendered } from '../../core/paper.ts';
import { firstLooseMark, firstRightToLeft, firstWithoutGlyph, tinosAdvanceOf } from '../font/characters.ts';
import { columnWidthIn, POINTS_PER_INCH } from '../layout.ts';
import { faceOf } from './faces.ts';

/** Twice the text: a name of 35 letters still has this size. */
const largestPt = 26;

/** A name with one character that the handwriting lacks is set in Tinos Italic: two faces in a name look like a fault. */
export function prepareName(given: string, paper: Paper): Rendered<{ readonly name: PreparedName }> {
  const typed = given.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const unprintable = firstRightToLeft(typed) ?? firstWithoutGlyph(typed, tinosAdvanceOf) ?? firstLooseMark(typed);
  if (unprintable !== undefined) return unprintable;
  const face = isIn(typed, 'script') ? 'script' : 'italic';
  const { unitsPerEm, ascent, descent } = faceOf(face);
  const ems = emsOf(typed, face);
  const fontSizePt = Math.min(largestPt, Math.floor((columnWidthIn(paper) * POINTS_PER_INCH) / ems));
  const heightPt = ((ascent - descent) * fontSizePt) / unitsPerEm;
  return {
    ok: true,
    warnings: [],
    name: { kind: 'typed', typed, face, fontSizePt, widthPt: ems * fontSizePt, heightPt },
  };
}

const glyphsOf = (typed: string, face: PreparedName['face']) =>
  Array.from(typed, (character) => faceOf(face).glyphForCodePoint(character.codePointAt(0) ?? 0));

const isIn = (typed: string, face: PreparedName['face']): boolean => glyphsOf(typed, face).every(({ id }) => id !== 0);

function emsOf(typed: string, face: PreparedName['face']): number {
  const units = glyphsOf(typed, face).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  return units / faceOf(face).unitsPerEm;
}

/** The distance from the top of the name to its baseline. */
export const baselineOf = ({ face, fontSizePt }: PreparedName): number =>
  (faceOf(face).ascent * fontSizePt) / faceOf(face).unitsPerEm;
