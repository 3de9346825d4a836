/**
 * The process that `inspectPdf` starts: reads a PDF from standard input and writes its findings. It may be killed at
 * any time.
 */
import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFDocument } from 'pdf-lib';
import { problemOfCatalog } from './inspect/catalog.ts';
import { problemOfContent } from './inspect/content.ts';
import type { Sheet } from './inspect/page.ts';
import type { Raster } from './inspect/raster.ts';
import { type Walked, walkPages } from './inspect/walk-pages.ts';
import type { Finding } from './inspect-pdf.ts';

const encrypted = 'The PDF is encrypted or has a password. Save it without protection.';

const pdf = await buffer(process.stdin);
const structure = await structureOf(pdf);
if ('problem' in structure) report(structure);
else await compare(structure.sheets);

async function structureOf(pdf: Uint8Array): Promise<Walked> {
  const document = await PDFDocument.load(pdf, {
    ignoreEncryption: true,
    updateMetadata: false,
    parseSpeed: Number.POSITIVE_INFINITY,
  });
  const { context, catalog } = document;
  if (context.trailerInfo.Encrypt !== undefined) return { problem: encrypted };
  const problem = catalog instanceof PDFDict ? problemOfCatalog(context, catalog) : undefined;
  if (problem !== undefined) return { problem };
  const walked = walkPages(context, catalog);
  const tooLarge = 'sheets' in walked ? problemOfContent(context) : undefined;
  return tooLarge === undefined ? walked : { problem: tooLarge };
}

/**
 * Lets a second reader read a sound structure. If the two disagree, nobody knows which pages the partner would print.
 */
async function compare(sheets: readonly Sheet[]): Promise<void> {
  report({ pages: sheets.length });
  const { openRaster } = await import('./inspect/raster.ts');
  const drawing = await openRaster(pdf);
  if (drawing.isEncrypted) return report({ problem: encrypted });
  if (!isSame(sheets, drawing))
    return report({
      problem: 'The PDF shows other pages to one program than to another. Save it anew with another program.',
    });
  report({ readersAgree: true });
  report({ printsInAddressZone: await drawing.printsInAddressZone() });
}

function isSame(sheets: readonly Sheet[], drawing: Raster): boolean {
  const near = (one: number, other: number | undefined) => other !== undefined && Math.abs(one - other) < 1;
  return (
    drawing.sheets.length === sheets.length &&
    sheets.every(({ width, height }, index) => {
      const drawn = drawing.sheets[index];
      return near(width, drawn?.width) && near(height, drawn?.height);
    })
  );
}

function report(finding: Finding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
