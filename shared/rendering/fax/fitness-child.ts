/**
 * The process that `faxWarnings` starts: draws a PDF from standard input and writes its findings. It may be killed at
 * any time.
 */
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { POINTS_PER_INCH } from '../layout.ts';
import { fitnessLimits } from './fitness.ts';
import { faxDotsPerInch, unfitOn } from './page.ts';

const pdf = await buffer(process.stdin);
const library = await PDFiumLibrary.init();
const document = await library.loadDocument(pdf);
const pages = document.getPageCount();
const scale = faxDotsPerInch / POINTS_PER_INCH;

for (let index = 0; index < Math.min(pages, fitnessLimits.pages); index++) {
  const drawn = await document.getPage(index).render({ scale, colorSpace: 'Gray', renderFormFields: true });
  process.stdout.write(`${JSON.stringify(unfitOn(drawn))}\n`);
}
