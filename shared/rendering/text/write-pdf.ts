/**
 * Writes typeset text as a PDF with Tinos in it: exactly the typesetter's lines, and the same bytes for the same lines.
 */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import { tinosRegularFile } from '../font/tinos.ts';
import { POINTS_PER_INCH, page } from '../layout.ts';
import type { Typeset } from './typeset.ts';

/** Every document has this date, because the clock would give the same letter different bytes each time. */
const documentDate = new Date('2000-01-01T00:00:00Z');

let font: Font | undefined;

/** A PDF of US Letter pages with selectable text. `about.title` is the document's title, which viewers show. */
export async function writeTextPdf(typeset: Typeset, about: { title: string }): Promise<Uint8Array> {
  font ??= plainFont();
  const pdf = new PdfDocument({
    autoFirstPage: false,
    // No font until ours is set: pdfkit would look for its default in a file that a bundle does not have.
    font: '',
    size: [page.widthIn * POINTS_PER_INCH, page.heightIn * POINTS_PER_INCH],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: about.title, CreationDate: documentDate, ModDate: documentDate },
  });
  const written = collect(pdf);
  // pdfkit accepts an opened font as well as a font file, but its types know only the file.
  pdf.font(font as unknown as PDFKit.Mixins.PDFFontSource, page.fontSizePt);
  for (const lines of typeset.pages) {
    pdf.addPage();
    for (const { text, xPt, baselinePt } of lines) {
      // Both spaces are one glyph, and a glyph has one meaning in a PDF. Otherwise a search for two words may find
      // nothing.
      const plain = text.replaceAll('\u00a0', ' ');
      pdf.text(plain, xPt, baselinePt, { lineBreak: false, baseline: 'alphabetic' });
    }
  }
  pdf.end();
  return written;
}

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
 * first character that asked for them. Ours are made from the character, so each stands for itself.
 */
function plainFont(): Font {
  const tinos = create(readFileSync(tinosRegularFile)) as Font & { createSubset(): Subset };
  const layout = (text: string) => {
    const glyphs = Array.from(text, (character) => plainGlyph(tinos, character.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
  };
  const createSubset = () => subsetByCharacter(tinos.createSubset());
  return Object.create(tinos, { layout: { value: layout }, createSubset: { value: createSubset } });
}

function plainGlyph(tinos: Font, codePoint: number): PlainGlyph {
  const { id, advanceWidth } = tinos.glyphForCodePoint(codePoint);
  return { id: { codePoint, glyphId: id }, codePoints: [codePoint], advanceWidth };
}

/**
 * Gives each character its own glyph in the PDF, so that it reads back as itself: look-alikes (Ə and Ә) share one in
 * the font.
 */
function subsetByCharacter(subset: Subset): Subset {
  const places = new Map<number, number>();
  const includeComponent = subset.includeGlyph.bind(subset);
  subset.includeGlyph = (id) => {
    if (typeof id === 'number') return includeComponent(id);
    const place = places.get(id.codePoint) ?? subset.glyphs.push(id.glyphId) - 1;
    places.set(id.codePoint, place);
    return place;
  };
  return subset;
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
