/** A PDF that is saved in different ways: updated, with object streams, linearized or encrypted. */
import { deflateSync } from 'node:zlib';
import PdfDocument from 'pdfkit';
import { letterBox, pdfOf } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';

/** Appends an incremental update: objects by their number, which replace or add to those of the PDF. */
export function updated(pdf: Buffer, changes: Readonly<Record<number, string>>, trailer = ''): Buffer {
  const [, previous] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1')) ?? [];
  let text = '';
  let index = 'xref\n';
  for (const [number, content] of Object.entries(changes)) {
    index += `${number} 1\n${String(pdf.length + text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const end = `trailer\n<</Size 20 /Root 1 0 R /Prev ${previous} ${trailer}>>\nstartxref\n${pdf.length + text.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(text + index + end, 'latin1')]);
}

/** With objects 1 to 3 in an object stream and a cross-reference stream, as most programs save PDFs today. */
export function withObjectStream(
  entries = '',
  page = `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 4 0 R>>`,
): Buffer {
  const objects = ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R] /Count 1>>', page];
  const offsets = objects.map((_, index) => objects.slice(0, index).join(' ').length + (index > 0 ? 1 : 0));
  const table = `${offsets.map((offset, index) => `${index + 1} ${offset}`).join(' ')} `;
  let body = '%PDF-1.7\n';
  const content = body.length;
  body += `4 0 obj\n${streamOf('', '72 100 100 20 re f')}\nendobj\n`;
  const objectStream = body.length;
  const bytes = deflateSync(Buffer.from(table + objects.join(' '), 'latin1'));
  body += `5 0 obj\n${streamOf(`/Type /ObjStm /N 3 /First ${table.length} /Filter /FlateDecode`, bytes)}\nendobj\n`;
  // Kind 2: in object stream 5, at an index. Kind 1: at an offset in the file.
  const rows = [
    [0, 0, 0],
    [2, 5, 0],
    [2, 5, 1],
    [2, 5, 2],
    [1, content, 0],
    [1, objectStream, 0],
    [1, body.length, 0],
  ];
  const references = Buffer.from(rows.flatMap(([kind = 0, at = 0, index = 0]) => [kind, at >> 8, at & 255, index]));
  const dictionary = `/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R ${entries}`;
  const end = `6 0 obj\n${streamOf(dictionary, references)}\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

/** States its length at the start, like a linearized file. */
export function linearized(): Buffer {
  const statingLength = (length: number) =>
    pdfOf({ catalog: `<</Type /Catalog /Pages 2 0 R /X <</Linearized 1 /L ${String(length).padStart(9, '0')}>>>>` });
  return statingLength(statingLength(0).length);
}

/** Protected only against changes if `userPassword` is empty. The version means RC4 (1.3, 1.4) or AES (1.6, 1.7ext3). */
export async function encrypted(
  pdfVersion: '1.3' | '1.4' | '1.6' | '1.7ext3',
  userPassword = '',
  size: 'LETTER' | 'A4' = 'LETTER',
): Promise<Buffer> {
  const pdf = new PdfDocument({ size, pdfVersion, ownerPassword: 'owner', userPassword });
  pdf.rect(72, 600, 100, 20).fill();
  pdf.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
