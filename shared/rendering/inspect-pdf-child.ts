/** The process that `inspectPdf` starts: reads a PDF from standard input and writes what it finds. It may be killed at any time. */

import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import type { Finding } from './inspect-pdf.ts';
import { addressZoneIn, page } from './layout.ts';
import { walkPages } from './walk-pages.ts';

const pdf = await buffer(process.stdin);
const structure = await structureOf(pdf);
report(structure);
if ('pages' in structure) report(await drawingOf(pdf, structure.pages));

async function structureOf(pdf: Uint8Array): Promise<Finding> {
  const document = await PDFDocument.load(pdf, {
    ignoreEncryption: true,
    updateMetadata: false,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  if (document.isEncrypted) return { problem: 'The PDF is encrypted or has a password. Save it without protection.' };
  return walkPages(document.context, document.catalog);
}

/** A second reader, which follows the file's own index: where the two disagree, nobody knows what the partner would print. */
async function drawingOf(pdf: Uint8Array, pages: number): Promise<Finding> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  if (document.getPageCount() !== pages) {
    return { problem: 'The PDF shows other pages to one program than to another. Save it anew with another program.' };
  }
  const { width, height, data } = await document.getPage(0).render({ scale: 0.5, colorSpace: 'Gray' });
  const zone = data.subarray(0, width * Math.floor((height * addressZoneIn.letter) / page.heightIn));
  const almostWhite = 245;
  return { printsInAddressZone: zone.some((gray) => gray < almostWhite) };
}

function report(finding: Finding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
