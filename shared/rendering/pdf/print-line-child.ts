/** The process of `printLine`: adds the line where the last page is blank, and compares the pages. It may be killed. */
import { buffer } from 'node:stream/consumers';
import type { PDFiumPageRender } from '@hyzyla/pdfium';
import { degrees, PDFDocument, PDFName, type PDFPage } from 'pdf-lib';
import { POINTS_PER_INCH } from '../layout.ts';
import { type Box, numberOf, overlap } from './inspect/page.ts';
import { redrawnPart, resizedPart } from './join/compare-pages.ts';
import { shrink } from './mend/shrink.ts';
import { edgePt, type LineFinding, type SetLine } from './print-line.ts';
import { openRaster, type Raster } from './raster.ts';

/** Pixels for a point: enough to see a hairline. */
const scale = 2;
const isInk = (gray: number): boolean => gray < 245;
/** Around the line, in points. */
const clearPt = 3;

const place: SetLine = JSON.parse(process.argv[2] ?? '');
const given = await buffer(process.stdin);
const pdf = given.subarray(0, place.lengths[0]);
const set = given.subarray(place.lengths[0]);
const before = await openRaster(pdf);
const last = before.sheets.length - 1;
const drawn = await lastPage(before);
const free = freeSpot(drawn);
if (free === undefined) report({ isFull: true });
else await print(free);

interface Spot {
  /** From the left and from the foot of the sheet as it shows, in points. */
  readonly x: number;
  readonly y: number;
}

/** From the first to before the last. */
interface Pixels {
  readonly columns: readonly [from: number, to: number];
  readonly rows: readonly [from: number, to: number];
}

function lastPage(raster: Raster): Promise<PDFiumPageRender> {
  return raster.draw(last, { scale, colorSpace: 'Gray' });
}

/** The line at this spot, with its clear border. */
function pixelsAt({ x, y }: Spot, { width, height }: Pick<PDFiumPageRender, 'width' | 'height'>): Pixels {
  const within = (at: number, most: number) => Math.min(most, Math.max(0, Math.round(at * scale)));
  const fromTop = (at: number) => within(height / scale - at, height);
  return {
    columns: [within(x - clearPt, width), within(x + place.width + clearPt, width)],
    rows: [fromTop(y + place.height + clearPt), fromTop(y - clearPt)],
  };
}

/** In the middle of the foot's margin, else elsewhere in it, else in what is free above it, up to a third of the page. */
function freeSpot(page: PDFiumPageRender): Spot | undefined {
  const { widthIn, heightIn, marginIn } = place.paper;
  const [wide, margin] = [widthIn * POINTS_PER_INCH, marginIn * POINTS_PER_INCH];
  const least = edgePt + clearPt;
  const xs = [margin, (wide - place.width) / 2, wide - margin - place.width, least].filter(
    (x) => x >= edgePt && x + place.width <= wide - edgePt,
  );
  const isBlank = (spot: Spot): boolean => {
    const { columns, rows } = pixelsAt(spot, page);
    for (let row = rows[0]; row < rows[1]; row += 1)
      if (page.data.subarray(row * page.width + columns[0], row * page.width + columns[1]).some(isInk)) return false;
    return true;
  };
  const foot = margin / 2;
  const upTo = (from: number, to: number) => Array.from({ length: Math.floor(to - from) }, (_, at) => from + at);
  const ys = [
    ...upTo(foot, 0.75 * margin),
    ...upTo(least, foot).reverse(),
    ...upTo(foot, (heightIn * POINTS_PER_INCH) / 3),
  ];
  return ys.flatMap((y) => xs.map((x) => ({ x, y }))).find(isBlank);
}

async function print(spot: Spot): Promise<void> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
  const page = document.getPage(last);
  // A page in units of its own is larger to one reader than to another.
  if ((numberOf(document.context, page.node.get(PDFName.of('UserUnit'))) ?? 1) !== 1) return;
  const { shown, turned } = await enclosed(document, page);
  const [source] = (await PDFDocument.load(set)).getPages();
  if (source === undefined) return;
  const { left, bottom, width, height } = place;
  const line = await document.embedPage(source, { left, bottom, right: left + width, top: bottom + height });
  const [w, h] = [shown[2], shown[3]];
  const corners: Readonly<Record<number, Spot>> = {
    0: spot,
    90: { x: w - spot.y, y: spot.x },
    180: { x: w - spot.x, y: h - spot.y },
    270: { x: spot.y, y: h - spot.x },
  };
  const corner = corners[turned];
  if (corner === undefined) return;
  page.drawPage(line, { ...corner, rotate: degrees(turned) });
  const saved = await document.save({ addDefaultPage: false, updateFieldAppearances: false });
  const after = await openRaster(saved);
  if (resizedPart([before], after) !== undefined || (await redrawnPart([before], after, last)) !== undefined) return;
  if (isLineAlone(await lastPage(after), spot)) report({ isSound: true, pdf: Buffer.from(saved).toString('base64') });
}

/** Makes the page one drawing of its own: what it leaves open, a turn or a color, would go on in the line. */
async function enclosed(document: PDFDocument, page: PDFPage) {
  const { node } = page;
  const { context } = document;
  const [media, crop] = [page.getMediaBox(), page.getCropBox()].map(
    ({ x, y, width, height }): Box => [x, y, x + width, y + height],
  );
  if (media === undefined || crop === undefined) throw new Error('a page has no box');
  const box = overlap(media, crop);
  const shown: Box = [0, 0, box[2] - box[0], box[3] - box[1]];
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  await shrink(document, last, box, { sheet: shown, scale: 1 });
  for (const name of ['MediaBox', 'CropBox']) node.set(PDFName.of(name), context.obj([...shown]));
  for (const name of ['TrimBox', 'ArtBox', 'BleedBox']) node.delete(PDFName.of(name));
  return { shown, turned };
}

/** All else on the page looks as before, and the line is there. */
function isLineAlone(after: PDFiumPageRender, spot: Spot): boolean {
  const { columns, rows } = pixelsAt(spot, after);
  let ink = 0;
  for (const [at, gray] of after.data.entries()) {
    const [column, row] = [at % after.width, Math.floor(at / after.width)];
    const isOfLine = column >= columns[0] && column < columns[1] && row >= rows[0] && row < rows[1];
    if (isOfLine) ink += isInk(gray) ? 1 : 0;
    else if (Math.abs(gray - (drawn.data[at] ?? 0)) > 8) return false;
  }
  return ink > place.width;
}

function report(finding: LineFinding): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}
