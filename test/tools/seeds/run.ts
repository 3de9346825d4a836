/**
 * `npm run test:seeds -- --seeds 1000000`: so many seeds of the simulation, shared among processes, and their figures.
 * `--first 1` names the first seed, `--processes 2` the processes. Fails if any promise was broken.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Told } from './shard.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: process.env.SEEDS ?? '20000' },
    first: { type: 'string', default: process.env.FIRST_SEED ?? '1' },
    processes: { type: 'string', default: '2' },
  },
});
const seeds = Number(values.seeds);
const processes = Number(values.processes);
const startedAt = Date.now();
const sum: Told = { seeds: 0, jobs: 0, histories: [], pairs: [], lived: [], broken: [] };
const histories = new Set<string>();
const counts = { pairs: new Map<string, number>(), lived: new Map<string, number>() };

function take(told: Told): void {
  sum.seeds += told.seeds;
  sum.jobs += told.jobs;
  for (const history of told.histories) histories.add(history);
  for (const kind of ['pairs', 'lived'] as const)
    for (const [key, count] of told[kind]) counts[kind].set(key, (counts[kind].get(key) ?? 0) + count);
  for (const line of told.broken) {
    sum.broken.push(line);
    console.log(line);
  }
}

/** Each process takes its share, and tells its figures part by part. */
function shard(first: number, count: number): Promise<void> {
  const child = fork(fileURLToPath(new URL('shard.ts', import.meta.url)), [`${first}`, `${count}`]);
  child.on('message', (told) => take(told as Told));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process has ended with ${code}`))));
  });
}

const share = Math.ceil(seeds / processes);
const firsts = Array.from({ length: processes }, (_, at) => Number(values.first) + at * share);
await Promise.all(firsts.map((first, at) => shard(first, Math.min(share, seeds - at * share))));

const sorted = (map: ReadonlyMap<string, number>) => [...map].sort(([, one], [, other]) => other - one);
console.log('\nruns in each world:');
for (const [name, count] of sorted(counts.lived)) console.log(`${`${count}`.padStart(9)}  ${name}`);
console.log('\nruns that have met each pair of a state and a fact:');
for (const [pair, count] of sorted(counts.pairs)) console.log(`${`${count}`.padStart(9)}  ${pair}`);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\n${sum.seeds} seeds, ${sum.jobs} known lives, ${histories.size} of them different, ${counts.pairs.size} pairs, ${sum.broken.length} seeds with a broken promise, in ${minutes} minutes.`,
);
process.exitCode = sum.broken.length === 0 ? 0 : 1;
