/**
 * `npm run bench [-- FOLDER]`: how long it takes to quote and to create a job, and how much each function reads when it
 * starts. With the folder of a second tree, such as a git worktree with its own node_modules, it compares the two.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TreeRequest } from './tree.ts';

const rounds = 15;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const responseOf = <T>(tree: ChildProcess, request?: TreeRequest) =>
  new Promise<T>((respond) => {
    tree.once('message', respond as (response: unknown) => void);
    if (request !== undefined) tree.send(request);
  });

/** The milliseconds of each round, by tree. The trees take turns, so a busy machine slows both. Round 0 is a warm-up. */
async function measure(trees: readonly ChildProcess[], name: string): Promise<number[][]> {
  const times: number[][] = trees.map(() => []);
  for (let round = 0; round <= rounds; round++)
    for (const at of round % 2 === 0 ? trees.keys() : [...trees.keys()].toReversed()) {
      const ms = await responseOf<number>(trees[at] as ChildProcess, { case: name });
      if (round > 0) times[at]?.push(ms);
    }
  return times;
}

const ratioOf = ([ours = [], others = []]: readonly number[][]) => median(ours.map((ms, at) => ms / (others[at] ?? 0)));

const roots = [join(import.meta.dirname, '..', '..'), ...process.argv.slice(2).map((folder) => resolve(folder))];
const trees = roots.map((root) =>
  fork(join(import.meta.dirname, 'tree.ts'), [root], { cwd: root }).once('exit', (code) => code && process.exit(code)),
);
const print = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const isPair = trees.length === 2;
try {
  const [cases = []] = await Promise.all(trees.map((tree) => responseOf<string[]>(tree)));
  print('Case', ...roots, ...(isPair ? ['Ratio, median of pairs'] : []));
  print('---', ...roots.map(() => '---:'), ...(isPair ? ['---:'] : []));
  for (const name of cases) {
    const times = await measure(trees, name);
    print(name, ...times.map((ms) => `${median(ms).toFixed(2)} ms`), ...(isPair ? [ratioOf(times).toFixed(3)] : []));
  }
  const startBytes: Record<string, number>[] = [];
  for (const tree of trees) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    startBytes.push(await responseOf(tree, { bundleInto: folder }));
    rmSync(folder, { recursive: true });
  }
  for (const name of Object.keys(startBytes[0] ?? {}))
    print(`start of ${name}`, ...startBytes.map((bytes) => `${Math.round((bytes[name] ?? 0) / 1_000)} kB`));
} finally {
  for (const tree of trees) tree.kill();
}
