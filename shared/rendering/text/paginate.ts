/**
 * Cuts lines into pages. No page starts or ends with a blank line, and single lines of a paragraph are not left alone
 * if avoidable.
 */

/**
 * The lines of each page. `lines` holds an empty string for each blank line. `capacityOf` returns the number of lines
 * that fit on the page with that index (0 is page 1).
 */
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
  if (full >= lines.length || lines[full] === '' || lines[full - 1] === '') return full;
  const startsAlone = (end: number) => end - 2 >= start && lines[end - 2] === '';
  const endsAlone = (lines[full + 1] ?? '') === '';
  const end = endsAlone && !startsAlone(full) ? full - 1 : full;
  return startsAlone(end) ? end - 1 : end;
}

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
