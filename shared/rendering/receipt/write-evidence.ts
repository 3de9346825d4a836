/** Writes the evidence PDF: the receipt, then the document's pages. The same sheet always makes the same bytes. */
import { join } from 'node:path';
import { lazy } from '../../domain/lazy.ts';
import { isRightToLeft, tinosAdvanceOf, toNfc } from '../font/characters.ts';
import { tinosFolder, tinosRegularFile } from '../font/font-file.ts';
import { asSource, plainFont } from '../font/plain-font.ts';
import { MachineBusy } from '../process/fair-queue.ts';
import { readInChild, readLimits, siblingScript } from '../process/read-in-child.ts';
import { wrap } from '../text/wrap.ts';
import { startPdf } from '../text/write-pdf.ts';

const fonts = {
  regular: lazy(() => plainFont(tinosRegularFile)),
  bold: lazy(() => plainFont(join(tinosFolder, '700Bold/Tinos_700Bold.ttf'))),
};

type Face = keyof typeof fonts;

/** Replaces a character that the font lacks, or would set in the wrong direction. */
const placeholder = '\u25a1';

/** The text on one line, with only characters that both faces have. */
const drawableText = (text: string): string => {
  const isDrawable = (character: string): boolean =>
    tinosAdvanceOf(character.codePointAt(0) ?? 0) !== undefined && !isRightToLeft(character);
  return toNfc(text)
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
    .replace(/[^\u0020-\u007e]/gu, (character) => (isDrawable(character) ? character : placeholder))
    .trim();
};

/** Breaks the text into lines that are no wider than `widthPt`. */
function linesOf(face: Face, sizePt: number, text: string, widthPt: number): string[] {
  const font = fonts[face]();
  const advance = (codePoint: number) => font.glyphForCodePoint(codePoint).advanceWidth;
  return wrap(drawableText(text), (widthPt * font.unitsPerEm) / sizePt, advance);
}

/** The texts of a printed receipt, in reading order. */
interface EvidenceSheet {
  readonly language: string;
  readonly title: string;
  /** Unix ms. */
  readonly issuedAt: number;
  /** A warning at the top, such as test mode. */
  readonly notice?: string | undefined;
  readonly subject: string;
  readonly statement: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly rows: readonly { readonly label: string; readonly lines: readonly string[] }[];
  }[];
  readonly proof: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    /** Opens the page that verifies this receipt. `linkText` is what a reader sees. */
    readonly link: string;
    readonly linkText: string;
    /** The rows of a QR code without its margin; true is dark. */
    readonly qrCode: readonly (readonly boolean[])[];
  };
  /** The sentence to show if the font lacks a character of the order. */
  readonly missingCharacters: string;
  /** The receipt as a compact JWS, so that the file can be verified without our service. */
  readonly jws: string;
}

/** Sizes are in points. */
interface TextStyle {
  readonly size?: number;
  readonly face?: Face;
  readonly isGray?: boolean;
  /** The space above the text. */
  readonly above?: number;
  readonly width?: number;
  readonly link?: string;
}

/** US Letter, with margins wide enough for printers that put the page on A4. */
const widthPt = 612;
const heightPt = 792;
const marginPt = 46;
const columnPt = widthPt - 2 * marginPt;
const qrCodePt = 170;

export async function writeEvidence(sheet: EvidenceSheet): Promise<Uint8Array> {
  const date = new Date(sheet.issuedAt);
  const { pdf, written } = startPdf({
    size: [widthPt, heightPt],
    lang: sheet.language,
    // The document information is plain text, so a verifier can find the JWS without a PDF parser.
    info: { Title: sheet.title, CreationDate: date, ModDate: date, Receipt: sheet.jws } as PDFKit.DocumentInfo,
  });
  pdf.addPage();
  const pen = penFor(pdf);
  const { notice, title, subject, statement, sections, proof, missingCharacters } = sheet;
  if (notice !== undefined) pen.write(notice, { size: 10.5, face: 'bold' });
  pen.write(title, { size: 16, face: 'bold', above: 6 });
  pen.write(subject, { size: 13, face: 'bold', above: 10 });
  pen.write(statement);
  pen.drawQrCode(proof.qrCode);
  const width = columnPt - qrCodePt - 16;
  pen.write(proof.heading, { face: 'bold', width });
  pen.write(proof.linkText, { link: proof.link, width });
  for (const paragraph of proof.paragraphs) pen.write(paragraph, { above: 3, width });
  const texts = [subject, ...sections.flatMap(({ rows }) => rows.flatMap(({ label, lines }) => [label, ...lines]))];
  if (texts.some((text) => !text.includes(placeholder) && drawableText(text).includes(placeholder)))
    pen.write(missingCharacters, { isGray: true, above: 3, width });
  pen.moveBelowQrCode();
  for (const { heading, rows } of sections.filter((section) => section.rows.length > 0)) {
    pen.write(heading, { face: 'bold', above: 12 });
    for (const row of rows) pen.writeRow(row);
  }
  pdf.end();
  return written;
}

