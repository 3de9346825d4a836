/** Draws a document's pages in advance, in a child process, and says which of them a payer may not get to see. */
import type { Warning } from '../../domain/warnings.ts';
import type { Raster } from './raster.ts';

/** One finding for each page that was drawn. `isStopped`: the time for it is over, and the rest is not tried. */
export interface PagesSeen {
  readonly drawn: number;
  readonly isStopped?: true;
}

/** Returns a function that says whether this process has used `ms` of CPU time since this call. */
export function timer(ms: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 > ms;
  };
}

/** Draws one page after the other. `report` gets a finding for each page; `look` gets its pixels. */
export async function drawPages(
  raster: Raster,
  report: (finding: PagesSeen) => void,
  look: (
    page: { readonly width: number; readonly height: number; readonly data: Uint8Array },
    index: number,
  ) => void = () => undefined,
): Promise<void> {
  // The time for all pages of a document. A single page may take as long as its process lives.
  const drawingMs = 2_000;
  const isOver = timer(drawingMs);
  for (let index = 0; index < raster.sheets.length; index++) {
    if (index > 0 && isOver()) return report({ drawn: index, isStopped: true });
    const drawn = await raster.draw(index, { scale: 1, colorSpace: 'Gray' });
    look(drawn, index);
    report({ drawn: index + 1 });
  }
}

/** The warning about pages that were not drawn. `drawn` pages were; the next one took too long, or was not tried. */
export function undrawnWarnings({ drawn, isStopped }: PagesSeen, pages: number): Warning[] {
  if (drawn >= pages) return [];
  return [{ code: isStopped ? 'not_drawn_in_advance' : 'page_slow', first: drawn + 1, last: pages }];
}
