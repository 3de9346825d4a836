/** Writes the typesetter's lines as a PDF with embedded fonts: the same bytes for the same lines. */
import PdfDocument from 'pdfkit';
import { lazy } from '../../domain/lazy.ts';
import { advanceOf, tinosAdvanceOf, unitsPerEm } from '../font/characters.ts';
import { symbolFontFile, tinosRegularFile } from '../font/font-file.ts';
import { asSource, plainFont } from '../font/plain-font.ts';
import { sheetPt } from '../layout.ts';
import type { TextLine, Typeset } from './typeset.ts';

const tinos = lazy(() => plainFont(tinosRegularFile));
const symbolFont = lazy(() => plainFont(symbolFontFile));

/** A PDF with selectable text. Viewers show the title. */
export async function writeTextPdf(
  { paper, pages }: Pick<Typeset, 'paper' | 'pages'>,
  title: string,
): Promise<Uint8Array> {
  // A fixed date, because with the current date the same letter would have different bytes each time.
  const documentDate = new Date('2000-01-01T00:00:00Z');
  const { pdf, written } = startPdf({
    size: [...sheetPt(paper)],
    lang: 'en',
    info: { Title: title, CreationDate: documentDate, ModDate: documentDate },
  });
  for (const lines of pages) {
    pdf.addPage();
    for (const line of lines) writeLine(pdf, line, line.sizePt ?? paper.fontSizePt);
  }
  pdf.end();
  return written;
}

/** Writes a line in pieces, because symbols that Tinos lacks use the second font. */
function writeLine(pdf: PDFKit.PDFDocument, line: TextLine, sizePt: number): void {
  const isSymbol = (character = ''): boolean => tinosAdvanceOf(character.charCodeAt(0)) === undefined;
  // Both kinds of space share a glyph, which a PDF maps to only one of them, so a search could miss the other.
  const text = line.text.replaceAll('\u00a0', ' ');
  let at = 0;
  let units = 0;
  while (at < text.length) {
    const isSymbolRun = isSymbol(text[at]);
    const start = at;
    const startPt = line.xPt + (units / unitsPerEm) * sizePt;
    for (; at < text.length && isSymbol(text[at]) === isSymbolRun; at += 1)
      units += advanceOf(text.charCodeAt(at)) ?? 0;
    const font = isSymbolRun ? symbolFont() : tinos();
    // Without the font's name, pdfkit would start a new subset at every font change.
    pdf.font(asSource(font), font.postscriptName, sizePt);
    pdf.text(text.slice(start, at), startPt, line.baselinePt, { lineBreak: false, baseline: 'alphabetic' });
  }
}

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
