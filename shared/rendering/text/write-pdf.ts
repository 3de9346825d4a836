/** Writes the typesetter's lines as a PDF with the fonts that they need in it: the same bytes for the same lines. */
import type { Font } from 'fontkit';
import PdfDocument from 'pdfkit';
import { advanceOf, tinosAdvanceOf, unitsPerEm } from '../font/characters.ts';
import { symbolFontFile, tinosRegularFile } from '../font/font-file.ts';
import { asSource, plainFont } from '../font/plain-font.ts';
import { sheetPt } from '../layout.ts';
import type { TextLine, Typeset } from './typeset.ts';

const onBaseline = { lineBreak: false, baseline: 'alphabetic' } as const;

let font: Font | undefined;
let symbolFont: Font | undefined;

/** A PDF of pages with selectable text. `about.title` is the document's title, which viewers show. */
export async function writeTextPdf(
  typeset: Omit<Typeset, 'layoutVersion'>,
  about: { title: string },
): Promise<Uint8Array> {
  const { paper } = typeset;
  font ??= plainFont(tinosRegularFile);
  // Every document has this date, because the clock would give the same letter different bytes each time.
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
      // Both spaces are one glyph, and a glyph has one meaning in a PDF. Otherwise a search for two words may find
      // nothing.
      const plain = text.replaceAll('\u00a0', ' ');
      // Most lines have only Latin letters.
      const hasSymbol = /[\u2000-\uffff]/u.test(plain) && Array.from(plain).some(isSymbol);
      if (hasSymbol) writePieces(pdf, font, { text: plain, xPt, baselinePt }, sizePt);
      else pdf.text(plain, xPt, baselinePt, onBaseline);
    }
  }
  pdf.end();
  return written;
}

/** Every character of a line has a glyph in one of the two fonts. */
const isSymbol = (character = ''): boolean => tinosAdvanceOf(character.charCodeAt(0)) === undefined;

/** The pieces of a line one behind the other: signs that Tinos lacks are set in the second font. */
function writePieces(pdf: PDFKit.PDFDocument, font: Font, { text, xPt, baselinePt }: TextLine, sizePt: number): void {
  symbolFont ??= plainFont(symbolFontFile);
  let at = 0;
  let units = 0;
  while (at < text.length) {
    const isOfSymbols = isSymbol(text[at]);
    const start = at;
    const startPt = xPt + (units / unitsPerEm) * sizePt;
    for (; at < text.length && isSymbol(text[at]) === isOfSymbols; at += 1)
      units += advanceOf(text.charCodeAt(at)) ?? 0;
    setFont(pdf, isOfSymbols ? symbolFont : font, sizePt);
    pdf.text(text.slice(start, at), startPt, baselinePt, onBaseline);
  }
  setFont(pdf, font, sizePt);
}

/** By the font's name: without it, pdfkit would start a new subset at every font change. */
const setFont = (pdf: PDFKit.PDFDocument, font: Font, sizePt: number) =>
  pdf.font(asSource(font), font.postscriptName, sizePt);

/** A new PDF without margins and pages, and the bytes that it writes until it ends. */
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
