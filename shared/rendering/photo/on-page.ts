/** Puts a picture on the one page of a new PDF. */
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import type { Picture } from './picture.ts';

/** `size`: of the page, in points. */
export async function onPage(
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
const indexed = (palette: Buffer) => [
  ...['Indexed', 'DeviceRGB', palette.length / 3 - 1],
  PDFHexString.of(palette.toString('hex')),
];
