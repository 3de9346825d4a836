/** Writes a file of evidence as PDF/A-3: what is proved by whom, the receipt, a draft, documents, and all as attachments. */
import PdfDocument from 'pdfkit';
import { collect } from '../text/write-pdf.ts';
import type { ReceiptSheet } from './sheet.ts';
import type { PagesWork } from './show-pages.ts';
import { columnPt, drawReceipt, heightPt, marginPt, type Pen, penFor, widthPt } from './write-receipt.ts';

export interface EvidenceSheet {
  readonly receipt: ReceiptSheet;
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  readonly draft?: DeclarationDraft | undefined;
  /** The words of the frames at the end: `framePages` puts pages into them. */
  readonly frames: readonly string[];
}

interface DeclarationDraft {
  readonly title: string;
  readonly notice: string;
  readonly paragraphs: readonly string[];
  /** Each has a line to write on. */
  readonly lines: readonly string[];
}

export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export async function writeEvidence(sheet: EvidenceSheet, files: readonly AttachedFile[]): Promise<Uint8Array> {
  const date = new Date(sheet.receipt.issuedAt);
  const pdf = new PdfDocument({
    font: '',
    size: [widthPt, heightPt],
    margin: 0,
    lang: sheet.receipt.language,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    // A verifier finds the attached document without a PDF parser: its bytes stand in the file as they are.
    compress: false,
    info: { Title: sheet.title, CreationDate: date, ModDate: date, Receipt: sheet.receipt.jws } as PDFKit.DocumentInfo,
  });
  const written = collect(pdf);
  const pen = penFor({ scale: 1, mostLines: 40, codePt: 200 }, pdf);
  drawCover(pen, sheet);
  drawTestNotice(pen, sheet);
  pdf.addPage();
  drawReceipt(pdf, sheet.receipt);
  if (sheet.draft !== undefined) {
    pdf.addPage();
    drawDraft(pen, sheet.draft);
    drawTestNotice(pen, sheet);
  }
  for (const words of sheet.frames) drawFrame(pdf, pen, [`${sheet.title}.`, words, sheet.receipt.notice]);
  for (const { name, type, bytes } of files) {
    // The types of the library leave out the relationship, which PDF/A-3 demands.
    const attachment = { name, type, description: name, creationDate: date, modifiedDate: date, relationship: 'Data' };
    pdf.file(Buffer.from(bytes), attachment);
  }
  pdf.end();
  return written;
}

const whole = { x: marginPt, width: columnPt };

/** Below the words of the frame, in points. */
export const frameArea: PagesWork['area'] = [24, 24, widthPt - 48, heightPt - 84];

function drawFrame(pdf: PDFKit.PDFDocument, pen: Pen, words: readonly (string | undefined)[]): void {
  const [x, bottom, width, height] = frameArea;
  pdf.addPage();
  pen.write(words.filter(Boolean).join(' '), { x, width, y: 22 }, { size: 9, face: 'bold' });
  pdf
    .rect(x, heightPt - bottom - height, width, height)
    .lineWidth(0.6)
    .strokeColor('#999999')
    .stroke();
}

/** At the foot of the pages beside the receipt, which has it at its head. */
function drawTestNotice(pen: Pen, { receipt: { notice } }: EvidenceSheet): void {
  if (notice === undefined) return;
  const y = heightPt - marginPt - 26;
  pen.write(notice, { x: marginPt + 10, width: columnPt - 20, y: y + 6 }, { face: 'bold' });
  pen.frame(y, 26);
}

function drawCover(pen: Pen, { title, lead, sections, receipt: { subject, statement } }: EvidenceSheet): void {
  let y = pen.write(title, { ...whole, y: marginPt }, { size: 18, face: 'bold' }) + 4;
  y = pen.write(lead, { ...whole, y }, { size: 10.5 }) + 10;
  pen.rule(y);
  y = pen.write(subject, { ...whole, y: y + 12 }, { size: 13, face: 'bold' }) + 2;
  y = pen.write(statement, { ...whole, y }, { size: 10.5 });
  for (const { heading, paragraphs } of sections) {
    y = pen.write(heading, { ...whole, y: y + 14 }, { size: 11, face: 'bold' }) + 2;
    for (const paragraph of paragraphs) y = pen.write(paragraph, { ...whole, y }, { size: 10 }) + 2;
  }
}

function drawDraft(pen: Pen, { title, notice, paragraphs, lines }: DeclarationDraft): void {
  let y = pen.write(title, { ...whole, y: marginPt }, { size: 18, face: 'bold' }) + 8;
  const end = pen.write(notice, { x: marginPt + 10, width: columnPt - 20, y: y + 6 }, { face: 'bold' }) + 7;
  pen.frame(y, end - y);
  y = end + 10;
  for (const paragraph of paragraphs) y = pen.write(paragraph, { ...whole, y: y + 8 }, { size: 11 });
  for (const line of lines) {
    y = pen.write(line, { ...whole, y: y + 34 }, { size: 10, isSoft: true });
    pen.rule(y - 2, marginPt + 110, columnPt - 110);
  }
}
