/** Writes a receipt as a PDF of one page, always one: what is too much is set smaller, and at last cut. */
import PdfDocument from 'pdfkit';
import { asSource } from '../font/plain-font.ts';
import { collect } from '../text/write-pdf.ts';
import { brokenLines, type Face, fontOf, lacksGlyphs, widthOf } from './faces.ts';
import type { ReceiptSheet, Section, SheetRow } from './sheet.ts';

/** US Letter: a receipt's own paper, whatever the product is printed on. */
export const [widthPt, heightPt] = [612, 792];
/** Wide enough for printers that put the page on A4. */
export const marginPt = 46;
export const columnPt = widthPt - 2 * marginPt;
const gapPt = 24;
const leftPt = 300;

/** The steps by which letters and the code shrink, and then the lines of one text that are kept. */
const fittings = [
  ...[1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62].map((scale) => ({ scale, mostLines: 40, codePt: scale === 1 ? 200 : 150 })),
  ...[4, 2, 1].map((mostLines) => ({ scale: 0.62, mostLines, codePt: 150 })),
];

type Fitting = (typeof fittings)[number];

export interface Pen {
  readonly fitting: Fitting;
  /** Draws the text below `y` and returns the y below it. */
  write(text: string, at: DrawnAt, style?: ReceiptStyle): number;
  rule(y: number, x?: number, width?: number): void;
  frame(y: number, height: number): void;
  code(rows: ReceiptSheet['proof']['code'], x: number, y: number): void;
}

interface DrawnAt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface ReceiptStyle {
  readonly size?: number;
  readonly face?: Face;
  readonly isSoft?: boolean;
  readonly isRight?: boolean;
}

/** A PDF whose bytes follow from the sheet alone. */
export async function writeReceipt(sheet: ReceiptSheet): Promise<Uint8Array> {
  const date = new Date(sheet.issuedAt);
  const pdf = new PdfDocument({
    // A receipt sets no font before ours, as a letter does.
    font: '',
    size: [widthPt, heightPt],
    margin: 0,
    lang: sheet.language,
    displayTitle: true,
    // A verifier finds the JWS without a PDF parser: the information stands in the file as plain text.
    info: { Title: sheet.title, CreationDate: date, ModDate: date, Receipt: sheet.jws } as PDFKit.DocumentInfo,
  });
  const written = collect(pdf);
  drawReceipt(pdf, sheet);
  pdf.end();
  return written;
}

/** Draws the receipt on the page where the document stands. */
export function drawReceipt(pdf: PDFKit.PDFDocument, sheet: ReceiptSheet): void {
  const fitting = fittings.find((one) => compose(penFor(one), sheet) <= heightPt - marginPt) ?? fittings.at(-1);
  if (fitting !== undefined) compose(penFor(fitting, pdf), sheet);
}

/** Without a document it only measures. */
export function penFor(fitting: Fitting, pdf?: PDFKit.PDFDocument): Pen {
  return {
    fitting,
    write(text, { x, y, width }, { size = 9.5, face = 'regular', isSoft = false, isRight = false } = {}) {
      const sizePt = size * fitting.scale;
      const lines = brokenLines(face, sizePt, text, width, fitting.mostLines);
      const linePt = sizePt * 1.28;
      if (pdf !== undefined) {
        pdf.font(asSource(fontOf(face)), sizePt).fillColor(isSoft ? '#555555' : '#000000');
        for (const [at, line] of lines.entries()) {
          const indent = isRight ? width - widthOf(face, sizePt, line) : 0;
          const baseline = y + at * linePt + sizePt;
          if (line !== '') pdf.text(line, x + indent, baseline, { lineBreak: false, baseline: 'alphabetic' });
        }
      }
      return y + lines.length * linePt;
    },
    rule(y, x = marginPt, width = columnPt) {
      pdf
        ?.moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .strokeColor('#999999')
        .stroke();
    },
    frame(y, height) {
      pdf?.rect(marginPt, y, columnPt, height).lineWidth(1.2).strokeColor('#000000').stroke();
    },
    code(rows, x, y) {
      const module = fitting.codePt / rows.length;
      for (const [down, row] of rows.entries())
        for (const [from, to] of runsOf(row))
          pdf?.rect(x + from * module, y + down * module, (to - from) * module, module);
      if (rows.length > 0) pdf?.fillColor('#000000').fill();
    },
  };
}

/** The dark stretches of a row. Single modules beside each other would show hairlines between them. */
function runsOf(row: readonly boolean[]): (readonly [from: number, to: number])[] {
  const starts = row.flatMap((dark, at) => (dark && !row[at - 1] ? [at] : []));
  return starts.map((from) => {
    const length = row.slice(from).indexOf(false);
    return [from, length < 0 ? row.length : from + length];
  });
}

