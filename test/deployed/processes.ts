/** Processes of this run, each with a group of its own: none of them outlives the run, and no other one is ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Running {
  /** Resolves when `pattern` has been printed; rejects when the process ends before. */
  says(pattern: RegExp): Promise<void>;
  /** Asks it to end, and makes it if it takes too long. */
  end(): Promise<void>;
}

export interface Ended {
  readonly exitCode: number | null;
  /** Both streams. */
  readonly said: string;
}

const patienceMs = 5_000;
const living = new Set<ChildProcess>();

export function start(command: string, args: readonly string[], env: Environment): Running {
  const { child, said } = spawned(command, args, env);
  const gone = once(child, 'close');
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => void (pattern.test(said()) && resolve());
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('close', () => reject(new Error(`${command} ended:\n${said()}`)));
        look();
      }),
    async end() {
      signal(child, 'SIGTERM');
      const impatience = setTimeout(() => signal(child, 'SIGKILL'), patienceMs);
      await gone;
      clearTimeout(impatience);
    },
  };
}

/** Once it has ended, well or badly; `show`: prints at once what it prints. */
export async function attempt(
  command: string,
  args: readonly string[],
  env: Environment,
  show = false,
): Promise<Ended> {
  const { child, said } = spawned(command, args, env);
  if (show) for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stdout, { end: false });
  const [exitCode] = await once(child, 'close');
  return { exitCode, said: said() };
}

/** Returns the output of the process, and throws it if the process failed. */
export async function run(command: string, args: readonly string[], env: Environment): Promise<string> {
  const { exitCode, said } = await attempt(command, args, env);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${exitCode}:\n${said}`);
  return said;
}

/** At once, for whoever has to go. */
export function endAll(): void {
  for (const child of living) signal(child, 'SIGKILL');
}

function spawned(command: string, args: readonly string[], env: Environment) {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  living.add(child);
  child.once('close', () => living.delete(child));
  return { child, said: () => text };
}

/** To its whole group: what it has started goes with it. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // There is nobody left in it.
  }
}
