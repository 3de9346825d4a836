/** The process of `repairPdf`: writes a new PDF that prints the pages of the one read. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFDocument } from 'pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { walkPages } from './inspect/walk-pages.ts';
import { redrawnPart, resizedPart } from './join/compare-pages.ts';
import { openRaster } from './raster.ts';
import { fitOnSheets, misfitOf, savePdf } from './repair/sheet.ts';
import { takeOut } from './repair/take-out.ts';
import { unlock } from './repair/unlock.ts';
import type { RepairFinding } from './repair-pdf.ts';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
const input = await buffer(process.stdin);
const opened = input.includes('/Encrypt') ? await unlock(input) : undefined;
const document = await PDFDocument.load(opened ?? input, {
  updateMetadata: false,
  parseSpeed: Number.POSITIVE_INFINITY,
});
const finding = await repair();
if (finding !== undefined) process.stdout.write(`${JSON.stringify(finding)}\n`);

async function repair(): Promise<RepairFinding | undefined> {
  const { context, catalog } = document;
  const walked = walkPages(context, catalog, (_, node, attributes) => ({
    node,
    misfit: misfitOf(paper, context, node, attributes),
  }));
  // The inspector stopped at its first problem, which may be repairable, and could not see the pages of a protected file.
  if ('problem' in walked) return { problem: walked.problem, details: walked.details };
  if (!(catalog instanceof PDFDict)) return undefined;
  const taken = takeOut(
    context,
    catalog,
    walked.pages.map(({ node }) => node),
  );
  const protection = opened !== undefined;
  const isChanged = protection || taken.links || taken.files || taken.scripts;
  if (isChanged) {
    // The same number of pages, each with its size and its look, as far as there is time to draw them.
    const [before, after] = [await openRaster(input), await openRaster(await savePdf(document, false))];
    const isSame = resizedPart([before], after) === undefined && (await redrawnPart([before], after)) === undefined;
    if (!isSame) return undefined;
  }
  const sheets = await fitOnSheets(
    document,
    walked.pages.map(({ misfit }) => misfit),
    paper,
  );
  if (sheets.problem !== undefined) return { problem: sheets.problem, details: sheets.details };
  if (!isChanged && sheets.turned.length + sheets.fitted.length + sheets.shrunk.length === 0) return undefined;
  return { ...sheets, ...taken, protection, pdf: Buffer.from(await savePdf(document, true)).toString('base64') };
}
