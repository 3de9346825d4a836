/** Opens a font for pdfkit, so that text has our widths and can be copied out correctly. */
import { create, type Font } from 'fontkit';
import { fontFile } from './font-file.ts';

/** The fields of a glyph that pdfkit reads. */
interface PlainGlyph {
  readonly id: { readonly codePoint: number; readonly glyphId: number };
  readonly codePoints: readonly number[];
  readonly advanceWidth: number;
}

interface Subset {
  readonly glyphs: number[];
  includeGlyph(id: number | PlainGlyph['id']): number;
}

/**
 * The font with one glyph per character, at that glyph's advance. fontkit's own layout is ten times slower, and its kerning
 * would change the width for which the line was broken. fontkit also remembers only the first character of each glyph, so
 * a reader who copies another character with that glyph would get the first.
 */
export function plainFont(file: string): Font {
  const font = create(fontFile(file)) as Font & { createSubset(): Subset };
  const plainGlyph = (codePoint: number): PlainGlyph => {
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    return { id: { codePoint, glyphId: id }, codePoints: [codePoint], advanceWidth };
  };
  const layout = (text: string) => {
    const glyphs = Array.from(text, (character) => plainGlyph(character.codePointAt(0) ?? 0));
    const positions = glyphs.map((glyph) => ({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
  };
  // Gives each character its own glyph ID, because characters such as Ə and Ә share a glyph in the font.
  const subsetByCharacter = (subset: Subset): Subset => {
    const subsetIds = new Map<number, number>();
    const includeComponent = subset.includeGlyph.bind(subset);
    subset.includeGlyph = (id) => {
      if (typeof id === 'number') return includeComponent(id);
      const subsetId = subsetIds.get(id.codePoint) ?? subset.glyphs.push(id.glyphId) - 1;
      subsetIds.set(id.codePoint, subsetId);
      return subsetId;
    };
    return subset;
  };
  const createSubset = () => subsetByCharacter(font.createSubset());
  return Object.create(font, { layout: { value: layout }, createSubset: { value: createSubset } });
}

/** pdfkit also accepts an opened font, but its types allow only a font file. */
export const asSource = (font: Font) => font as unknown as PDFKit.Mixins.PDFFontSource;
