/** Writes the typesetter's lines as a PDF with embedded fonts: the same bytes for the same lines. */
import type { Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import { advanceOf, tinosAdvanceOf, unitsPerEm } from '../font/characters.ts';
import { symbolFontFile, tinosRegularFile } from '../font/font-file.ts';
import { asSource, plainFont } from '../font/plain-font.ts';
import { sheetPt } from '../layout.ts';
import type { TextLine, Typeset } from './typeset.ts';

const textOptions = { lineBreak: false, baseline: 'alphabetic' } as const;

let font: Font | undefined;
let symbolFont: Font | undefined;

/** A PDF with selectable text. Viewers show `about.title`. */
export async function writeTextPdf(
  typeset: Omit<Typeset, 'layoutVersion'>,
  about: { title: string },
): Promise<Uint8Array> {
  const { paper } = typeset;
  font ??= plainFont(tinosRegularFile);
  // A fixed date, because the current one would give the same letter different bytes each time.
  const documentDate = new Date('2000-01-01T00:00:00Z');
  const { pdf, written } = startPdf({
    size: [...sheetPt(paper)],
    lang: 'en',
    info: { Title: about.title, CreationDate: documentDate, ModDate: documentDate },
  });
  pdf.font(asSource(font), paper.fontSizePt);
  for (const lines of typeset.pages) {
    pdf.addPage();
    for (const { text, xPt, baselinePt, sizePt = paper.fontSizePt } of lines) {
      pdf.fontSize(sizePt);
      // Both kinds of space share a glyph, which a PDF maps to only one of them, so a search could miss the other.
      const plain = text.replaceAll('\u00a0', ' ');
      if (Array.from(plain).some(isSymbol)) writePieces(pdf, font, { text: plain, xPt, baselinePt }, sizePt);
      else pdf.text(plain, xPt, baselinePt, textOptions);
    }
  }
  pdf.end();
  return written;
}

/** True if only the second font has a glyph for the character. */
const isSymbol = (character = ''): boolean => tinosAdvanceOf(character.charCodeAt(0)) === undefined;

/** Writes a line in pieces: symbols that Tinos lacks use the second font. */
function writePieces(pdf: PDFKit.PDFDocument, font: Font, { text, xPt, baselinePt }: TextLine, sizePt: number): void {
  symbolFont ??= plainFont(symbolFontFile);
  let at = 0;
  let units = 0;
  while (at < text.length) {
    const isSymbolRun = isSymbol(text[at]);
    const start = at;
    const startPt = xPt + (units / unitsPerEm) * sizePt;
    for (; at < text.length && isSymbol(text[at]) === isSymbolRun; at += 1)
      units += advanceOf(text.charCodeAt(at)) ?? 0;
    setFont(pdf, isSymbolRun ? symbolFont : font, sizePt);
    pdf.text(text.slice(start, at), startPt, baselinePt, textOptions);
  }
  setFont(pdf, font, sizePt);
}

/** Passes the font's name, without which pdfkit would start a new subset at every font change. */
const setFont = (pdf: PDFKit.PDFDocument, font: Font, sizePt: number) =>
  pdf.font(asSource(font), font.postscriptName, sizePt);

/** A new PDF without margins or pages. `written` resolves to its bytes once it ends. */
export function startPdf(options: PDFKit.PDFDocumentOptions): {
  readonly pdf: PDFKit.PDFDocument;
  readonly written: Promise<Uint8Array>;
} {
  // No default font: pdfkit would load it from a file that isn't in the bundle.
  const pdf = new PdfDocument({ autoFirstPage: false, font: '', margin: 0, displayTitle: true, ...options });
  const collect = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  };
  return { pdf, written: collect() };
}
