/** The process of `framePages`: puts the pages of documents into the frames of a file of evidence. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import { greyOf } from '../pdf/png.ts';
import { openRaster } from '../pdf/raster.ts';
import type { PagesFinding, PagesWork } from './show-pages.ts';

/** Pixels for a point: 150 to an inch. */
const scale = 150 / 72;

/** A page as an object of the file. `unit`: what one unit of its own is in points. */
interface DrawnPage {
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
  readonly unit: readonly [across: number, up: number];
}

const { lengths, isPictured, mostPictures, area }: PagesWork = JSON.parse(process.argv[2] ?? '');
const given = await buffer(process.stdin);
const asItIs = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY };
const evidence = await PDFDocument.load(partAt(0), asItIs);
const { context } = evidence;
const drawings: (readonly DrawnPage[])[] = [];
for (const [part, isPicture] of isPictured.entries()) {
  const drawn = await (isPicture ? pictured : copied)(partAt(part + 1)).catch(() => undefined);
  if (drawn === undefined) report({ part });
  else drawings.push(drawn);
}
if (drawings.length === isPictured.length) {
  await show();
  const written = await evidence.save({ useObjectStreams: false, updateFieldAppearances: false });
  report({ pdf: Buffer.from(written).toString('base64') });
}

function partAt(index: number): Buffer {
  const from = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  return given.subarray(from, from + (lengths[index] ?? 0));
}

/** The pages themselves, with words that can be searched. */
async function copied(pdf: Uint8Array): Promise<readonly DrawnPage[]> {
  const pages = await evidence.embedPages((await PDFDocument.load(pdf, asItIs)).getPages());
  for (const page of pages) await page.embed();
  return pages.map(({ ref, width, height }) => ({ ref, width, height, unit: [1, 1] }));
}

/** Pictures of what the paper shows. */
async function pictured(pdf: Uint8Array): Promise<readonly DrawnPage[] | undefined> {
  const raster = await openRaster(pdf);
  if (raster.sheets.length > mostPictures) return undefined;
  const pictures: DrawnPage[] = [];
  for (const [index, sheet] of raster.sheets.entries()) {
    if (sheet === undefined) return undefined;
    const { width, height, data } = await raster.draw(index, { scale, colorSpace: 'BGRA' });
    const grey = greyOf(data);
    const image = context.stream(deflateSync(grey ?? data.filter((_, at) => at % 4 < 3)), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: 8,
      ColorSpace: grey === undefined ? 'DeviceRGB' : 'DeviceGray',
      Filter: 'FlateDecode',
    });
    pictures.push({ ...sheet, ref: context.register(image), unit: [sheet.width, sheet.height] });
  }
  return pictures;
}

/** The last pages of the file are the frames, one for each part. A frame is drawn over its pages: none hides its words. */
async function show(): Promise<void> {
  const frames = evidence.getPages().slice(-drawings.length);
  const [left, bottom, wide, high] = area;
  for (const [part, frame] of frames.entries()) {
    const around = await evidence.embedPage(frame);
    await around.embed();
    evidence.removePage(evidence.getPages().indexOf(frame));
    for (const { ref, width, height, unit } of drawings[part] ?? []) {
      const page = evidence.addPage([around.width, around.height]);
      const fit = Math.min(1, wide / width, high / height);
      const [x, y] = [left + (wide - fit * width) / 2, bottom + (high - fit * height) / 2];
      page.pushOperators(
        pushGraphicsState(),
        concatTransformationMatrix(fit * unit[0], 0, 0, fit * unit[1], x, y),
        drawObject(page.node.newXObject('Page', ref)),
        popGraphicsState(),
        drawObject(page.node.newXObject('Frame', around.ref)),
      );
    }
  }
}

function report(finding: PagesFinding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
