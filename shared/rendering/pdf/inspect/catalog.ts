/**
 * Checks a PDF's catalog for entries that make it print differently from what its author sees, and ignores all others.
 */
import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName } from 'pdf-lib';
import { lookup } from './page.ts';

/**
 * The reason why the pages are not the document, or undefined if they are. Scripts, actions, attachments and hidden
 * layers are fine: they do nothing on paper, and a print partner draws the pages as any viewer shows them.
 */
export function problemOfCatalog(context: PDFContext, catalog: PDFDict): string | undefined {
  const entry = (dictionary: PDFDict, name: string) => lookup(context, dictionary.get(PDFName.of(name)));
  if (entry(catalog, 'Collection') !== undefined) {
    return 'The PDF is a portfolio: only its cover would be printed, not the files in it. Send one of them.';
  }
  const form = entry(catalog, 'AcroForm');
  if (!(form instanceof PDFDict) || entry(form, 'XFA') === undefined) return undefined;
  const fields = entry(form, 'Fields');
  const hasFields = fields instanceof PDFArray && fields.size() > 0;
  // The pages of an XFA form only say "please wait". With ordinary fields beside the XFA, the pages also show its
  // values.
  if (hasFields && entry(catalog, 'NeedsRendering') !== PDFBool.True) return undefined;
  return 'The PDF is a form that only Adobe Reader can draw (XFA). Print it to a new PDF there and send that.';
}
