/** Looks in a PDF's catalog for what makes it print as something else than its author sees; all else there is ignored. */

import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName } from 'pdf-lib';
import { lookup } from './page.ts';

/**
 * Why the pages are not the document, or undefined if they are. Scripts, actions, attachments and hidden layers are fine:
 * on paper they do nothing, and a print partner draws the pages as any viewer shows them.
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
  // Such a form's pages only say "please wait"; one with ordinary fields beside the XFA has its values on the pages too.
  if (hasFields && entry(catalog, 'NeedsRendering') !== PDFBool.True) return undefined;
  return 'The PDF is a form that only Adobe Reader can draw (XFA). Print it to a new PDF there and send that.';
}
