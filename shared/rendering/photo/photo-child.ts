/** The process of `photoPage`: writes a JPEG or PNG as a PDF of one page. It may be killed at any time. */
import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { ContentRefused, sheetPt } from '../layout.ts';
import { openRaster } from '../pdf/raster.ts';
import type { PhotoFinding } from './photo.ts';
import type { Picture } from './picture.ts';
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

interface DrawnPixels {
  readonly width: number;
  readonly data: Uint8Array;
}

interface DrawnBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One byte a pixel. `box`: the picture's place in the drawing, in pixels; those that it fills in part are left out. */
function isOneColor({ width, data }: DrawnPixels, { left, top, right, bottom }: DrawnBox): boolean {
  // The compression of a JPEG may change a color by so much.
  const noise = 4;
  let [least, most] = [255, 0];
  for (let y = Math.ceil(top); y < Math.floor(bottom); y++)
    for (let x = Math.ceil(left); x < Math.floor(right); x++) {
      const value = data[y * width + x] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  return most - least <= noise;
}

/** `size`: of the page, in points. */
async function onPage(
  { widthPx, heightPx, colors, bits, packing, data }: Picture,
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
    ColorSpace: typeof colors === 'string' ? colors : indexed(colors.palette),
    Interpolate: true,
    ...packing,
  });
  sheet.node.setXObject(PDFName.of('Photo'), context.register(image));
  const numbers = matrix.map((number) => Number(number.toFixed(4))).join(' ');
  sheet.node.set(PDFName.of('Contents'), context.register(context.stream(`q ${numbers} cm /Photo Do Q`)));
  return document.save();
}

/** A palette is a string of bytes. */
function indexed(palette: Buffer) {
  return ['Indexed', 'DeviceRGB', palette.length / 3 - 1, PDFHexString.of(palette.toString('hex'))];
}
