/**
 * The process that joins the PDFs on standard input. The argument has their lengths; `-1` after one leaves out the first
 * page of that PDF. It may be killed.
 */
import { buffer } from 'node:stream/consumers';
import { PDFContext, type PDFDict, PDFName, PDFWriter } from 'pdf-lib';
import { ContentRefused } from '../layout.ts';
import { copyPages, openSource, type Part, type Source } from './join/page-copy.ts';
import type { JoinFinding } from './join-pdfs.ts';
import { setLayers } from './layers.ts';

const unreadable = 'The PDF cannot be joined with others: it is damaged. Print it to a new PDF and send that.';

const bytes = await buffer(process.stdin);
let end = 0;
const parts: readonly Part[] = (process.argv[2] ?? '').split(',').map((part) => {
  const [length = 0, skipped = 0] = part.split('-').map(Number);
  end += length;
  return { pdf: bytes.subarray(end - length, end), skipped };
});
const joined = await join(parts);
if ('problem' in joined) report(joined);
else {
  report({ pages: joined.pages, pdf: joined.pdf.toString('base64') });
  await compare(joined.pdf);
}

/** Compares each page with its part, because a page that now prints differently was never inspected. */
async function compare(pdf: Buffer): Promise<void> {
  const { openEach, redrawnPart, resizedPart } = await import('./join/compare-pages.ts');
  const [whole, ...each] = await openEach([{ pdf, skipped: 0 }, ...parts]);
  if (whole === undefined) return;
  const resized = resizedPart(each, whole);
  if (resized !== undefined) return report({ part: resized, problem: unreadable });
  report({ isSound: true });
  const redrawn = await redrawnPart(each, whole);
  if (redrawn !== undefined)
    report({
      part: redrawn,
      problem: 'The PDF would print otherwise when it is joined with others. Print it to a new PDF and send that.',
    });
}

async function join(
  all: readonly Part[],
): Promise<
  { readonly pages: readonly number[]; readonly pdf: Buffer } | { readonly part: number; readonly problem: string }
> {
  const context = PDFContext.create();
  const sources: (Source & { readonly pdf: Buffer })[] = [];
  const copies: ReturnType<typeof copyPages>[] = [];
  for (const [part, { pdf, skipped }] of all.entries()) {
    try {
      // A file that comes several times brings its fonts and images once.
      const source = sources.find((one) => one.pdf.equals(pdf)) ?? { pdf, ...(await openSource(pdf, context)) };
      sources.push(source);
      copies.push(copyPages(source, skipped));
    } catch (error) {
      return { part, problem: error instanceof ContentRefused ? error.message : unreadable };
    }
  }
  // Writes no dates, no id and no name of a program: the same parts always make the same bytes.
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
  const written = await PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { pages: copies.map((copy) => copy.pages.length), pdf: Buffer.from(written) };
}

function report(finding: JoinFinding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
