/** Walks a PDF's page tree, which may be built to mislead: loops, shared branches, counts that lie, pages of any size. */

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { POINTS_PER_INCH, page } from './layout.ts';

export type Walked = { readonly problem: string } | { readonly pages: number };

/** Real trees are less than ten levels deep, also with thousands of pages. */
const deepestLevel = 50;
const tolerancePt = 3;
const inheritable = ['MediaBox', 'CropBox', 'Rotate'];

class Misbuilt extends Error {}

/** The number of pages below the catalog, or what is wrong with one of them. */
export function walkPages(context: PDFContext, catalog: PDFDict): Walked {
  const seen = new Set<PDFRef>();
  let pages = 0;

  const walk = (entry: PDFObject | undefined, inherited: Attributes, level: number): number => {
    const node = context.lookup(entry);
    if (!(entry instanceof PDFRef) || !(node instanceof PDFDict) || level > deepestLevel)
      throw new Misbuilt(damagedTree);
    if (seen.has(entry)) throw new Misbuilt(damagedTree);
    seen.add(entry);
    const attributes = { ...inherited, ...own(context, node) };
    const kids = context.lookup(node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) {
      pages += 1;
      checkPage(context, node, attributes, pages);
      return 1;
    }
    const below = kids.asArray().reduce((sum, kid) => sum + walk(kid, attributes, level + 1), 0);
    if (numberIn(context, node, 'Count') !== below) throw new Misbuilt(wrongCount);
    return below;
  };

  try {
    walk(catalog.get(PDFName.of('Pages')), {}, 0);
    return pages > 0 ? { pages } : { problem: 'The PDF has no pages. Send one with at least one page.' };
  } catch (error) {
    if (error instanceof Misbuilt) return { problem: error.message };
    throw error;
  }
}

type Attributes = Readonly<Record<string, PDFObject>>;

function own(context: PDFContext, node: PDFDict): Attributes {
  const found: Record<string, PDFObject> = {};
  for (const name of inheritable) {
    const value = context.lookup(node.get(PDFName.of(name)));
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function checkPage(context: PDFContext, node: PDFDict, attributes: Attributes, pageNumber: number): void {
  const contents = node.get(PDFName.of('Contents'));
  if (contents !== undefined && context.lookup(contents) === undefined) throw new Misbuilt(missingContent(pageNumber));
  const unit = numberIn(context, node, 'UserUnit') ?? 1;
  const rotation = attributes.Rotate instanceof PDFNumber ? attributes.Rotate.asNumber() : 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  for (const name of ['MediaBox', 'CropBox']) {
    const size = sizeOf(context, attributes[name]);
    if (size === undefined && name === 'CropBox') continue;
    if (size === undefined)
      throw new Misbuilt(`Page ${pageNumber} of the PDF has no size. Save it anew with another program.`);
    const [widthPt, heightPt] = isTurned ? [size[1] * unit, size[0] * unit] : [size[0] * unit, size[1] * unit];
    if (!isLetter(widthPt, heightPt)) throw new Misbuilt(wrongSize(pageNumber, widthPt, heightPt));
  }
}

function isLetter(widthPt: number, heightPt: number): boolean {
  const widthError = Math.abs(widthPt - page.widthIn * POINTS_PER_INCH);
  const heightError = Math.abs(heightPt - page.heightIn * POINTS_PER_INCH);
  return widthError <= tolerancePt && heightError <= tolerancePt;
}

function sizeOf(context: PDFContext, box: PDFObject | undefined): readonly [width: number, height: number] | undefined {
  if (!(box instanceof PDFArray)) return undefined;
  const sides = box.asArray().map((side) => context.lookup(side));
  const [left, bottom, right, top] = sides.map((side) => (side instanceof PDFNumber ? side.asNumber() : undefined));
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return undefined;
  return [Math.abs(right - left), Math.abs(top - bottom)];
}

function numberIn(context: PDFContext, node: PDFDict, name: string): number | undefined {
  const value = context.lookup(node.get(PDFName.of(name)));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function wrongSize(pageNumber: number, widthPt: number, heightPt: number): string {
  const inches = [widthPt, heightPt].map((pt) => Number((pt / POINTS_PER_INCH).toFixed(2))).join(' x ');
  return `Page ${pageNumber} of the PDF is ${inches} inches. Every page must be ${page.widthIn} x ${page.heightIn} inches, upright (US Letter, portrait).`;
}

function missingContent(pageNumber: number): string {
  return `Page ${pageNumber} of the PDF is incomplete: the file is damaged or cut short. Send the whole file.`;
}

const damagedTree =
  'The list of pages in the PDF is damaged: it runs in a circle or leads nowhere. Save it anew with another program.';
const wrongCount = 'The PDF says that it has another number of pages than it has. Save it anew with another program.';
