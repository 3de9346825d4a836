/** Lets a process of its own read somebody's file: it may hang, crash or be ended, and what it found until then counts. */

import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Excess, type WorkLimits, watched } from './watchdog.ts';

export interface Reading<T> {
  /** What the child wrote, a line of JSON each. */
  readonly findings: readonly T[];
  /** Which limit the child passed, if it did not end by itself. */
  readonly excess: Excess | undefined;
}

/** The child may read files and nothing else: no network, no process, nothing of our environment. */
const childFlags = [
  '--max-old-space-size=256',
  '--permission',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
];

/** The script `name` beside `module`: in a bundle it is a file of its own too, and ends as the bundle does. */
export const besideModule = (name: string, module: string): URL => new URL(`./${name}${extname(module)}`, module);

/** Runs `file`, which gets `bytes` on its standard input. */
export async function readInChild<T>(file: URL, bytes: Uint8Array, limits: WorkLimits): Promise<Reading<T>> {
  const command = [...childFlags, fileURLToPath(file)];
  const child = spawn(process.execPath, command, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  // A child that gives up early closes its end of the pipe: what it wrote counts, not that it stopped reading.
  child.stdin.on('error', () => undefined).end(bytes);
  const ended = new Promise<Excess | undefined>((resolve, reject) => {
    // What ends by a signal that is not ours ran out of its own heap, or of the machine's memory.
    child.once('error', reject).once('close', (_, signal) => resolve(signal === null ? undefined : 'memory'));
  });
  const outcome = await watched(child.pid ?? 0, limits, () => child.kill('SIGKILL'), ended);
  const lines = output.split('\n').slice(0, -1);
  return { findings: lines.map((line) => JSON.parse(line) as T), excess: outcome.excess ?? outcome.result };
}
