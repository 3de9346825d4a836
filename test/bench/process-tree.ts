/** The memory of a process and everything that it started, read from /proc: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export interface TreeMemory {
  /** Every process's resident pages; what two share is counted twice. */
  readonly residentBytes: number;
  /** The tree's real memory: pages that processes share count once. */
  readonly proportionalBytes: number;
}

/** The memory of the tree under `root` at this moment. */
export function treeMemory(root: number): TreeMemory {
  const rollups = treeOf(root).map(rollupOf);
  return { residentBytes: sum(rollups, 'Rss'), proportionalBytes: sum(rollups, 'Pss') };
}

function treeOf(root: number): number[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** The second field after the name, which stands in brackets and may hold anything. */
function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);
}

function rollupOf(pid: number): string {
  return read(`/proc/${pid}/smaps_rollup`);
}

function sum(rollups: readonly string[], field: string): number {
  const pattern = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm');
  return rollups.reduce((total, rollup) => total + Number(pattern.exec(rollup)?.[1] ?? 0) * 1024, 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
