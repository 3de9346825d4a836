/**
 * Measures a page of an untrusted PDF, checks that its content exists, and reads the flags of its annotations. Its boxes
 * and units may be misleading.
 */
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFStream } from '#pdf-lib';
import type { Paper } from '../../../domain/paper.ts';
import { ContentRefused, POINTS_PER_INCH, sheetPt } from '../../layout.ts';

/** The inheritable attributes of a page, from itself or its ancestors. Each may be a reference. */
export type Attributes = Readonly<Record<string, PDFObject>>;

/** The size of a page's visible part after rotation, in its units. If viewers would disagree on it, the page is refused. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
}

/** The message is for the client, and follows the page's number. */
export class PageRefused extends ContentRefused {
  override readonly name = 'PageRefused';
}

export type Box = readonly [left: number, bottom: number, right: number, top: number];

/**
 * The size of the page's visible part. Throws `PageRefused` if its content is missing, if its rotation isn't a multiple of
 * 90 degrees, or if its MediaBox or CropBox doesn't have the size of the paper.
 */
export function checkedSheet(paper: Paper, context: PDFContext, node: PDFDict, attributes: Attributes): Sheet {
  const contents = lookup(context, node.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray() : [node.get(PDFName.of('Contents'))];
  if (!parts.every((part) => part === undefined || lookup(context, part) instanceof PDFStream))
    throw new PageRefused('is incomplete: the file is damaged or cut short. Send the whole file.');
  const media = boxOf(context, attributes.MediaBox);
  const unit = numberOf(context, node.get(PDFName.of('UserUnit'))) ?? 1;
  if (media === undefined || unit <= 0) throw new PageRefused('has no size. Save it again with another program.');
  const crop = boxOf(context, attributes.CropBox);
  const visible = crop === undefined ? media : overlap(media, crop);
  const degrees = numberOf(context, attributes.Rotate) ?? 0;
  // PDF viewers treat other angles differently.
  if (degrees % 90 !== 0) throw new PageRefused(`is rotated by ${degrees} degrees. Use a multiple of 90 degrees.`);
  const isTurned = Math.abs(degrees) % 180 === 90;
  const inPoints = ({ width, height }: Sheet): Sheet => ({ width: width * unit, height: height * unit });
  const sheet = sheetOf(visible, isTurned);
  const fit = unit !== 1 || paper.isNote ? undefined : fitOf(visible, paper);
  const percent = paper.isFitted ? undefined : fit?.percent;
  const cannotFit = paper.isFitted && fit === undefined && sheet.width * sheet.height > 0;
  const fixes = [
    `Every page must be ${paper.widthIn} x ${paper.heightIn} inches, upright (${paper.sizeName}, portrait).`,
    percent !== undefined && `Or send fit_page true to print it at ${percent}%.`,
    cannotFit && unit === 1 && 'It is too large for fit_page: save it smaller.',
    cannotFit && unit !== 1 && 'fit_page cannot scale it, because it has a UserUnit. Print it to a new PDF.',
  ];
  mustHaveSize(inPoints(sheet), paper, fixes.filter(Boolean).join(' '), percent);
  const cropped = 'Its crop box hides part of the page. Print the visible part to a new PDF.';
  mustHaveSize(inPoints(sheetOf(media, isTurned)), paper, cropped);
  return sheet;
}

/** The corners may be in any order. Returns undefined if the value is not a rectangle. */
export function boxOf(context: PDFContext, value: PDFObject | undefined): Box | undefined {
  const box = lookup(context, value);
  if (!(box instanceof PDFArray)) return undefined;
  const [x1, y1, x2, y2] = box.asArray().map((side) => numberOf(context, side));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function sheetOf([left, bottom, right, top]: Box, isTurned: boolean): Sheet {
  const [across, up] = [Math.max(0, right - left), Math.max(0, top - bottom)];
  return isTurned ? { width: up, height: across } : { width: across, height: up };
}

/**
 * The sheet for a page of a different size, before the page's own rotation, and the scale at which its visible part is
 * printed, at most 1. Rotates the page by 90 degrees only if that makes it larger. `undefined`: too small to read.
 */
export function fitOf([left, bottom, right, top]: Box, paper: Paper, degrees = 0) {
  const [width, height] = [right - left, top - bottom];
  const [short, long] = sheetPt(paper);
  const fitOn = (x: number, y: number) => ({ sheet: [0, 0, x, y] as const, scale: Math.min(1, x / width, y / height) });
  const [across, up] = degrees % 180 === 0 ? [short, long] : [long, short];
  const [unrotated, rotated] = [fitOn(across, up), fitOn(up, across)];
  const fit = rotated.scale > unrotated.scale ? rotated : unrotated;
  // Below this, most text is hard to read.
  const minScale = 0.6;
  if (fit.scale < minScale || !(width > 0 && height > 0)) return undefined;
  // Rounded down, so that the print is never smaller than stated.
  return { ...fit, percent: Math.floor(100 * fit.scale) };
}

/** Throws `PageRefused` for a size other than the paper's. `fix`: the advice. `percent`: the scale that would fit. */
function mustHaveSize({ width: widthPt, height: heightPt }: Sheet, paper: Paper, fix: string, percent?: number): void {
  const [paperWidthPt, paperHeightPt] = sheetPt(paper);
  const widthError = Math.abs(widthPt - paperWidthPt);
  const heightError = Math.abs(heightPt - paperHeightPt);
  const tolerancePt = 3;
  if (widthError <= tolerancePt && heightError <= tolerancePt) return;
  const inches = [widthPt, heightPt].map((pt) => Number((pt / POINTS_PER_INCH).toFixed(2))).join(' x ');
  const isA4 = Math.abs(widthPt - 595.28) <= tolerancePt && Math.abs(heightPt - 841.89) <= tolerancePt;
  throw new PageRefused(
    `is ${inches} inches. ${fix}`,
    percent === undefined ? undefined : { kind: 'page_size', percent, isA4 },
  );
}

/** The value if it is a finite number, direct or by reference. */
export function numberOf(context: PDFContext, value: PDFObject | undefined): number | undefined {
  const number = lookup(context, value);
  return number instanceof PDFNumber && Number.isFinite(number.asNumber()) ? number.asNumber() : undefined;
}

/** Bits of an annotation's /F entry (ISO 32000, 12.5.3). */
export const annotationFlags = { hidden: 2, print: 4, noView: 32 } as const;

/** True if the flags of an annotation let it print. */
export function isOnPaper(context: PDFContext, annotation: PDFDict): boolean {
  const flags = numberOf(context, annotation.get(PDFName.of('F'))) ?? 0;
  const { hidden, print } = annotationFlags;
  return (flags & print) !== 0 && (flags & hidden) === 0;
}

/** Resolves a reference. Treats null as missing, even if it is an indirect object. */
export function lookup(context: PDFContext, value: PDFObject | undefined): PDFObject | undefined {
  const object = context.lookup(value);
  return object === PDFNull ? undefined : object;
}

/** An inheritable entry of a form field, from the field or its nearest ancestor that has the entry. */
export function fieldEntry(context: PDFContext, widget: PDFDict, name: string): PDFObject | undefined {
  const maxDepth = 20;
  let field: PDFObject | undefined = widget;
  for (let level = 0; field instanceof PDFDict && level < maxDepth; level += 1) {
    const value = lookup(context, field.get(PDFName.of(name)));
    if (value !== undefined) return value;
    field = lookup(context, field.get(PDFName.of('Parent')));
  }
  return undefined;
}

/** True for a pushbutton, which has no value. */
export function isPushButton(context: PDFContext, widget: PDFDict): boolean {
  const pushButton = 0x10000;
  if (fieldEntry(context, widget, 'FT') !== PDFName.of('Btn')) return false;
  return ((numberOf(context, fieldEntry(context, widget, 'Ff')) ?? 0) & pushButton) !== 0;
}
