/** Figures about files: circles of imports and the largest folder. */
import { dirname } from 'node:path/posix';

export interface Importing {
  readonly file: string;
  readonly imports: readonly { readonly target: string }[];
}

/** Groups of files that all reach one another by imports, types included. */
export function circles(sources: readonly Importing[]): string[] {
  const targets = new Map(sources.map(({ file, imports }) => [file, imports.map(({ target }) => target)]));
  const reach = new Map(sources.map(({ file }) => [file, reached(file, targets)]));
  const met = new Set<string>();
  const found: string[] = [];
  for (const { file } of sources) {
    if (met.has(file) || !reach.get(file)?.has(file)) continue;
    const circle = sources
      .map((other) => other.file)
      .filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file));
    for (const member of circle) met.add(member);
    found.push(circle.join(' ↔ '));
  }
  return found;
}

/** The start itself only where a path leads back to it. */
function reached(start: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const target of targets.get(file) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  return found;
}

/** Files directly in it; the first in the alphabet where two are as large. */
export function largestFolder(files: readonly string[]): { readonly folder: string; readonly files: number } {
  const folders = Map.groupBy(files, (file) => dirname(file));
  const [first] = [...folders].toSorted(([a, as], [b, bs]) => bs.length - as.length || a.localeCompare(b));
  return { folder: first?.[0] ?? '', files: first?.[1].length ?? 0 };
}
