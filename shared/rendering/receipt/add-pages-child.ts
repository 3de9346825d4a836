/** The process of `addPages`. Its argument is the length of the file of evidence; the document follows. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';
import { copyPages, openSource } from '../pdf/join/page-copy.ts';
import { layersEntry } from '../pdf/layers.ts';

const given = await buffer(process.stdin);
const length = Number(process.argv[2]);
const evidence = await PDFDocument.load(given.subarray(0, length), {
  updateMetadata: false,
  parseSpeed: Number.POSITIVE_INFINITY,
});
const { context, catalog } = evidence;
const tree = catalog.get(PDFName.of('Pages')) as PDFRef;
const { pages, layers } = copyPages(await openSource(given.subarray(length), context));
for (const page of pages) {
  page.set(PDFName.of('Parent'), tree);
  catalog.Pages().pushLeafNode(context.register(page));
}
if (layers.all.length > 0) catalog.set(PDFName.of('OCProperties'), layersEntry(context, layers));
const written = await evidence.save({ useObjectStreams: false, updateFieldAppearances: false });
process.stdout.write(`${JSON.stringify({ pdf: Buffer.from(written).toString('base64') })}\n`);
