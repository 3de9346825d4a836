/** The two fonts: their table of widths, and the conversion from WOFF. */
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { fontAdvances } from '../../../bin/build-font-advances.ts';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import { fontFile, symbolFontFile } from '../../../shared/rendering/font/font-file.ts';
import { fontsOf } from '../../support/read-pdf.ts';
import { textPdf } from '../accepted.ts';

test('the table of character widths matches the installed fonts', () => {
  const checkedIn = readFileSync(new URL('../../../shared/rendering/font/font-advances.json', import.meta.url), 'utf8');
  expect(checkedIn).toBe(fontAdvances());
});

test.each([
  ['A', 1479],
  ['\u00a0', 512],
  ['✓', 1716],
  ['😀', undefined],
  ['\u0007', undefined],
])('the width of %j in font units is %p', (character, units) => {
  expect(advanceOf(character.codePointAt(0) ?? 0)).toBe(units);
});

test.each(['฿', '჻', '✓'])('%s is printed in the second font, because the first one lacks it', async (symbol) => {
  expect(await fontsOf(await textPdf(`100 ${symbol}`))).toContainEqual(expect.stringContaining('DejaVuSans'));
});

test('a font converted from WOFF has the same glyphs', () => {
  const woff = readFileSync(symbolFontFile);
  const [openType, before] = [fontFile(symbolFontFile), create(woff)];
  const after = create(openType);
  // The header of a WOFF file states the size of the font.
  expect(openType.length).toBe(woff.readUInt32BE(16));
  expect(after.postscriptName).toBe('DejaVuSans');
  const numTables = openType.readUInt16BE(4);
  // The header has 12 bytes, each table record 16, of which the last 4 are the table's length.
  const lengths = Array.from({ length: numTables }, (_, table) => openType.readUInt32BE(12 + table * 16 + 12));
  expect(lengths.reduce((sum, length) => sum + Math.ceil(length / 4) * 4, 12 + numTables * 16)).toBe(openType.length);
  expect(after.characterSet).toEqual(before.characterSet);
  for (const codePoint of [...'↣☎A'].map((each) => each.charCodeAt(0)))
    expect(after.glyphForCodePoint(codePoint).advanceWidth).toBe(before.glyphForCodePoint(codePoint).advanceWidth);
});
