/**
 * `npm run bench [-- FOLDER]`: what a quote and the creation of a job take, and what each function reads at its start.
 * With the folder of another tree, such as a git worktree with its own node_modules, both are measured in turn.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const rounds = 15;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const ask = <T>(tree: ChildProcess, asked?: string) =>
  new Promise<T>((resolve) => {
    tree.once('message', resolve as (answer: unknown) => void);
    if (asked !== undefined) tree.send(asked);
  });

/** Milliseconds of each tree, round after round, so that a busy machine slows both alike. The first round warms up. */
async function measured(trees: readonly ChildProcess[], name: string): Promise<number[][]> {
  const tries: number[][] = trees.map(() => []);
  for (let round = 0; round <= rounds; round++)
    for (const at of round % 2 === 0 ? trees.keys() : [...trees.keys()].toReversed()) {
      const ms = await ask<number>(trees[at] as ChildProcess, name);
      if (round > 0) tries[at]?.push(ms);
    }
  return tries;
}

const ratioOf = ([ours = [], others = []]: readonly number[][]) => median(ours.map((ms, at) => ms / (others[at] ?? 0)));

const roots = [join(import.meta.dirname, '..', '..'), ...process.argv.slice(2).map((folder) => resolve(folder))];
const trees = roots.map((root) =>
  fork(join(import.meta.dirname, 'tree.ts'), [root], { cwd: root }).once('exit', (code) => code && process.exit(code)),
);
const print = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const isPair = trees.length === 2;
try {
  const [cases = []] = await Promise.all(trees.map((tree) => ask<string[]>(tree)));
  print('Case', ...roots, ...(isPair ? ['Ratio, median of pairs'] : []));
  print('---', ...roots.map(() => '---:'), ...(isPair ? ['---:'] : []));
  for (const name of cases) {
    const tries = await measured(trees, name);
    print(name, ...tries.map((ms) => `${median(ms).toFixed(2)} ms`), ...(isPair ? [ratioOf(tries).toFixed(3)] : []));
  }
  const read: Record<string, number>[] = [];
  for (const tree of trees) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    read.push(await ask(tree, folder));
    rmSync(folder, { recursive: true });
  }
  for (const name of Object.keys(read[0] ?? {}))
    print(`start of ${name}`, ...read.map((bytes) => `${Math.round((bytes[name] ?? 0) / 1_000)} kB`));
} finally {
  for (const tree of trees) tree.kill();
}
