/**
 * The process that draws a PDF from standard input: one page as a PNG for people (`draw-child 3 816`, the page and its
 * width in pixels), or all pages to see which can be drawn (`draw-child`); or it reads their words (`draw-child text`).
 * It may be killed at any time.
 */
import { buffer } from 'node:stream/consumers';
import { drawPages } from './draw-pages.ts';
import { png } from './png.ts';
import { openRaster } from './raster.ts';

const [, , page, widthPx] = process.argv;
const raster = await openRaster(await buffer(process.stdin));

if (page === undefined) await drawPages(raster, report);
else if (page === 'text') for (const index of raster.sheets.keys()) report({ text: raster.textOf(index) });
else {
  const index = Number(page) - 1;
  const sheet = raster.sheets[index];
  if (sheet === undefined) throw new Error('The document has no such page');
  const pictured = async (scale: number) => {
    const { width, height, data } = await raster.draw(index, { scale, colorSpace: 'BGRA' });
    return png(width, height, data);
  };
  const scale = Number(widthPx) / sheet.width;
  const picture = await pictured(scale);
  // A Lambda function answers with 6 MB at most, and base64 takes a third more. Photographs can come to more.
  const mostBytes = 4_000_000;
  const small = picture.length > mostBytes ? await pictured((2 / 3) * scale) : picture;
  report({ png: small.toString('base64') });
}

function report(finding: object): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
