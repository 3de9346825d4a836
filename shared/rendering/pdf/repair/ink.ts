/** Finds where on a page something is drawn. */
import type { Box } from '../inspect/page.ts';
import type { Raster } from '../raster.ts';

/** The smallest box around all that is drawn on the page, whose box is the last argument; `undefined` if the page is blank. */
export async function inkOf(raster: Raster, pageIndex: number, [left, , , top]: Box): Promise<Box | undefined> {
  const { width, height, data } = await raster.draw(pageIndex, { scale: 1, colorSpace: 'Gray' });
  let [first, last, highest, lowest] = [width, -1, height, -1];
  const almostWhite = 245;
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const from = row.findIndex((gray) => gray < almostWhite);
    if (from === -1) continue;
    first = Math.min(first, from);
    last = Math.max(
      last,
      row.findLastIndex((gray) => gray < almostWhite),
    );
    highest = Math.min(highest, y);
    lowest = y;
  }
  return last === -1 ? undefined : [left + first, top - lowest - 1, left + last + 1, top - highest];
}
