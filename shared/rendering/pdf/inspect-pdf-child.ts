/** The child process of `inspectPdf`: reads a PDF from standard input and writes its findings. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { PDFDict } from '#pdf-lib';
import { unfilledPlaceholders } from '../../domain/blanks.ts';
import type { Paper } from '../../domain/paper.ts';
import { problemOfActiveContent, problemOfCatalog } from './inspect/active-content.ts';
import { printRisksOf, problemOfContent } from './inspect/document.ts';
import { checkedSheet, type Sheet } from './inspect/page.ts';
import { walkPages } from './inspect/walk-pages.ts';
import type { PdfFinding } from './inspect-pdf.ts';
import { problemOfLayers } from './layers.ts';
import { loadPdf } from './load-and-save.ts';

const encryptedProblem = 'The PDF is encrypted with a password. Save it without one, or print it to a new PDF.';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
const pdf = await buffer(process.stdin);
const structure = await structureOf(pdf);
if ('problem' in structure) report(structure);
else await inspectPages(structure.pages);

/** The pages with their risks, or the first problem that the file's structure shows. */
async function structureOf(pdf: Buffer) {
  const document = await loadPdf(pdf, { ignoreEncryption: true }).catch((error: unknown) => {
    // The object streams of an encrypted file cannot be read before it is decrypted.
    if (pdf.includes('/Encrypt')) return undefined;
    throw error;
  });
  if (document === undefined || document.context.trailerInfo.Encrypt !== undefined)
    return { problem: encryptedProblem, isRepairable: true as const };
  const { context, catalog } = document;
  const problem = catalog instanceof PDFDict ? problemOfCatalog(context, catalog) : undefined;
  if (problem !== undefined) return { problem };
  const walked = walkPages(context, catalog, (node, attributes) => ({
    ...checkedSheet(paper, context, node, attributes),
    ...printRisksOf(context, node, attributes.Resources),
  }));
  if ('problem' in walked && pdf.includes('/BrotliDecode'))
    return {
      problem:
        'The PDF is compressed with Brotli, which few programs can read yet. Save it again with another program.',
    };
  if ('problem' in walked) return walked;
  const contentProblem = problemOfContent(context) ?? problemOfLayers(context, catalog);
  if (contentProblem !== undefined) return { problem: contentProblem };
  const activeProblem = problemOfActiveContent(context, catalog);
  return activeProblem === undefined ? walked : { problem: activeProblem, isRepairable: true as const };
}

/** Reports what a second reader finds on the pages. If the two disagree about them, a partner might print other pages. */
async function inspectPages(sheets: readonly (Sheet & ReturnType<typeof printRisksOf>)[]): Promise<void> {
  const pagesWith = (hasRisk: (sheet: (typeof sheets)[number]) => boolean) =>
    sheets.flatMap((sheet, index) => (hasRisk(sheet) ? [index + 1] : []));
  const marks = [...new Set(sheets.flatMap(({ screenMarks }) => screenMarks))];
  const warnings = [
    { code: 'marks_without_look', pages: pagesWith(({ hasMarkWithoutAppearance }) => hasMarkWithoutAppearance) },
    { code: 'marks_on_screen_only', pages: pagesWith(({ screenMarks }) => screenMarks.length > 0), marks },
    { code: 'fonts_missing', pages: pagesWith(({ hasMissingFont }) => hasMissingFont) },
  ] as const;
  report({ pages: sheets.length, warnings: warnings.filter(({ pages }) => pages.length > 0) });
  const { drawPages, minWhite, openRaster, resizedPart } = await import('./raster.ts');
  const raster = await openRaster(pdf);
  if (raster.isEncrypted) return report({ problem: encryptedProblem });
  if (resizedPart([{ sheets }], raster) !== undefined)
    return report({
      problem: 'Different programs show different pages for this PDF. Save it again with another program.',
    });
  report({ readersAgree: true });
  const redrawn = await raster.pageWithRedrawnField(pagesWith(({ hasField }) => hasField));
  if (redrawn !== undefined)
    return report({
      problem: `Page ${redrawn} of the PDF has a form field that each program draws in its own way. Print the file to a new PDF and send that.`,
    });
  const blankPages: number[] = [];
  // Faxes have their own check, which draws them.
  if (!paper.isFaxed)
    await drawPages(raster, report, ({ width, height, data }, index) => {
      if (!data.some((gray) => gray < 255)) blankPages.push(index + 1);
      if (blankPages.length > 0) report({ blankPages });
      if (index > 0) return;
      const zone = data.subarray(0, width * Math.floor((height * paper.addressZoneIn) / paper.heightIn));
      report({ printsInAddressZone: zone.some((gray) => gray < minWhite) });
    });
  report({ blanks: unfilledPlaceholders(sheets.map((_, index) => raster.textOf(index)).join('\n')) });
}

function report(finding: PdfFinding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
