/**
 * The child process of `joinPdfs`: joins the PDFs on standard input. The argument has their lengths; `-1` after a length
 * skips the first page of that PDF. The parent kills this process if it takes too long.
 */
import { buffer } from 'node:stream/consumers';
import { PDFContext, type PDFDict, PDFName, PDFWriter } from '#pdf-lib';
import { ContentRefused } from '../layout.ts';
import { copyPages, openSource, type Source } from './join/page-copy.ts';
import type { JoinFinding } from './join-pdfs.ts';
import { setLayers } from './layers.ts';

/** A PDF, of which the first `skipped` pages are left out. */
interface Part {
  readonly pdf: Buffer;
  readonly skipped: number;
}

const damagedProblem = 'The PDF cannot be joined with others: it is damaged. Print it to a new PDF and send that.';

const bytes = await buffer(process.stdin);
let end = 0;
const parts: readonly Part[] = (process.argv[2] ?? '').split(',').map((part) => {
  const [length = 0, skipped = 0] = part.split('-').map(Number);
  end += length;
  return { pdf: bytes.subarray(end - length, end), skipped };
});
const joined = await join();
if (joined.pdf === undefined) report(joined);
else {
  report({ pages: joined.pages, pdf: joined.pdf.toString('base64') });
  await compare(joined.pdf);
}

/** Compares each page with its original, because a page that looks different now was never inspected. */
async function compare(pdf: Buffer): Promise<void> {
  const { openRaster, redrawnPart, resizedPart } = await import('./raster.ts');
  const joinedRaster = await openRaster(pdf);
  // A file that appears several times is opened only once.
  const opened: { readonly part: Part; readonly raster: Awaited<ReturnType<typeof openRaster>> }[] = [];
  for (const part of parts) {
    const sameFile = opened.find((other) => other.part.pdf.equals(part.pdf));
    opened.push({ part, raster: sameFile?.raster ?? (await openRaster(part.pdf)) });
  }
  const rasters = opened.map(({ part: { skipped }, raster }) => ({
    sheets: raster.sheets.slice(skipped),
    draw: ((page, options) => raster.draw(page + skipped, options)) satisfies typeof raster.draw,
  }));
  const resized = resizedPart(rasters, joinedRaster);
  if (resized !== undefined) return report({ part: resized, problem: damagedProblem });
  report({ hasSameSizes: true });
  const redrawn = await redrawnPart(rasters, joinedRaster);
  if (redrawn !== undefined)
    report({
      part: redrawn,
      problem: 'The PDF would print differently when joined with others. Print it to a new PDF and send that.',
    });
}

async function join() {
  const context = PDFContext.create();
  const sources: (Source & { readonly pdf: Buffer })[] = [];
  const copies: ReturnType<typeof copyPages>[] = [];
  for (const [part, { pdf, skipped }] of parts.entries()) {
    try {
      // A file that appears several times has its fonts and images copied only once.
      const source = sources.find((other) => other.pdf.equals(pdf)) ?? { pdf, ...(await openSource(pdf, context)) };
      sources.push(source);
      copies.push(copyPages(source, skipped));
    } catch (error) {
      return { part, problem: error instanceof ContentRefused ? error.message : damagedProblem };
    }
  }
  // Writes no dates, ID or program name, so that the same parts always make the same bytes.
  const parent = context.nextRef();
  const kids = copies
    .flatMap((copy) => copy.pages)
    .map((page) => {
      page.set(PDFName.of('Parent'), parent);
      return context.register(page);
    });
  context.assign(parent, context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }));
  const catalog = context.obj({ Type: 'Catalog', Pages: parent }) as PDFDict;
  setLayers(context, catalog, {
    all: [...new Set(copies.flatMap((copy) => copy.layers.all))],
    hidden: [...new Set(copies.flatMap((copy) => copy.layers.hidden))],
  });
  context.trailerInfo.Root = context.register(catalog);
  // Infinity: writes all objects in one go, because nothing else runs in this process.
  const written = await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { pages: copies.map((copy) => copy.pages.length), pdf: Buffer.from(written) };
}

function report(finding: JoinFinding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
