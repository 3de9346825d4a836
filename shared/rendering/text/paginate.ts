/** Cuts lines into pages. No page starts or ends blank, and paragraphs leave no single lines if avoidable. */

/** Stands for each row of a block that no page break may divide. No printed line is a line feed. */
export const blockRow = '\n';

/** The lines of each page; blank ones are empty. `capacityOf`: how many fit on the page of an index, from 0. */
export function paginate(lines: readonly string[], capacityOf: (pageIndex: number) => number): string[][] {
  const pages: string[][] = [];
  let start = firstWritten(lines, 0);
  while (start < lines.length) {
    const end = endOfPage(lines, start, capacityOf(pages.length));
    pages.push(lines.slice(start, lastWritten(lines, start, end)));
    start = firstWritten(lines, end);
  }
  return pages;
}

function endOfPage(lines: readonly string[], start: number, capacity: number): number {
  const full = start + capacity;
  if (lines[full] === blockRow && lines[full - 1] === blockRow) return lines.indexOf(blockRow, start);
  if (full >= lines.length || isGap(lines[full]) || isGap(lines[full - 1])) return full;
  const startsAlone = (end: number) => end - 2 >= start && isGap(lines[end - 2]);
  const endsAlone = isGap(lines[full + 1]);
  const end = endsAlone && !startsAlone(full) ? full - 1 : full;
  return startsAlone(end) ? end - 1 : end;
}

/** Ends a paragraph, so that a block changes no line before it. */
const isGap = (line: string | undefined): boolean => line === undefined || line === '' || line === blockRow;

function firstWritten(lines: readonly string[], from: number): number {
  let index = from;
  while (lines[index] === '') index++;
  return index;
}

function lastWritten(lines: readonly string[], start: number, end: number): number {
  let last = Math.min(end, lines.length);
  while (last > start && lines[last - 1] === '') last--;
  return last;
}
