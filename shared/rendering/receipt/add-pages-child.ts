/** The child process of `addPages`. Its input is the evidence, then the document; the argument is the evidence's length. */
import { buffer } from 'node:stream/consumers';
import { PDFName, type PDFRef } from '#pdf-lib';
import { copyPages, openSource } from '../pdf/join/page-copy.ts';
import { setLayers } from '../pdf/layers.ts';
import { loadPdf, savePdf } from '../pdf/load-and-save.ts';

const input = await buffer(process.stdin);
const evidenceLength = Number(process.argv[2]);
const evidence = await loadPdf(input.subarray(0, evidenceLength));
const { context, catalog } = evidence;
const { pages, layers } = copyPages(await openSource(input.subarray(evidenceLength), context));
for (const page of pages) {
  page.set(PDFName.of('Parent'), catalog.get(PDFName.of('Pages')) as PDFRef);
  catalog.Pages().pushLeafNode(context.register(page));
}
setLayers(context, catalog, layers);
// Without object streams, which would compress the JWS in the document information.
const pdf = Buffer.from(await savePdf(evidence, false)).toString('base64');
process.stdout.write(`${JSON.stringify({ pdf })}\n`);
