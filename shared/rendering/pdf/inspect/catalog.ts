/** Checks a PDF's catalog for entries that make it print differently from what its author sees, and ignores all others. */
import { type PDFContext, PDFDict, PDFName } from 'pdf-lib';
import { lookup } from './page.ts';

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
