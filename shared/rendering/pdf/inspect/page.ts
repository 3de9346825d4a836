/**
 * Measures one page of a stranger's PDF, checks that its content is there, and reads the flags of its annotations. Boxes
 * and units may mislead.
 */
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFStream } from 'pdf-lib';
import type { Paper } from '../../../domain/paper.ts';
import { ContentRefused, POINTS_PER_INCH, sheetPt } from '../../layout.ts';

/** The entries that a page inherits from the branches above it unless it overrides them. Each may be a reference. */
export type Attributes = Readonly<Record<string, PDFObject>>;

/** The visible part of a page as shown (rotated), in the page's own units. All readers must agree on it. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
}

/** The message is for the API's user. The page's number goes before it. */
export class PageRefused extends ContentRefused {
  override readonly name = 'PageRefused';
}

export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** Throws `PageRefused` unless the media box and the crop box have the size of the paper. */
export const checkedSheet =
  (paper: Paper) =>
  (context: PDFContext, node: PDFDict, attributes: Attributes): Sheet => {
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
    // Every reader treats other angles differently.
    if (degrees % 90 !== 0) throw new PageRefused(`is turned by ${degrees} degrees. Turn it by quarters only.`);
    const isTurned = Math.abs(degrees) % 180 === 90;
    const rule = `Every page must be ${paper.widthIn} x ${paper.heightIn} inches, upright (${paper.sizeName}, portrait).`;
    const fit = unit !== 1 || paper.isNote || paper.isFitted ? undefined : fitOf(visible, paper);
    const orShrink = fit === undefined ? '' : ` Or send fit_page true: it is then printed at ${fit.percent} %.`;
    mustHaveSize(sheetOf(visible, isTurned), unit, paper, rule + orShrink, fit?.percent);
    mustHaveSize(
      sheetOf(media, isTurned),
      unit,
      paper,
      'Its crop box shows a part of that size, and something may be outside: print that part to a new PDF.',
    );
    return sheetOf(visible, isTurned);
  };

/** The corners may come in any order. Returns undefined if the value is not a box. */
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
 * The sheet on which the visible part of a page of another size is printed, in the page's own turn, and its scale there: 1
 * at most. The page is turned by a quarter only if it is then larger. `undefined` if its print would be too small to read.
 */
export function fitOf([left, bottom, right, top]: Box, paper: Paper, degrees = 0) {
  const [width, height] = [right - left, top - bottom];
  const [short, long] = sheetPt(paper);
  const [onSheet, turned] = [[0, 0, short, long] as const, [0, 0, long, short] as const].map((sheet) => ({
    sheet,
    scale: Math.min(1, sheet[2] / width, sheet[3] / height),
  }));
  const [upright, onItsSide] = degrees % 180 === 0 ? [onSheet, turned] : [turned, onSheet];
  const fit = upright && onItsSide && onItsSide.scale > upright.scale ? onItsSide : upright;
  // Text in smaller print than this is hard to read.
  const leastScale = 0.6;
  if (fit === undefined || fit.scale < leastScale || !(width > 0 && height > 0)) return undefined;
  // Rounded down, so that the print is never smaller than promised.
  return { ...fit, percent: Math.floor(100 * fit.scale) };
}

/** `cure`: ends the refusal. `percent`: the size at which the page fits on the paper. */
function mustHaveSize({ width, height }: Sheet, unit: number, paper: Paper, cure: string, percent?: number): void {
  const [widthPt, heightPt] = [width * unit, height * unit];
  const [paperWidthPt, paperHeightPt] = sheetPt(paper);
  const widthError = Math.abs(widthPt - paperWidthPt);
  const heightError = Math.abs(heightPt - paperHeightPt);
  const tolerancePt = 3;
  if (widthError <= tolerancePt && heightError <= tolerancePt) return;
  const inches = [widthPt, heightPt].map((pt) => Number((pt / POINTS_PER_INCH).toFixed(2))).join(' x ');
  const isA4 = Math.abs(widthPt - 595.28) <= tolerancePt && Math.abs(heightPt - 841.89) <= tolerancePt;
  throw new PageRefused(
    `is ${inches} inches. ${cure}`,
    percent === undefined ? undefined : { kind: 'page_size', percent, isA4 },
  );
}

/** A finite number, direct or by reference. */
export function numberOf(context: PDFContext, value: PDFObject | undefined): number | undefined {
  const number = lookup(context, value);
  return number instanceof PDFNumber && Number.isFinite(number.asNumber()) ? number.asNumber() : undefined;
}

/** Whether the print flags of an annotation put it on paper. */
export function isOnPaper(context: PDFContext, annotation: PDFDict): boolean {
  const flags = numberOf(context, annotation.get(PDFName.of('F'))) ?? 0;
  const [hidden, printed] = [2, 4];
  return (flags & printed) !== 0 && (flags & hidden) === 0;
}

/** Treats a key with the value null as missing, even if the null is an indirect object. */
export function lookup(context: PDFContext, value: PDFObject | undefined): PDFObject | undefined {
  const object = context.lookup(value);
  return object === PDFNull ? undefined : object;
}

/** The entry of a form field itself, or of the nearest field that it is a part of. */
export function fieldEntry(context: PDFContext, widget: PDFDict, name: string): PDFObject | undefined {
  const deepest = 20;
  let field: PDFObject | undefined = widget;
  for (let level = 0; field instanceof PDFDict && level < deepest; level += 1) {
    const value = lookup(context, field.get(PDFName.of(name)));
    if (value !== undefined) return value;
    field = lookup(context, field.get(PDFName.of('Parent')));
  }
  return undefined;
}

/** True for a button that holds no value: it prints or clears a form. */
export function isPushButton(context: PDFContext, widget: PDFDict): boolean {
  const pushButton = 0x10000;
  if (fieldEntry(context, widget, 'FT') !== PDFName.of('Btn')) return false;
  return ((numberOf(context, fieldEntry(context, widget, 'Ff')) ?? 0) & pushButton) !== 0;
}