/** Writes from the top of the page to the bottom, and starts a new page when it is full. */
function penFor(pdf: PDFKit.PDFDocument) {
  let y = marginPt;
  let qrCodeEnd = 0;
  const lineHeightPerSize = 1.28;
  const makeRoom = (pt: number) => {
    if (y + pt <= heightPt - marginPt) return;
    pdf.addPage();
    y = marginPt;
  };
  const draw = (line: string, x: number, { size, face = 'regular', isGray }: TextStyle & { readonly size: number }) => {
    pdf.font(asSource(fonts[face]()), size).fillColor(isGray ? '#555555' : '#000000');
    if (line !== '') pdf.text(line, x, y + size, { lineBreak: false, baseline: 'alphabetic' });
  };
  return {
    write(text: string, style: TextStyle = {}) {
      const { size = 9.5, face = 'regular', above = 0, width = columnPt, link } = style;
      y += above;
      for (const line of linesOf(face, size, text, width)) {
        makeRoom(size * lineHeightPerSize);
        draw(line, marginPt, { ...style, size });
        if (link !== undefined) pdf.link(marginPt, y, width, size * lineHeightPerSize, link);
        y += size * lineHeightPerSize;
      }
    },
    writeRow({ label, lines }: EvidenceSheet['sections'][number]['rows'][number]) {
      const size = 9;
      const labelPt = 130;
      const labels = linesOf('regular', size, label, labelPt - 8);
      const values = lines.flatMap((line) => linesOf('regular', size, line, columnPt - labelPt));
      for (let at = 0; at < Math.max(labels.length, values.length); at += 1) {
        makeRoom(size * lineHeightPerSize);
        draw(labels[at] ?? '', marginPt, { size, isGray: true });
        draw(values[at] ?? '', marginPt + labelPt, { size });
        y += size * lineHeightPerSize;
      }
    },
    /** Draws the QR code on the right. The text that follows goes beside it. */
    drawQrCode(rows: EvidenceSheet['proof']['qrCode']) {
      y += 12;
      qrCodeEnd = y + qrCodePt;
      const left = widthPt - marginPt - qrCodePt;
      const modulePt = qrCodePt / rows.length;
      // Draws adjacent dark modules as one rectangle, because viewers show hairlines between separate ones.
      for (const [rowIndex, row] of rows.entries())
        for (const [from, isDark] of row.entries()) {
          if (!isDark || row[from - 1]) continue;
          const nextLight = row.indexOf(false, from);
          const to = nextLight === -1 ? row.length : nextLight;
          pdf.rect(left + from * modulePt, y + rowIndex * modulePt, (to - from) * modulePt, modulePt);
        }
      pdf.fillColor('#000000').fill();
    },
    moveBelowQrCode() {
      y = Math.max(y, qrCodeEnd);
    },
  };
}

/** Adds the document's pages in a child process. `undefined` if that fails or the file gets too large for a response. */
export async function addPages(evidence: Uint8Array, document: Uint8Array): Promise<Uint8Array | undefined> {
  // The form that verifies receipts accepts 4 MB, which includes a little more than the file.
  const maxBytes = 3_900_000;
  if (document.length > maxBytes) return undefined;
  const child = siblingScript('add-pages-child', import.meta.url);
  const limits = { ...readLimits, patienceMs: 18_000 };
  // All evidence files share one turn in the queue, as if they came from one network.
  const options = { limits, network: 'evidence', args: [`${evidence.length}`] };
  const input = Buffer.concat([evidence, document]);
  const { findings } = await readInChild<{ readonly pdf: string }>(child, input, options).catch((error: unknown) => {
    // A receipt without the pages is better than none while the machine is busy.
    if (error instanceof MachineBusy) return { findings: [] };
    throw error;
  });
  const file = findings[0] && Buffer.from(findings[0].pdf, 'base64');
  return file !== undefined && file.length <= maxBytes ? file : undefined;
}
