/** The two faces of a receipt, and lines that fit: any text comes out, with a box for what the font lacks. */
import { join } from 'node:path';
import type { Font } from 'fontkit';
import { firstRightToLeft, tinosAdvanceOf } from '../font/characters.ts';
import { plainFont } from '../font/plain-font.ts';
import { tinosFolder, tinosRegularFile } from '../font/tinos.ts';

export type Face = 'regular' | 'bold';

const open = new Map<Face, Font>();

export function fontOf(face: Face): Font {
  const known = open.get(face);
  if (known !== undefined) return known;
  const font = plainFont(face === 'regular' ? tinosRegularFile : join(tinosFolder, '700Bold/Tinos_700Bold.ttf'));
  open.set(face, font);
  return font;
}

/** Stands for a character that the font lacks, or would set in the wrong direction. */
const box = '\u25a1';

const isDrawn = (character: string): boolean =>
  tinosAdvanceOf(character.codePointAt(0) ?? 0) !== undefined && firstRightToLeft(character) === undefined;

/** The text on one line, and only in characters that both faces have. */
const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
    .replace(/[^\u0020-\u007e]/gu, (character) => (isDrawn(character) ? character : box))
    .trim();

/** Whether a box stands for something in the text. */
export const lacksGlyphs = (text: string): boolean => !text.includes(box) && drawable(text).includes(box);

function widthOf(face: Face, sizePt: number, text: string): number {
  const font = fontOf(face);
  let units = 0;
  for (const character of text) units += font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth;
  return (units * sizePt) / font.unitsPerEm;
}

/** The text in lines no wider than `widthPt`. A word that is wider is broken between letters. */
export function brokenLines(face: Face, sizePt: number, text: string, widthPt: number): string[] {
  const fits = (line: string) => widthOf(face, sizePt, line) <= widthPt;
  const lines: string[] = [];
  let line = '';
  for (const word of drawable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  lines.push(line);
  return lines;
}
