/** Finds what prints differently than its author sees, or unpacks too far, before anything draws it. */
import { inflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { isOnPaper, lookup } from './page.ts';

/** The reason why the pages are not the document, or undefined if they are. */
export function problemOfCatalog(context: PDFContext, catalog: PDFDict): string | undefined {
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  if (entry(catalog, 'Collection') !== undefined) {
    return 'The PDF is a portfolio: only its cover would be printed, not the files in it. Send one of them.';
  }
  const form = entry(catalog, 'AcroForm');
  // The pages of such a form may only say "please wait", and its own language has scripts.
  return form instanceof PDFDict && entry(form, 'XFA') !== undefined
    ? 'The PDF is a form for Adobe Reader alone (XFA). Print it to a new PDF there and send that.'
    : undefined;
}

const mostBytes = 100_000_000;

/** Refuses content that unpacks to more than any real page's does. The limits cover filters beside flate. */
export function problemOfContent(context: PDFContext): string | undefined {
  const contents = new Set(context.enumerateIndirectObjects().flatMap(([, object]) => contentsOf(context, object)));
  for (const stream of contents) {
    if (!unpacksTooFar(stream)) continue;
    return `The content of a page unpacks to more than ${mostBytes / 1_000_000} MB. Save the PDF anew with another program.`;
  }
  return undefined;
}

function contentsOf(context: PDFContext, object: PDFObject): PDFRawStream[] {
  if (!(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('Page')) return [];
  const contents = context.lookup(object.get(PDFName.of('Contents')));
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  return parts.map((part) => context.lookup(part)).filter((part) => part instanceof PDFRawStream);
}

function unpacksTooFar(stream: PDFRawStream): boolean {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter];
  let bytes = stream.contents;
  try {
    for (const name of filters) {
      if (name !== PDFName.of('FlateDecode')) return false;
      bytes = inflateSync(bytes, { maxOutputLength: mostBytes });
    }
    return false;
  } catch (error) {
    // Any other error is damage, which readers repair or report.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** The marks that show something on paper. Notes, links and pop-ups do not, and fields are drawn from their values. */
const drawn = new Set(
  [
    ...['Line', 'Polygon', 'PolyLine', 'FreeText', 'Ink', 'Square', 'Circle', 'Stamp', 'Caret'],
    ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ].map((name) => PDFName.of(name)),
);

/** True if the page has a mark that prints and has no look of its own: each program draws it in its own way, or not at all. */
export function hasMarkWithoutLook(context: PDFContext, page: PDFDict): boolean {
  const all = lookup(context, page.get(PDFName.of('Annots')));
  if (!(all instanceof PDFArray)) return false;
  return all.asArray().some((entry) => {
    const mark = lookup(context, entry);
    if (!(mark instanceof PDFDict) || lookup(context, mark.get(PDFName.of('AP'))) !== undefined) return false;
    const subtype = lookup(context, mark.get(PDFName.of('Subtype')));
    return subtype instanceof PDFName && drawn.has(subtype) && isOnPaper(context, mark);
  });
}
