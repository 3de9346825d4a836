/**
 * The process that `photoPage` starts: reads a JPEG or PNG from standard input and writes a PDF of one page. Its
 * arguments are the layout, and `attachment` if it is one. It may be killed at any time.
 */
import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { Layout } from '../../core/content.ts';
import { POINTS_PER_INCH, page } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import type { PhotoFinding } from './photo.ts';
import { type Picture, PictureRefused } from './picture.ts';
import { placed } from './placement.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

const [, , layout, use] = process.argv;
process.stdout.write(`${JSON.stringify(await finding())}\n`);

async function finding(): Promise<PhotoFinding> {
  try {
    const photo = await buffer(process.stdin);
    const picture = photo[0] === 0x89 ? readPng(photo) : readJpeg(photo);
    const { matrix, pixelsPerInch } = placed(picture, {
      layout: layout as Layout,
      isAttachment: use === 'attachment',
    });
    const pdf = await written(picture, matrix);
    if (await isBlank(pdf)) return { problem: 'The picture is blank, or damaged: nothing of it can be printed.' };
    return { pdf: Buffer.from(pdf).toString('base64'), pixelsPerInch: Math.floor(pixelsPerInch) };
  } catch (error) {
    if (error instanceof PictureRefused) return { problem: error.message };
    throw error;
  }
}

async function written(
  { widthPx, heightPx, colors, bits, packing, data }: Picture,
  matrix: readonly number[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const sheet = document.addPage([page.widthIn * POINTS_PER_INCH, page.heightIn * POINTS_PER_INCH]);
  const image = context.stream(data, {
    ...{ Type: 'XObject', Subtype: 'Image', Width: widthPx, Height: heightPx, BitsPerComponent: bits },
    ...{ ColorSpace: typeof colors === 'string' ? colors : indexed(colors.palette), Interpolate: true },
    ...packing,
  });
  sheet.node.setXObject(PDFName.of('Photo'), context.register(image));
  const numbers = matrix.map((number) => Number(number.toFixed(4))).join(' ');
  sheet.node.set(PDFName.of('Contents'), context.register(context.stream(`q ${numbers} cm /Photo Do Q`)));
  return document.save();
}

/** A palette is a string of bytes. */
const indexed = (palette: Buffer) => [
  ...['Indexed', 'DeviceRGB', palette.length / 3 - 1],
  PDFHexString.of(palette.toString('hex')),
];

async function isBlank(pdf: Uint8Array): Promise<boolean> {
  const almostWhite = 250;
  const { data } = await (await openRaster(pdf)).draw(0, { scale: 1, colorSpace: 'Gray' });
  return data.every((gray) => gray > almostWhite);
}
