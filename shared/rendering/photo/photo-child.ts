/** The process of `photoPage`: writes a JPEG or PNG as a PDF of one page. It may be killed at any time. */
import { buffer } from 'node:stream/consumers';
import type { Paper } from '../../core/paper.ts';
import { ContentRefused } from '../content-refused.ts';
import { sheetPt } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import { onPage } from './on-page.ts';
import type { PhotoFinding } from './photo.ts';
import { placed } from './placement.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

const [, , given = '', use] = process.argv;
const paper: Paper = JSON.parse(given);
process.stdout.write(`${JSON.stringify(await finding())}\n`);

async function finding(): Promise<PhotoFinding> {
  try {
    const photo = await buffer(process.stdin);
    const picture = photo[0] === 0x89 ? readPng(photo) : readJpeg(photo);
    const { matrix, pixelsPerInch } = placed(picture, {
      paper,
      isAttachment: use === 'attachment',
    });
    const pdf = await onPage(picture, matrix, sheetPt(paper));
    if (await isBlank(pdf)) return { problem: 'The picture is blank, or damaged: nothing of it can be printed.' };
    return { pdf: Buffer.from(pdf).toString('base64'), pixelsPerInch: Math.floor(pixelsPerInch) };
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}

async function isBlank(pdf: Uint8Array): Promise<boolean> {
  const almostWhite = 250;
  const { data } = await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'Gray' });
  return data.every((gray) => gray > almostWhite);
}
