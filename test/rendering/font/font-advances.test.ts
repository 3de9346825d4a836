import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { fontAdvances } from '../../../bin/build-font-advances.ts';
import { advanceOf } from '../../../shared/rendering/font/characters.ts';
import { fontFile, symbolFontFile } from '../../../shared/rendering/font/font-file.ts';

test('the checked-in table matches the installed fonts', () => {
  const checkedIn = readFileSync(new URL('../../../shared/rendering/font/font-advances.json', import.meta.url), 'utf8');
  expect(checkedIn).toBe(fontAdvances());
});

test.each([
  ['A', 1479],
  ['é', 909],
  ['\u00a0', 512],
  ['Ж', 1835],
  ['✓', 1716],
  ['😀', undefined],
  ['\u0007', undefined],
])('the advance of %j is %p font units', (character, units) => {
  expect(advanceOf(character.codePointAt(0) ?? 0)).toBe(units);
});

test('a font converted from WOFF has the same glyphs', () => {
  const woff = readFileSync(symbolFontFile);
  const [openType, before] = [fontFile(symbolFontFile), create(woff)];
  const after = create(openType);
  expect(openType.length).toBe(woff.readUInt32BE(16));
  expect(after.postscriptName).toBe('DejaVuSans');
  const count = openType.readUInt16BE(4);
  const lengths = Array.from({ length: count }, (_, table) => openType.readUInt32BE(12 + table * 16 + 12));
  expect(lengths.reduce((sum, length) => sum + Math.ceil(length / 4) * 4, 12 + count * 16)).toBe(openType.length);
  expect(after.characterSet).toEqual(before.characterSet);
  const signs = [...'↣☎A'].map((sign) => sign.charCodeAt(0));
  const widths = signs.map((sign) => after.glyphForCodePoint(sign).advanceWidth);
  expect(widths).toEqual(signs.map((sign) => before.glyphForCodePoint(sign).advanceWidth));
});
