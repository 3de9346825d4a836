/** Reads and settles what Chromium's PDF writer leaves open: the dates, the page count, glyphs that the font lacks. */

import { inflateSync } from 'node:zlib';

const fixedDate = '20000101000000';
const largestStreamBytes = 50_000_000;

/** Overwrites the creation and modification dates in place: they are all that differs between two prints of one document. */
export function fixDates(pdf: Buffer): void {
  for (const key of ['/CreationDate (D:', '/ModDate (D:']) {
    for (let at = pdf.indexOf(key); at !== -1; at = pdf.indexOf(key, at + 1))
      pdf.write(fixedDate, at + key.length, 'latin1');
  }
}

/**
 * The number of pages, found by way of the cross-reference table as a PDF reader finds it: a search for "/Count" could
 * meet one inside an image that the author sent. Throws if the file is not of the plain kind that Chromium writes.
 */
export function pageCountOf(pdf: Buffer): number {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 1024));
  const table = Number(/startxref\s+(\d+)/.exec(tail)?.[1]);
  const trailer = pdf.toString('latin1', table);
  const catalog = objectAt(pdf, trailer, /\/Root (\d+) 0 R/.exec(trailer)?.[1]);
  const pages = objectAt(pdf, trailer, /\/Pages (\d+) 0 R/.exec(catalog)?.[1]);
  const count = Number(/\/Count (\d+)/.exec(pages)?.[1]);
  if (!Number.isInteger(count)) throw new Error('The PDF from Chromium is not as it used to be: no page count found');
  return count;
}

/** The object with that number: its place is in the table, twenty bytes an entry, after "xref\\n0 <size>\\n". */
function objectAt(pdf: Buffer, table: string, number: string | undefined): string {
  const head = /^xref\s+0 \d+\s+/.exec(table)?.[0].length ?? 0;
  const entry = table.substr(head + Number(number) * 20, 10);
  const start = Number(entry);
  return pdf.toString('latin1', start, pdf.indexOf('endobj', start));
}

/** True if a box is drawn somewhere in place of a character: glyph 0, also where CSS or an SVG image brought the character in. */
export function hasMissingGlyph(pdf: Buffer): boolean {
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.toString('latin1', at - 3, at) === 'end') continue;
    const dictionary = pdf.toString('latin1', pdf.lastIndexOf('obj', at), at);
    if (!dictionary.includes('/FlateDecode') || /\/Subtype \/Image|\/Length1/.test(dictionary)) continue;
    if (drawsGlyphZero(contentAt(pdf, at + 7))) return true;
  }
  return false;
}

function contentAt(pdf: Buffer, start: number): string {
  try {
    return inflateSync(pdf.subarray(start), { maxOutputLength: largestStreamBytes }).toString('latin1');
  } catch {
    return '';
  }
}

/** Skia writes glyphs as hexadecimal strings, four digits each, before `Tj`. */
function drawsGlyphZero(content: string): boolean {
  for (const [, glyphs = ''] of content.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)) {
    for (let at = 0; at < glyphs.length; at += 4) if (glyphs.startsWith('0000', at)) return true;
  }
  return false;
}
