/**
 * `node bin/build-font-advances.ts` writes shared/rendering/font/font-advances.json from Tinos and DejaVu Sans. Each
 * string is a run of consecutive code points: the first one in hexadecimal, then an advance for each.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { fontFile } from '../shared/rendering/font/font-file.ts';

/** The same fonts always give the same text. */
export function fontAdvances(): string {
  const openFont = (file: string): Font => create(fontFile(createRequire(import.meta.url).resolve(file))) as Font;
  const font = openFont('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf');
  const symbols = openFont('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff');
  if (symbols.unitsPerEm !== font.unitsPerEm) throw new Error('The two fonts measure in different units.');
  const printed = printableIn(font, font.characterSet);
  const inTinos = new Set(printed);
  // Symbols that belong to no script and need no shaping.
  const symbolCodes = printableIn(
    symbols,
    symbols.characterSet.filter(
      (codePoint: number): boolean =>
        codePoint < 0x10000 && /[[\p{S}\p{P}\p{N}]&&\p{Script=Common}]/v.test(String.fromCodePoint(codePoint)),
    ),
  ).filter((codePoint) => !inTinos.has(codePoint));
  const { unitsPerEm, ascent, descent } = font;
  const table = { unitsPerEm, ascent, descent, tinos: runsOf(font, printed), symbols: runsOf(symbols, symbolCodes) };
  return `${JSON.stringify(table, undefined, 2)}\n`;
}

function runsOf(font: Font, codePoints: readonly number[]): string[] {
  const result: string[] = [];
  const maxLength = 111; // 118 in the JSON file, with indentation, quotes and comma.
  let previous = -1;
  for (const codePoint of codePoints) {
    const advance = ` ${font.glyphForCodePoint(codePoint).advanceWidth}`;
    const run = result.at(-1);
    const continues = run !== undefined && codePoint === previous + 1 && run.length + advance.length <= maxLength;
    if (continues) result[result.length - 1] = run + advance;
    else result.push(codePoint.toString(16) + advance);
    previous = codePoint;
  }
  return result;
}

function printableIn(font: Font, codePoints: readonly number[]): number[] {
  const covered = codePoints.filter((codePoint) => font.glyphForCodePoint(codePoint).id !== 0);
  // The font maps these characters, but they draw nothing, mean nothing or show a replacement.
  const unprintable = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffc]/u;
  return covered.filter((codePoint) => !unprintable.test(String.fromCodePoint(codePoint))).sort((a, b) => a - b);
}

if (import.meta.main) {
  writeFileSync(new URL('../shared/rendering/font/font-advances.json', import.meta.url), fontAdvances());
}
