/** A web server on this machine that serves PDFs and other responses for `pdf_url`. */
import { createServer, type RequestListener } from 'node:http';
import { PDFDocument } from 'pdf-lib';
import { listen } from '../../../lib/local/gateway/http.ts';

export type PdfServer = Awaited<ReturnType<typeof startPdfServer>>;

export async function startPdfServer() {
  const files = new Map<string, Uint8Array | RequestListener>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (typeof file === 'function') file(request, response);
    else if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/pdf' }).end(file);
  });
  const listening = await listen(server);
  return {
    ...listening,
    /** The entry for PDF_URL_ALLOW_HOSTS. */
    host: new URL(listening.url).host,
    /** Serves these bytes as a PDF, or another response, at a path. Returns the URL. */
    put(path: string, file: Uint8Array | RequestListener): string {
      files.set(path, file);
      return listening.url + path;
    },
  };
}

/** In points. */
export const usLetter = [612, 792] as const;

export async function pdfOf(pages: number, [width, height]: readonly [number, number] = usLetter) {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1)
    pdf.addPage([width, height]).drawText(`Dear Ada ${page}`, { x: 72, y: 300 });
  return pdf.save();
}
