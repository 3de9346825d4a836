/** Compares the pages of a joined document with the pages that they came from, as a printer draws them. */
import { timer } from '../draw-pages.ts';
import { openRaster, type Raster } from '../raster.ts';
import type { Part } from './page-copy.ts';

type Drawn = Pick<Raster, 'sheets' | 'draw'>;

/** The first part that has a page of another size in the joined document, or another number of pages. */
export function resizedPart(
  parts: readonly Pick<Drawn, 'sheets'>[],
  joined: Pick<Drawn, 'sheets'>,
): number | undefined {
  let at = 0;
  for (const [part, { sheets }] of parts.entries()) {
    const near = (one = 0, other = 0) => Math.abs(one - other) < 1;
    const isSame = sheets.every((sheet, index) => {
      const other = joined.sheets[at + index];
      return other !== undefined && near(sheet?.width, other.width) && near(sheet?.height, other.height);
    });
    if (!isSame) return part;
    at += sheets.length;
  }
  return joined.sheets.length === at ? undefined : parts.length - 1;
}

/** The first part with a page that looks different in the joined document. */
export async function redrawnPart(parts: readonly Drawn[], joined: Drawn): Promise<number | undefined> {
  // The time for all pages. A page that takes long already did when its part was inspected.
  const drawingMs = 1_500;
  const isOver = timer(drawingMs);
  const drawn = async (raster: Drawn, page: number): Promise<Buffer> => {
    // Enough to see a line of text, and quick.
    const scale = 0.4;
    return Buffer.from((await raster.draw(page, { scale, colorSpace: 'Gray' })).data);
  };
  let at = 0;
  for (const [part, raster] of parts.entries()) {
    for (let index = 0; index < raster.sheets.length; index += 1, at += 1) {
      if (isOver()) return undefined;
      const [own, other] = [await drawn(raster, index), await drawn(joined, at)];
      if (!own.equals(other)) return part;
    }
  }
  return undefined;
}

/** The same file is opened once. */
export async function openEach(parts: readonly Part[]): Promise<Drawn[]> {
  const opened: { readonly pdf: Buffer; readonly raster: Raster }[] = [];
  for (const { pdf } of parts)
    opened.push(opened.find((one) => one.pdf.equals(pdf)) ?? { pdf, raster: await openRaster(pdf) });
  return opened.map(({ raster }, part) => {
    const skipped = parts[part]?.skipped ?? 0;
    return { sheets: raster.sheets.slice(skipped), draw: (page, options) => raster.draw(page + skipped, options) };
  });
}