/** Draws everything and returns the y of its end. */
function compose(pen: Pen, sheet: ReceiptSheet): number {
  const { scale } = pen.fitting;
  const gap = 14 * scale;
  const notice = sheet.notice === undefined ? marginPt : drawNotice(pen, sheet.notice) + gap;
  const head = drawHead(pen, sheet, notice) + gap;
  pen.rule(head);
  const whole = { x: marginPt, width: columnPt };
  let y = pen.write(sheet.subject, { ...whole, y: head + gap }, { size: 14, face: 'bold' });
  y = pen.write(sheet.statement, { ...whole, y: y + 3 * scale }) + gap;
  const right = { x: marginPt + leftPt + gapPt, width: columnPt - leftPt - gapPt };
  const ordered = drawSection(pen, sheet.order, { x: marginPt, width: leftPt, y }, 78);
  const billed = drawBill(pen, sheet.bill, { ...right, y }) + gap;
  y = Math.max(ordered, drawSection(pen, sheet.times, { ...right, y: billed }, 78)) + gap;
  y = drawSection(pen, sheet.hashes, { ...whole, y }, 112) + gap;
  pen.rule(y);
  y = drawProof(pen, sheet.proof, y + gap);
  return hasGaps(sheet) ? pen.write(sheet.lacking, { ...whole, y: y + 6 * scale }, { size: 7.5, isSoft: true }) : y;
}

function drawNotice(pen: Pen, notice: string): number {
  const inner = { x: marginPt + 10, width: columnPt - 20, y: marginPt + 6 };
  const end = pen.write(notice, inner, { size: 10.5, face: 'bold' }) + 7;
  pen.frame(marginPt, end - marginPt);
  return end;
}

function drawHead(pen: Pen, { seller, heading, about }: ReceiptSheet, top: number): number {
  const half = (columnPt - gapPt) / 2;
  let left = pen.write(seller.name, { x: marginPt, y: top, width: half }, { size: 15, face: 'bold' });
  for (const line of seller.lines)
    left = pen.write(line, { x: marginPt, y: left, width: half }, { size: 8.5, isSoft: true });
  const at = { x: marginPt + half + gapPt, width: half };
  let right = pen.write(heading, { ...at, y: top }, { size: 15, face: 'bold', isRight: true });
  for (const { label, lines } of about)
    right = pen.write(`${label} ${lines.join(' ')}`, { ...at, y: right }, { size: 8.5, isSoft: true, isRight: true });
  return Math.max(left, right);
}

function drawSection(pen: Pen, { heading, rows }: Section, at: DrawnAt, labelPt: number): number {
  if (rows.length === 0) return at.y;
  let y = pen.write(heading, at, { size: 9.5, face: 'bold' }) + 2;
  for (const row of rows) y = drawRow(pen, row, { ...at, y }, labelPt);
  return y;
}

function drawRow(pen: Pen, { label, lines }: SheetRow, { x, y, width }: DrawnAt, labelPt: number): number {
  const labelled = pen.write(label, { x, y, width: labelPt - 6 }, { size: 8.5, isSoft: true });
  let end = y;
  for (const line of lines) end = pen.write(line, { x: x + labelPt, y: end, width: width - labelPt }, { size: 8.5 });
  return Math.max(labelled, end) + 2 * pen.fitting.scale;
}

function drawBill(pen: Pen, { heading, lines, total, after }: ReceiptSheet['bill'], at: DrawnAt): number {
  let y = pen.write(heading, at, { size: 9.5, face: 'bold' }) + 2;
  for (const line of lines) y = drawAmount(pen, line, { ...at, y }, {});
  pen.rule(y + 1, at.x, at.width);
  y = drawAmount(pen, total, { ...at, y: y + 4 }, { size: 12, face: 'bold' });
  for (const line of after) y = drawAmount(pen, line, { ...at, y }, {});
  return y;
}

function drawAmount(pen: Pen, { label, lines }: SheetRow, { x, y, width }: DrawnAt, style: ReceiptStyle): number {
  const amountPt = 92;
  const labelled = pen.write(label, { x, y, width: width - amountPt }, style);
  const amount = pen.write(
    lines.join(' '),
    { x: x + width - amountPt, y, width: amountPt },
    { ...style, isRight: true },
  );
  return Math.max(labelled, amount) + 1;
}

function drawProof(pen: Pen, { heading, paragraphs, code, address }: ReceiptSheet['proof'], y: number): number {
  const isThere = code.length > 0;
  const { codePt } = pen.fitting;
  if (isThere) pen.code(code, marginPt, y);
  const x = isThere ? marginPt + codePt + gapPt : marginPt;
  const at = { x, width: marginPt + columnPt - x };
  let end = pen.write(heading, { ...at, y }, { face: 'bold' }) + 2;
  end = pen.write(address, { ...at, y: end }, { size: 8.5, face: 'bold' }) + 3;
  for (const paragraph of paragraphs)
    end = pen.write(paragraph, { ...at, y: end }, { size: 8.5 }) + 3 * pen.fitting.scale;
  return Math.max(end, isThere ? y + codePt : y);
}

function hasGaps({ seller, subject, order: { rows } }: ReceiptSheet): boolean {
  return [seller.name, ...seller.lines, subject, ...rows.flatMap(({ lines }) => lines)].some(lacksGlyphs);
}
