/** Finds marks of readers that have no look of their own: each program draws them in its own way, or not at all. */
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { lookup } from './page.ts';

/** Those that show something on paper. Notes, links and pop-ups do not, and fields are drawn from their values. */
const drawn = new Set(
  [
    ...['Line', 'Polygon', 'PolyLine', 'FreeText', 'Ink', 'Square', 'Circle', 'Stamp', 'Caret'],
    ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ].map((name) => PDFName.of(name)),
);

const isHidden = 2;
const isPrinted = 4;

/** True if the page has one that prints. */
export function hasMarkWithoutLook(context: PDFContext, page: PDFDict): boolean {
  const all = lookup(context, page.get(PDFName.of('Annots')));
  if (!(all instanceof PDFArray)) return false;
  return all.asArray().some((entry) => {
    const mark = lookup(context, entry);
    if (!(mark instanceof PDFDict) || lookup(context, mark.get(PDFName.of('AP'))) !== undefined) return false;
    const flags = lookup(context, mark.get(PDFName.of('F')));
    const bits = flags instanceof PDFNumber ? flags.asNumber() : 0;
    const subtype = lookup(context, mark.get(PDFName.of('Subtype')));
    return subtype instanceof PDFName && drawn.has(subtype) && (bits & isPrinted) !== 0 && (bits & isHidden) === 0;
  });
}
