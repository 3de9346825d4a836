/** Child processes, each in its own process group, so that all of them can be ended, and no others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Running {
  /** Resolves when `pattern` has been printed. Rejects if the process ends before that. */
  prints(pattern: RegExp): Promise<void>;
  /** Ends it with SIGTERM, then with SIGKILL if it takes too long. */
  end(): Promise<void>;
}

export interface Ended {
  readonly exitCode: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

const running = new Set<ChildProcess>();

export function start(command: string, args: readonly string[], env: Environment): Running {
  const { child, output } = spawned(command, args, env);
  const closed = once(child, 'close');
  return {
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (pattern.test(output())) resolve();
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
        check();
        void closed.then(() => reject(new Error(`${command} ended:\n${output()}`)), reject);
      }),
    async end() {
      signal(child, 'SIGTERM');
      const timer = setTimeout(() => signal(child, 'SIGKILL'), 5_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Waits for the end of the process, with any exit code. `show` prints its output at once. */
export async function attempt(
  command: string,
  args: readonly string[],
  env: Environment,
  { show = false } = {},
): Promise<Ended> {
  const { child, output } = spawned(command, args, env);
  if (show) for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stdout, { end: false });
  const [exitCode] = await once(child, 'close');
  return { exitCode, output: output() };
}

/** Returns the output of the process, or throws an error with it if the process failed. */
export async function run(command: string, args: readonly string[], env: Environment): Promise<string> {
  const { exitCode, output } = await attempt(command, args, env);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${exitCode}:\n${output}`);
  return output;
}

/** Kills all of them at once. */
export function endAll(): void {
  for (const child of running) signal(child, 'SIGKILL');
}

function spawned(command: string, args: readonly string[], env: Environment) {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  running.add(child);
  child.once('close', () => running.delete(child));
  return { child, output: () => text };
}

/** Signals the whole process group, which includes its own children. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // The group has already ended.
  }
}
