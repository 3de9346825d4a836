/** Reads an untrusted file in a child process, which may hang, crash or be killed. Its findings until then count. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fairQueue, MachineBusy } from './fair-queue.ts';
import { type Excess, type WorkLimits, type WorkOptions, watchWork } from './watchdog.ts';

/** The limits for one file. A child's heap is limited to 256 MB; the rest is for buffers and pdfium. */
export const readLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

/** The script `name` next to `module`. Bundles keep such scripts as separate files, with the bundle's extension. */
export const siblingScript = (name: string, module: string): URL => new URL(`./${name}${extname(module)}`, module);

const runInTurn = fairQueue({ concurrency: 2, maxWaitMs: 8_000, maxWaiting: 16 });

/** The folders of the code. A bundle and its child scripts have a folder to themselves. */
const appFolders = ((): readonly string[] => {
  const folder = import.meta.dirname;
  if (!folder.endsWith(join('shared', 'rendering', 'process'))) return [folder];
  const root = join(folder, '..', '..', '..');
  const modules = join(root, 'node_modules');
  // `node_modules` may be a link.
  return [...new Set([join(root, 'shared'), join(root, 'package.json'), modules, realpathSync(modules)])];
})();

/**
 * Runs before the child's own code, and keeps its libraries from using the network or looking up names. Node 24 has no
 * permission flag for that. This doesn't stop native code, or an attacker who runs code in the child.
 */
const networkBlock = `data:text/javascript,${encodeURIComponent(`
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
const refuse = () => { throw Object.assign(new Error('no network'), { code: 'ERR_ACCESS_DENIED' }); };
const blocked = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ...[dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype].map((names) => [
    names,
    [...Object.getOwnPropertyNames(names)].filter((name) => /^(?:resolve|lookup|reverse)/.test(name)),
  ]),
];
for (const [owner, names] of blocked) for (const name of names) Object.defineProperty(owner, name, { value: refuse });
`)}`;

/**
 * Runs `file` with `bytes` on its standard input; at most two children run at a time. `findings` are the lines of JSON
 * that it wrote, and `excess` is the limit that it exceeded. Throws `MachineBusy` if the machine is too busy.
 */
export function readInChild<T>(
  file: URL,
  bytes: Uint8Array,
  { network = 'unknown', limits = readLimits, args = [] }: WorkOptions & { readonly args?: readonly string[] },
): Promise<{ readonly findings: readonly T[]; readonly excess: Exclude<Excess, 'starved'> | undefined }> {
  return runInTurn(network, async () => {
    // The child may read only the code: no keys and no data. It may not start processes, and gets none of our environment.
    const readable = [dirname(fileURLToPath(file)), ...appFolders].map((folder) => `--allow-fs-read=${folder}`);
    const restrictions = ['--max-old-space-size=256', '--permission', ...readable, `--import=${networkBlock}`];
    const command = [...restrictions, '--disable-warning=SecurityWarning', fileURLToPath(file), ...args];
    const child = spawn(process.execPath, command, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    // A child that stops reading early closes the pipe. That error is ignored, because its output still counts.
    child.stdin.on('error', () => undefined).end(bytes);
    // The watchdog reports the signals that it sends itself.
    const excessOf = (signal: NodeJS.Signals | null): Excess | undefined => {
      if (signal === null) return undefined;
      // Signals from outside: the machine has no memory left, or an operator is stopping the service.
      if (['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal)) return 'starved';
      // A child that aborts has run out of heap.
      return 'memory';
    };
    // `MachineBusy` if the machine has no memory for another process, or allows no more of them.
    const startErrorOf = (error: NodeJS.ErrnoException): Error =>
      ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'].includes(error.code ?? '')
        ? new MachineBusy('The child process cannot be started', { cause: error })
        : error;
    const ended = new Promise<Excess | undefined>((resolve, reject) => {
      child
        .once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error)))
        .once('close', (_, signal) => resolve(excessOf(signal)));
    });
    const outcome = await watchWork(child.pid ?? 0, limits, () => child.kill('SIGKILL'), ended);
    const excess = outcome.excess ?? outcome.result;
    if (excess === 'starved') throw new MachineBusy('The child process got too little time');
    const lines = output.split('\n').slice(0, -1);
    return { findings: lines.map((line) => JSON.parse(line) as T), excess };
  });
}
