/** Reads a stranger's file in a separate process, which may hang, crash or be killed. Its findings until then count. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fairQueue, MachineBusy } from './fair-queue.ts';
import { type Excess, type WorkLimits, type WorkOptions, watchWork } from './watchdog.ts';

interface ChildReading<T> {
  /** The lines of JSON that the child wrote. */
  readonly findings: readonly T[];
  /** The limit that the child passed, if it did not end by itself. */
  readonly excess: Exclude<Excess, 'starved'> | undefined;
}

/** The limits of one file. A child's heap ends at 256 MB; the rest is for buffers and for what pdfium holds. */
export const readLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

/** The script `name` beside `module`. In a bundle it is also a separate file, with the bundle's extension. */
export const besideModule = (name: string, module: string): URL => new URL(`./${name}${extname(module)}`, module);

const inQueue = fairQueue({ places: 2, waitMs: 8_000, longest: 16 });

/** The folders of the code; a bundle lies beside its children, in a folder of its own. */
const appFolders = ((): readonly string[] => {
  const own = import.meta.dirname;
  if (!own.endsWith(join('shared', 'rendering', 'process'))) return [own];
  const root = join(own, '..', '..', '..');
  const modules = join(root, 'node_modules');
  // A package manager may have put a link in its place.
  return [...new Set([join(root, 'shared'), join(root, 'package.json'), modules, realpathSync(modules)])];
})();

/**
 * Runs before the child's own code, and lets no library in it connect, listen, send or look up a name. Node 24 has no such
 * right, so this does not stop code that has broken out of a reader: native code reaches the network.
 */
const withoutSockets = `data:text/javascript,${encodeURIComponent(`
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
const refuse = () => { throw Object.assign(new Error('no network'), { code: 'ERR_ACCESS_DENIED' }); };
const closed = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ...[dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype].map((names) => [
    names,
    [...Object.getOwnPropertyNames(names)].filter((name) => /^(?:resolve|lookup|reverse)/.test(name)),
  ]),
];
for (const [from, names] of closed) for (const name of names) Object.defineProperty(from, name, { value: refuse });
`)}`;

/** Runs `file` with `bytes` on its standard input, a few at a time. Throws `MachineBusy` if the machine has no time. */
export function readInChild<T>(
  file: URL,
  bytes: Uint8Array,
  { network = 'unknown', limits = readLimits, args = [] }: WorkOptions & { readonly args?: readonly string[] },
): Promise<ChildReading<T>> {
  return inQueue(network, async () => {
    // The child may read the code and nothing else, so neither keys nor data. It gets no processes and none of our environment.
    const readable = [dirname(fileURLToPath(file)), ...appFolders].map((folder) => `--allow-fs-read=${folder}`);
    const flags = ['--max-old-space-size=256', '--permission', ...readable, '--disable-warning=SecurityWarning'];
    flags.push(`--import=${withoutSockets}`);
    const command = [...flags, fileURLToPath(file), ...args];
    const child = spawn(process.execPath, command, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    // A child that gives up early closes its end of the pipe. Its output still counts, so that error is ignored.
    child.stdin.on('error', () => undefined).end(bytes);
    // A child that ends itself by a signal ran out of its own heap. The watchdog reports the signals that it sends.
    const excessOf = (signal: NodeJS.Signals | null): Excess | undefined => {
      if (signal === null) return undefined;
      // The signals by which others end a process: a machine without memory, or an operator who stops the service.
      const foreign: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
      return foreign.includes(signal) ? 'starved' : 'memory';
    };
    // `MachineBusy` if the machine has neither memory nor room for another process.
    const startErrorOf = (error: NodeJS.ErrnoException): Error =>
      ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(error.code ?? '')
        ? new MachineBusy('No reading process can be started', { cause: error })
        : error;
    const ended = new Promise<Excess | undefined>((resolve, reject) => {
      child
        .once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error)))
        .once('close', (_, signal) => resolve(excessOf(signal)));
    });
    const outcome = await watchWork(child.pid ?? 0, limits, () => child.kill('SIGKILL'), ended);
    const excess = outcome.excess ?? outcome.result;
    if (excess === 'starved') throw new MachineBusy('The reading process got too little time');
    const lines = output.split('\n').slice(0, -1);
    return { findings: lines.map((line) => JSON.parse(line) as T), excess };
  });
}
