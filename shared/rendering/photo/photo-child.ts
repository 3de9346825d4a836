/** The process of `photoPage`: writes a JPEG or PNG as a PDF of one page. It may be killed at any time. */
import { buffer } from 'node:stream/consumers';
import type { Paper } from '../../domain/paper.ts';
import { ContentRefused } from '../content-refused.ts';
import { sheetPt } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import { onPage } from './on-page.ts';
import { type DrawnBox, isOneColor } from './one-color.ts';
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
    const { matrix, pixelsPerInch } = placed(picture, { paper, isAttachment: use === 'attachment' });
    const pdf = await onPage(picture, matrix, sheetPt(paper));
    if (await isBlank(pdf, matrix))
      return { problem: 'The picture is blank, or damaged: it has one color from edge to edge. Take it again.' };
    return { pdf: Buffer.from(pdf).toString('base64'), pixelsPerInch: Math.floor(pixelsPerInch) };
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}

/** `matrix`: where the picture lies on the sheet, in points, which are pixels here. */
async function isBlank(pdf: Uint8Array, matrix: readonly number[]): Promise<boolean> {
  const almostWhite = 250;
  const drawn = await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'Gray' });
  return drawn.data.every((gray) => gray > almostWhite) || isOneColor(drawn, boxOf(matrix, drawn.height));
}

function boxOf([a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: readonly number[], height: number): DrawnBox {
  const [across, up] = [
    [x, x + a + c],
    [y, y + b + d],
  ] as const;
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: height - Math.max(...up),
    bottom: height - Math.min(...up),
  };
}
