/** Finds the sheet on which a refused page prints as it is: upright, at full size, with all that shows. */
import { type PDFContext, type PDFDict, PDFName } from 'pdf-lib';
import type { Paper } from '../../../domain/paper.ts';
import { POINTS_PER_INCH, sheetPt } from '../../layout.ts';
import {
  type Attributes,
  type Box,
  boxOf,
  checkedSheet,
  fitOf,
  numberOf,
  overlap,
  PageRefused,
} from '../inspect/page.ts';

/** A page, with the sheets that it may fit. They are in the page's own units, before it is turned. */
export interface Misfit {
  readonly node: PDFDict;
  /** The part that shows now. */
  readonly shown: Box;
  readonly sheets: readonly Box[];
  /** Holds all of the above. What is drawn in it tells which sheet is right. */
  readonly looked: Box;
  readonly degrees: number;
  /** Stands if no sheet fits. */
  readonly refusal: PageRefused;
}

/** Points. A page whose size nobody states is US Letter to every reader, on whatever paper it is printed. */
const unstated: Box = [0, 0, 612, 792];

const boxNames = ['MediaBox', 'CropBox', 'TrimBox', 'ArtBox', 'BleedBox'];

/** `undefined` for a page that is fine as it is. Throws `PageRefused` for one that nobody can mend. */
export function misfitOf(paper: Paper, context: PDFContext, node: PDFDict, attributes: Attributes): Misfit | undefined {
  const refusal = refusalOf(paper, context, node, attributes);
  if (refusal === undefined) return undefined;
  const media = attributes.MediaBox === undefined ? unstated : boxOf(context, attributes.MediaBox);
  const degrees = numberOf(context, attributes.Rotate) ?? 0;
  const unit = numberOf(context, node.get(PDFName.of('UserUnit'))) ?? 1;
  if (media === undefined || degrees % 90 !== 0 || unit !== 1) throw refusal;
  const crop = boxOf(context, attributes.CropBox);
  const shown = crop === undefined ? media : overlap(media, crop);
  const boxes = boxNames.map((name) => boxOf(context, attributes[name] ?? node.get(PDFName.of(name))));
  const sheets = [shown, media, ...boxes].flatMap((box) => (box === undefined ? [] : sheetAround(box, paper)));
  const looked = sheets.reduce(union, media);
  const mayShrink = paper.isFitted === true && fitOf(shown, paper) !== undefined;
  if ((sheets.length === 0 && !mayShrink) || Math.max(...sizeOf(looked)) > mostPoints) throw refusal;
  return { node, shown, sheets, looked, degrees: ((degrees % 360) + 360) % 360, refusal };
}

/** A page that is larger than this is not drawn to be looked at. */
const mostPoints = 2_000;

function refusalOf(paper: Paper, context: PDFContext, node: PDFDict, attributes: Attributes): PageRefused | undefined {
  try {
    checkedSheet(paper)(context, node, attributes);
    return undefined;
  } catch (error) {
    if (error instanceof PageRefused) return error;
    throw error;
  }
}

/** An eighth of an inch: scanners and converters miss a paper's size by less, and all other paper by more. */
const nearPt = 9;

/** The sheet of the paper, upright or on its side, with the same center as a box of almost that size. */
function sheetAround([left, bottom, right, top]: Box, paper: Paper): Box[] {
  const upright = sheetPt(paper);
  for (const [width, height] of [upright, [upright[1], upright[0]] as const]) {
    const [overWide, overHigh] = [right - left - width, top - bottom - height];
    if (Math.max(Math.abs(overWide), Math.abs(overHigh)) > nearPt) continue;
    const [x, y] = [left + overWide / 2, bottom + overHigh / 2];
    return [[x, y, x + width, y + height]];
  }
  return [];
}

/** The first sheet that shows all ink of the page, none of it for the first time. `ink`: undefined for a blank page. */
export const sheetFor = ({ shown, sheets }: Misfit, ink: Box | undefined): Box | undefined =>
  sheets.find((sheet) => ink === undefined || isInside(ink, overlap(sheet, shown)));

/** True if something may be drawn outside of what shows now, or outside of the sheet. */
export const isLookedAt = ({ shown, sheets, looked }: Misfit): boolean =>
  sheets.length > 0 && !sheets.slice(0, 1).every((sheet) => isInside(looked, overlap(sheet, shown)));

/** Turned by a quarter if it would lie on its side, so that what was on top comes to the left. */
export function turnOf({ degrees }: Misfit, sheet: Box): number {
  const [width, height] = sizeOf(sheet);
  const isTurned = degrees % 180 === 90;
  if (width > height) return isTurned ? degrees : (degrees + 270) % 360;
  return isTurned ? 0 : degrees;
}

/** The size of a page as it shows, for people to read: "8.5 x 5.5". */
export function shownInches(misfit: Misfit | undefined): string {
  if (misfit === undefined) return '';
  const inches = sizeOf(misfit.shown).map((points) => `${Number((points / POINTS_PER_INCH).toFixed(2))}`);
  return (misfit.degrees % 180 === 0 ? inches : inches.reverse()).join(' x ');
}

const sizeOf = ([left, bottom, right, top]: Box) => [right - left, top - bottom] as const;

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/** Points: a drawing rounds to its pixels. */
const slack = 1;

const isInside = (inner: Box, outer: Box): boolean =>
  inner[0] >= outer[0] - slack &&
  inner[1] >= outer[1] - slack &&
  inner[2] <= outer[2] + slack &&
  inner[3] <= outer[3] + slack;
