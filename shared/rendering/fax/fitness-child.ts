/** The process of `faxWarnings`: draws a PDF from standard input and writes its findings. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { POINTS_PER_INCH } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import { fitnessLimits } from './fitness.ts';
import { faxDotsPerInch, unfitOn } from './page.ts';

const raster = await openRaster(await buffer(process.stdin));
const smallestPt = 5.95;
const scale = faxDotsPerInch / POINTS_PER_INCH;

for (let index = 0; index < Math.min(raster.sheets.length, fitnessLimits.pages); index++) {
  const drawn = await raster.draw(index, { scale, colorSpace: 'Gray' });
  process.stdout.write(`${JSON.stringify({ ...unfitOn(drawn), small: raster.hasSmallPrint(index, smallestPt) })}\n`);
}
