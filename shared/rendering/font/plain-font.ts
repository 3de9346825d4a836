/** Opens a face of Tinos for pdfkit, so that its text keeps our widths and reads back as it was written. */
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
 * Tinos with one glyph per character, each at its own advance. fontkit's layout would kern, which changes the width
 * that the line was broken at, and takes ten times as long. Its glyphs also remember, for the life of the process, the
 * first character that used them. Ours are made from the character, so each reads back as itself.
 */
export function plainFont(file: string): Font {
  const tinos = create(fontFile(file)) as Font & { createSubset(): Subset };
  const plainGlyph = (codePoint: number): PlainGlyph => {
    const { id, advanceWidth } = tinos.glyphForCodePoint(codePoint);
    return { id: { codePoint, glyphId: id }, codePoints: [codePoint], advanceWidth };
  };
  const layout = (text: string) => {
    const glyphs = Array.from(text, (character) => plainGlyph(character.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
  };
  // Gives each character its own glyph, so that it reads back as itself: Ə and Ә share one in the font.
  const subsetByCharacter = (subset: Subset): Subset => {
    const places = new Map<number, number>();
    const includeComponent = subset.includeGlyph.bind(subset);
    subset.includeGlyph = (id) => {
      if (typeof id === 'number') return includeComponent(id);
      const place = places.get(id.codePoint) ?? subset.glyphs.push(id.glyphId) - 1;
      places.set(id.codePoint, place);
      return place;
    };
    return subset;
  };
  const createSubset = () => subsetByCharacter(tinos.createSubset());
  return Object.create(tinos, { layout: { value: layout }, createSubset: { value: createSubset } });
}

/** pdfkit accepts an opened font as well as a font file, but its types know only the file. */
export const asSource = (font: Font) => font as unknown as PDFKit.Mixins.PDFFontSource;
