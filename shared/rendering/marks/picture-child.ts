/** The process that draws a PNG or JPEG anew. Its arguments: the use, and the paper. It may be killed. */
import { buffer } from 'node:stream/consumers';
import type { PreparedMarks } from '../../core/given/marks.ts';
import { ContentRefused } from '../content-refused.ts';
import { POINTS_PER_INCH } from '../layout.ts';
import { png } from '../pdf/png.ts';
import { openRaster } from '../pdf/raster.ts';
import { onPage } from '../photo/on-page.ts';
import { isOneColor } from '../photo/one-color.ts';
import { matrixOf } from '../photo/placement.ts';
import { readJpeg } from '../photo/read-jpeg.ts';
import { readPng } from '../photo/read-png.ts';
import { fitted } from './boxes.ts';
import type { PictureFinding } from './picture.ts';

const fewestPixels = 10;

/** This resolution is as sharp as a laser printer's text. */
const dotsPerInch = 300;

const almostWhite = 245;

const [, , use, paper = ''] = process.argv;
process.stdout.write(`${JSON.stringify(await finding())}\n`);

async function finding(): Promise<PictureFinding> {
  try {
    return await drawnAnew(await buffer(process.stdin));
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}

async function drawnAnew(sent: Buffer): Promise<PictureFinding> {
  const picture = sent[0] === 0x89 ? readPng(sent) : readJpeg(sent);
  const { widthPx, heightPx, orientation } = picture;
  const [acrossPx, downPx] = orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
  if (Math.min(acrossPx, downPx) < fewestPixels) {
    const size = `The picture has ${acrossPx} x ${downPx} pixels, too few to be seen on paper`;
    return { problem: `${size}. Send at least ${fewestPixels} in each direction.` };
  }
  const size = fitted(acrossPx, downPx, use as keyof PreparedMarks, JSON.parse(paper));
  const dots = (points: number) => Math.max(1, Math.round((points * dotsPerInch) / POINTS_PER_INCH));
  const [width, height] = [dots(size.widthPt), dots(size.heightPt)];
  const pdf = await onPage(picture, matrixOf(orientation, { x: 0, y: 0, width, height }), [width, height]);
  const drawn = await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'BGRA' });
  const colors = drawn.data.filter((_, at) => at % 4 !== 3);
  if (colors.every((value) => value >= almostWhite) || isOneColor(drawn, 4))
    return { problem: 'The picture is blank, or damaged: nothing of it can be printed. Send one with dark lines.' };
  return { ...size, png: png(drawn.width, drawn.height, colors, 3).toString('base64') };
}
