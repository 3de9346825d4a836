/** The process of `repairPdf`: writes a new PDF that prints the pages of the one read. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { type Box, fitOf, percentOf } from './inspect/page.ts';
import { walkPages } from './inspect/walk-pages.ts';
import { redrawnPart, resizedPart } from './join/compare-pages.ts';
import { openRaster } from './raster.ts';
import { inkOf } from './repair/ink.ts';
import { type Misfit, misfitOf, needsDrawing, sheetFor, shrink, turnOf, visibleInches } from './repair/sheet.ts';

import { takeOut } from './repair/take-out.ts';
import { unlocked } from './repair/unlock.ts';
import type { Repair, RepairFinding } from './repair-pdf.ts';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
const input = await buffer(process.stdin);
const opened = input.includes('/Encrypt') ? await unlocked(input) : undefined;
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
  // The inspector could not see the pages of a protected file.
  if ('problem' in walked)
    return opened === undefined ? undefined : { problem: walked.problem, details: walked.details };
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
    const [before, after] = [await openRaster(input), await openRaster(await saved(false))];
    const isSame = resizedPart([before], after) === undefined && (await redrawnPart([before], after)) === undefined;
    if (!isSame) return undefined;
  }
  const sheets = await fitted(walked.pages.map(({ misfit }) => misfit));
  if ('problem' in sheets) return sheets;
  const isDone = sheets.turned.length + sheets.fitted.length + sheets.shrunk.length > 0 || isChanged;
  if (!isDone) return undefined;
  return { ...sheets, ...taken, protection, pdf: Buffer.from(await saved(true)).toString('base64') };
}

/** Gives each misfit its sheet, or the problem of the first one that fits on none. */
async function fitted(
  misfits: readonly (Misfit | undefined)[],
): Promise<
  | Pick<Repair, 'turned' | 'fitted' | 'shrunk' | 'percent' | 'inches'>
  | Extract<RepairFinding, { readonly problem: string }>
> {
  const turned: number[] = [];
  const onSheet: number[] = [];
  const shrunk: number[] = [];
  let percent = 100;
  const inks = await inksOf(misfits);
  for (const [index, misfit] of misfits.entries()) {
    if (misfit === undefined) continue;
    const fit = misfit.sheets.length === 0 ? fitOf(misfit.visible, paper, misfit.degrees) : undefined;
    if (fit !== undefined) {
      await shrink(document, index, misfit.visible, fit);
      shrunk.push(index + 1);
      percent = Math.min(percent, percentOf(fit.scale));
    }
    const sheet = fit?.sheet ?? sheetFor(misfit, inks[index]);
    if (sheet === undefined)
      return { problem: `Page ${index + 1} of the PDF ${misfit.refusal.message}`, details: misfit.refusal.details };
    const degrees = turnOf(misfit, sheet);
    if (degrees !== misfit.degrees) turned.push(index + 1);
    else if (fit === undefined) onSheet.push(index + 1);
    setSheet(misfit.node, sheet, degrees);
  }
  const inches = (pages: readonly number[]) => visibleInches(misfits[(pages[0] ?? 0) - 1]);
  return { turned, fitted: onSheet, shrunk, percent, inches: { turned: inches(turned), shrunk: inches(shrunk) } };
}

/** The box of the ink on each misfit, including ink outside the visible part. A page that is only turned needs none. */
async function inksOf(misfits: readonly (Misfit | undefined)[]): Promise<(Box | undefined)[]> {
  const drawn = misfits.map((misfit) => (misfit !== undefined && needsDrawing(misfit) ? misfit : undefined));
  if (drawn.every((misfit) => misfit === undefined)) return [];
  for (const misfit of drawn) if (misfit !== undefined) setSheet(misfit.node, misfit.extent, 0);
  const raster = await openRaster(await saved(false));
  const inks: (Box | undefined)[] = [];
  for (const [index, misfit] of drawn.entries())
    inks.push(misfit === undefined ? undefined : await inkOf(raster, index, misfit.extent));
  return inks;
}

function setSheet(node: PDFDict, sheet: Box, degrees: number): void {
  for (const name of ['MediaBox', 'CropBox']) node.set(PDFName.of(name), document.context.obj([...sheet]));
  node.set(PDFName.of('Rotate'), document.context.obj(degrees));
}

function saved(useObjectStreams: boolean): Promise<Uint8Array> {
  return document.save({ useObjectStreams, addDefaultPage: false, updateFieldAppearances: false });
}
