/** Reads and writes PDFs with pdf-lib without its pauses for other work: child processes have nothing else to do. */
import { type LoadOptions, PDFDocument } from '#pdf-lib';

export const loadPdf = (pdf: Uint8Array, options: LoadOptions = {}): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY, ...options });

export function savePdf(document: PDFDocument, useObjectStreams: boolean): Promise<Uint8Array> {
  const changes = { addDefaultPage: false, updateFieldAppearances: false };
  return document.save({ ...changes, useObjectStreams, objectsPerTick: Number.POSITIVE_INFINITY });
}
