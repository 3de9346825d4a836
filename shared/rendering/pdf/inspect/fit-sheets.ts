/** Repairs refused pages: moves a page onto an upright sheet at full size or, with fit_page, scales it down to fit. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '#pdf-lib';
import type { Paper } from '../../../domain/paper.ts';
import { POINTS_PER_INCH, sheetPt } from '../../layout.ts';
import { savePdf } from '../load-and-save.ts';
import { openRaster } from '../raster.ts';
import {
  type Attributes,
  annotationFlags,
  type Box,
  boxOf,
  checkedSheet,
  fitOf,
  numberOf,
  overlap,
  PageRefused,
} from './page.ts';

/**
 * Scales the page's visible part and centers it on the sheet. The content becomes one form XObject, so nothing in it can
 * undo the scale. Throws if the content cannot be joined into one stream, or if an annotation is partly hidden.
 */
function scaleToSheet({ node }: PDFPage, visible: Box, { sheet, scale }: NonNullable<ReturnType<typeof fitOf>>): void {
  const { context } = node;
  const [left, bottom, right, top] = visible;
  const [x, y] = [(sheet[2] - scale * (right - left)) / 2, (sheet[3] - scale * (top - bottom)) / 2];
  const contents = node.Contents();
  if (contents !== undefined) {
    const parts = contents instanceof PDFArray ? contents.asArray().map((part) => context.lookup(part)) : [contents];
    const decodedLines = (part: PDFObject | undefined): readonly Uint8Array[] => {
      // pdf-lib decodes without the predictor, which may be in another object.
      if (!(part instanceof PDFRawStream) || /Predictor| R\b/.test(`${part.dict.get(PDFName.of('DecodeParms'))}`))
        throw new Error('A part of the content cannot be decoded');
      return [decodePDFRawStream(part).decode(), Buffer.from('\n')];
    };
    // A single stream stays encoded, so any filter will do.
    const stream = parts.length === 1 ? parts[0] : context.flateStream(Buffer.concat(parts.flatMap(decodedLines)));
    if (!(stream instanceof PDFRawStream)) throw new Error('The content is not a stream of the file');
    const group = context.lookup(node.get(PDFName.of('Group')));
    const formGroup = group instanceof PDFDict ? group.clone(context) : undefined;
    // A page is always isolated. A form must say so, or some programs print its transparent parts as opaque.
    formGroup?.set(PDFName.of('I'), PDFBool.True);
    const form = context.stream(stream.contents, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [...visible],
      Matrix: [scale, 0, 0, scale, x - scale * left, y - scale * bottom],
      Resources: node.Resources() ?? {},
      Group: formGroup,
      Filter: stream.dict.get(PDFName.of('Filter')),
      DecodeParms: stream.dict.get(PDFName.of('DecodeParms')),
    });
    node.set(PDFName.of('Resources'), context.obj({ XObject: { Page: context.register(form) } }));
    node.set(PDFName.of('Contents'), context.register(context.stream('/Page Do')));
  }
  const annotations = context.lookup(node.get(PDFName.of('Annots')));
  for (const annotation of annotations instanceof PDFArray ? annotations.asArray() : []) {
    const dict = context.lookup(annotation);
    const box = dict instanceof PDFDict ? boxOf(context, dict.get(PDFName.of('Rect'))) : undefined;
    if (!(dict instanceof PDFDict) || box === undefined) continue;
    const [x1, y1, x2, y2] = overlap(box, visible);
    // The crop box hid this annotation, and nothing on the sheet would.
    if (x1 >= x2 || y1 >= y2) dict.set(PDFName.of('F'), PDFNumber.of(annotationFlags.hidden));
    else if (!isInside(box, visible) && dict.get(PDFName.of('AP')) !== undefined)
      throw new Error('An annotation is cropped');
    const toX = (at: number) => x + scale * (at - left);
    const toY = (at: number) => y + scale * (at - bottom);
    dict.set(PDFName.of('Rect'), context.obj([toX(box[0]), toY(box[1]), toX(box[2]), toY(box[3])]));
  }
}

/** A page, with the sheets that it may fit. Boxes are in the page's units, before its rotation. */
interface Misfit {
  readonly node: PDFDict;
  /** The part that is visible before the repair. */
  readonly visible: Box;
  readonly sheets: readonly Box[];
  /** Contains the media box and all sheets. The ink in it decides which sheet is right. */
  readonly extent: Box;
  readonly degrees: number;
  /** The error if no sheet fits. */
  readonly refusal: PageRefused;
}

