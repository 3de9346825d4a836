/** The child process of `photoPage`: writes a JPEG or PNG as a one-page PDF. It may be killed at any time. */
import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFHexString, PDFName } from '#pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { ContentRefused, sheetPt } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import type { PhotoFinding } from './photo.ts';
import { type Picture, placeOnSheet } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
process.stdout.write(`${JSON.stringify(await convert())}\n`);

async function convert(): Promise<PhotoFinding> {
  try {
    const photo = await buffer(process.stdin);
    const picture = photo[0] === 0x89 ? readPng(photo) : readJpeg(photo);
    const { matrix, pixelsPerInch } = placeOnSheet(picture, paper);
    const pdf = await onPage(picture, matrix, sheetPt(paper));
    if (await isBlank(pdf, matrix))
      return { problem: 'The picture is blank, or damaged: it has one color from edge to edge. Take it again.' };
    return { pdf: Buffer.from(pdf).toString('base64'), pixelsPerInch: Math.floor(pixelsPerInch) };
  } catch (error) {
    if (error instanceof ContentRefused) return { problem: error.message };
    throw error;
  }
}

/** True if the page is white or the picture on it has only one color. `matrix`: its position in points, here also pixels. */
async function isBlank(
  pdf: Uint8Array,
  [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]: readonly number[],
): Promise<boolean> {
  const nearWhite = 250;
  const { width, height, data } = await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'Gray' });
  if (data.every((gray) => gray > nearWhite)) return true;
  const [left, right] = [Math.min(x, x + a + c), Math.max(x, x + a + c)];
  const [top, bottom] = [height - Math.max(y, y + b + d), height - Math.min(y, y + b + d)];
  // JPEG compression can change a color this much.
  const noise = 4;
  let darkest = 255;
  let lightest = 0;
  // Skips the pixels at the edge, which the picture only partly fills.
  for (let row = Math.ceil(top); row < Math.floor(bottom); row++)
    for (let column = Math.ceil(left); column < Math.floor(right); column++) {
      const value = data[row * width + column] ?? 0;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  return lightest - darkest <= noise;
}

/** `size`: the page's width and height in points. */
async function onPage(
  { widthPx, heightPx, colors, bits, compression, data }: Picture,
  matrix: readonly number[],
  size: readonly [width: number, height: number],
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const sheet = document.addPage([...size]);
  const image = context.stream(data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: widthPx,
    Height: heightPx,
    BitsPerComponent: bits,
    ColorSpace:
      typeof colors === 'string'
        ? colors
        : ['Indexed', 'DeviceRGB', colors.palette.length / 3 - 1, PDFHexString.of(colors.palette.toString('hex'))],
    Interpolate: true,
    ...compression,
  });
  sheet.node.setXObject(PDFName.of('Photo'), context.register(image));
  const numbers = matrix.map((number) => Number(number.toFixed(4))).join(' ');
  sheet.node.set(PDFName.of('Contents'), context.register(context.stream(`q ${numbers} cm /Photo Do Q`)));
  return document.save();
}
