/** Writes set text as a PDF with Tinos in it: exactly the typesetter's lines, and the same bytes for the same lines. */

import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import { tinosRegularFile } from '../font/tinos.ts';
import { POINTS_PER_INCH, page } from '../layout.ts';
import type { Line, Typeset } from './typeset.ts';

/** Every document bears this date: the clock would give the same letter other bytes each time. */
const documentDate = new Date('2000-01-01T00:00:00Z');

let font: Font | undefined;

/** A PDF of US Letter pages with selectable text. `about.title` is the document's title, which viewers show. */
export async function writeTextPdf(typeset: Typeset, about: { title: string }): Promise<Uint8Array> {
  font ??= plainFont();
  const pdf = new PdfDocument({
    autoFirstPage: false,
    // None until ours is set: the default would be looked for in a file that a bundle does not have.
    font: '',
    size: [page.widthIn * POINTS_PER_INCH, page.heightIn * POINTS_PER_INCH],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: about.title, CreationDate: documentDate, ModDate: documentDate },
  });
  const written = collect(pdf);
  // pdfkit takes an opened font wherever it takes a font's file; its types know the file only.
  pdf.font(font as unknown as PDFKit.Mixins.PDFFontSource, page.fontSizePt);
  for (const lines of typeset.pages) {
    pdf.addPage();
    for (const line of lines) write(pdf, line);
  }
  pdf.end();
  return written;
}

/** What pdfkit reads of a glyph. */
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
 * Tinos with one glyph a character, each at its own advance. fontkit's layout would kern, and a kerned line has another
 * width than the one that it was broken at; it also takes ten times as long. Its glyphs remember for the life of the
 * process which character asked for them first, if any did: ours are made from the character, so that each means itself.
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

/** Two characters that look the same (Ə and Ә) share a glyph in the font: in the PDF each has its own, to be read back as itself. */
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

function write(pdf: PDFKit.PDFDocument, line: Line): void {
  // Both spaces are one glyph, and a glyph has one meaning in a PDF: without this a search for two words may find nothing.
  const text = line.text.replaceAll('\u00a0', ' ');
  pdf.text(text, line.xPt, line.baselinePt, { lineBreak: false, baseline: 'alphabetic' });
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