/** `undefined` if the page needs no repair. Throws `PageRefused` if it cannot be repaired. */
export function misfitOf(paper: Paper, context: PDFContext, node: PDFDict, attributes: Attributes): Misfit | undefined {
  let refusal: PageRefused;
  try {
    checkedSheet(paper, context, node, attributes);
    return undefined;
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error;
    refusal = error;
  }
  // Every reader assumes US Letter (in points) for a page without a size.
  const media: Box | undefined =
    attributes.MediaBox === undefined ? [0, 0, 612, 792] : boxOf(context, attributes.MediaBox);
  const degrees = numberOf(context, attributes.Rotate) ?? 0;
  const unit = numberOf(context, node.get(PDFName.of('UserUnit'))) ?? 1;
  if (media === undefined || degrees % 90 !== 0 || unit !== 1) throw refusal;
  const crop = boxOf(context, attributes.CropBox);
  const visible = crop === undefined ? media : overlap(media, crop);
  const boxes = ['TrimBox', 'ArtBox', 'BleedBox'].map((name) => boxOf(context, node.get(PDFName.of(name))));
  // An eighth of an inch: scanners and converters are off by less, and all other paper sizes by more.
  const tolerancePt = 9;
  // A sheet with the same center for each box that has almost the paper's size, portrait or landscape.
  const [across, down] = sheetPt(paper);
  const nearSheets = [visible, media, crop, ...boxes].flatMap((box): Box[] => {
    const [left, bottom, right, top] = box ?? [0, 0, 0, 0];
    for (const [width, height] of [[across, down] as const, [down, across] as const]) {
      const [excessWidth, excessHeight] = [right - left - width, top - bottom - height];
      if (Math.max(Math.abs(excessWidth), Math.abs(excessHeight)) > tolerancePt) continue;
      const [x, y] = [left + excessWidth / 2, bottom + excessHeight / 2];
      return [[x, y, x + width, y + height]];
    }
    return [];
  });
  const extent = nearSheets.reduce(
    (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
    media,
  );
  // A larger page would take too long to draw.
  const maxSidePt = 2_000;
  const sheets = Math.max(...sidesOf(extent)) > maxSidePt ? [] : nearSheets;
  const mayShrink = paper.isFitted === true && fitOf(visible, paper) !== undefined;
  if (sheets.length === 0 && !mayShrink) throw refusal;
  return { node, visible, sheets, extent, degrees: ((degrees % 360) + 360) % 360, refusal };
}

/** Sets the sheet of each misfit, or returns the problem of the first that fits on none. */
export async function fitOnSheets(document: PDFDocument, misfits: readonly (Misfit | undefined)[], paper: Paper) {
  const turned: number[] = [];
  const fitted: number[] = [];
  const shrunk: number[] = [];
  let percent = 100;
  const inks = await inksOf(document, misfits);
  for (const [index, misfit] of misfits.entries()) {
    if (misfit === undefined) continue;
    const { visible, sheets, degrees, refusal } = misfit;
    const failure = { problem: `Page ${index + 1} of the PDF ${refusal.message}`, details: refusal.details };
    // The first sheet with all visible ink, and without ink that was hidden. A blank page has no ink.
    const ink = inks[index];
    const fullSize = sheets.find((each) => ink === undefined || isInside(ink, overlap(each, visible)));
    const fit = fullSize === undefined && paper.isFitted ? fitOf(visible, paper, degrees) : undefined;
    if (fit !== undefined) {
      try {
        scaleToSheet(document.getPage(index), visible, fit);
      } catch {
        return { ...failure, problem: `${failure.problem} fit_page cannot scale it. Print it to a new PDF.` };
      }
      shrunk.push(index + 1);
      percent = Math.min(percent, fit.percent);
    }
    const sheet = fit?.sheet ?? fullSize;
    if (sheet === undefined) return failure;
    const rotation = rotationFor(sheet, degrees);
    if (rotation !== degrees) turned.push(index + 1);
    else if (fit === undefined) fitted.push(index + 1);
    setSheet(misfit.node, sheet, rotation);
  }
  // The original size of the first of these pages, as viewers showed it, such as "8.5 x 5.5".
  const inches = ([page = 0]: readonly number[]): string => {
    const misfit = misfits[page - 1];
    if (misfit === undefined) return '';
    const sides = sidesOf(misfit.visible).map((points) => `${Number((points / POINTS_PER_INCH).toFixed(2))}`);
    return (misfit.degrees % 180 === 0 ? sides : sides.reverse()).join(' x ');
  };
  return { turned, fitted, shrunk, percent, inches: { turned: inches(turned), shrunk: inches(shrunk) } };
}

/** The bounding box of the ink on each misfit that may have ink outside its visible part or its sheet. */
async function inksOf(
  document: PDFDocument,
  misfits: readonly (Misfit | undefined)[],
): Promise<readonly (Box | undefined)[]> {
  const drawn = misfits.map((misfit) => {
    const [sheet] = misfit?.sheets ?? [];
    return misfit && sheet && !isInside(misfit.extent, overlap(sheet, misfit.visible)) ? misfit : undefined;
  });
  if (drawn.every((misfit) => misfit === undefined)) return [];
  for (const misfit of drawn) if (misfit !== undefined) setSheet(misfit.node, misfit.extent, 0);
  const raster = await openRaster(await savePdf(document, false));
  const inks: (Box | undefined)[] = [];
  for (const [index, misfit] of drawn.entries()) inks.push(misfit && (await raster.inkOf(index, misfit.extent)));
  return inks;
}

function setSheet(node: PDFDict, sheet: Box, degrees: number): void {
  for (const name of ['MediaBox', 'CropBox']) node.set(PDFName.of(name), node.context.obj([...sheet]));
  node.set(PDFName.of('Rotate'), node.context.obj(degrees));
}

/** The rotation that makes the sheet portrait. A landscape page is rotated so that its top is on the left. */
function rotationFor(sheet: Box, degrees: number): number {
  const [width, height] = sidesOf(sheet);
  const isSideways = degrees % 180 === 90;
  if (width > height) return isSideways ? degrees : (degrees + 270) % 360;
  return isSideways ? 0 : degrees;
}

const sidesOf = ([left, bottom, right, top]: Box) => [right - left, top - bottom] as const;

function isInside(inner: Box, outer: Box): boolean {
  // Drawing rounds to pixels, which are points here.
  const tolerancePt = 1;
  return (
    inner[0] >= outer[0] - tolerancePt &&
    inner[1] >= outer[1] - tolerancePt &&
    inner[2] <= outer[2] + tolerancePt &&
    inner[3] <= outer[3] + tolerancePt
  );
}
