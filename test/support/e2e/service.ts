/** The real service, `bin/start.ts`, in a child process with a free port and its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorVariables } from '../../../shared/config/config.ts';
import { newFolder } from '../new-folder.ts';
import { clientOf } from './client.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export type Environment = Readonly<Record<string, string>>;

const testSettings = {
  NODE_OPTIONS: '',
  HOST: '127.0.0.1',
  PORT: '0',
  RETRY_BASE_SECONDS: '0.2',
  // Compiles the code once for all suites, each of which starts two or more services.
  NODE_COMPILE_CACHE: join(tmpdir(), 'print-and-mail-compiled'),
};
/** The settings of the person who runs the tests must not change the service, except for their browser. */
const ignoredVariables = new Set(operatorVariables().filter((name) => name !== 'CHROMIUM_PATH'));

const environmentOf = (dataDir: string, environment: Environment) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ignoredVariables.has(name))),
  ...testSettings,
  DATA_DIR: dataDir,
  ...environment,
});

/** Without a browser, and so without HTML, the service starts in two thirds of the usual time. */
export const textOnly: Environment = { CHROMIUM_PATH: '/nowhere/chrome' };

/**
 * A port for a service whose links must still work after a restart. It is below the range for outgoing connections, so
 * none of those can take it between two starts.
 */
export async function freePort(): Promise<string> {
  const port = randomInt(10_100, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return String(port);
}

/** `dataDir`: the folder of an earlier service; by default a new one. */
export async function startService(environment: Environment = {}, dataDir?: string) {
  const folder = dataDir ?? newFolder();
  const { child, printed } = run(folder, environment);
  const baseUrl = await printed.baseUrl;
  if (baseUrl === undefined) throw new Error(`the service did not start:\n${printed.text()}`);
  const client = clientOf(baseUrl);
  return {
    ...client,
    /** Sends an event as the payment provider does; a string unchanged, anything else as JSON. */
    sendEvent: (event: unknown) => client.post('/webhooks/stripe', event),
    /** Ends in /v1. */
    baseUrl,
    origin: new URL(baseUrl).origin,
    dataDir: folder,
    /** The service's output on both streams. */
    log: printed.text,
    /** The output without the greeting, which contains an example letter. */
    said: printed.said,
    /** Resolves once `pattern` (global) has been logged `times` times, or the process has ended. */
    logged: (pattern: RegExp, times: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if ((printed.errors().match(pattern)?.length ?? 0) >= times) resolve();
        };
        child.stderr.on('data', check).once('close', () => resolve());
        check();
      }),
    /** Sends SIGTERM. The folder stays. */
    leave: () => end(child, 'SIGTERM'),
    /** Sends SIGTERM and removes the folder. Returns the exit code. */
    async stop() {
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
      return child.exitCode;
    },
    /** Sends SIGKILL. The folder stays. */
    kill: () => end(child, 'SIGKILL'),
  };
}

/** A service that all tests of a file share: it starts before the first and stops after the last. */
export function running<S extends Service = Service>(start: () => Promise<S>, check?: (service: S) => void): S {
  const service = {} as S;
  beforeAll(async () => void Object.assign(service, await start()));
  afterAll(async () => {
    await service.stop?.();
    // The log has no ids: anyone who has one could cancel the job or see its pages.
    expect(service.said?.() ?? '').not.toMatch(/(?:job|quote)_[0-9a-hjkmnp-tv-z]{26}/);
    check?.(service);
  });
  return service;
}

/** Starts a service that must fail to start, and waits for its end. */
export async function failToStart(environment: Environment) {
  const folder = newFolder();
  const { child, printed } = run(folder, environment);
  if ((await printed.baseUrl) !== undefined) await end(child, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
  return { exitCode: child.exitCode, stderr: printed.errors() };
}

function run(dataDir: string, environment: Environment) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', '..', 'bin', 'start.ts')], {
    env: environmentOf(dataDir, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let errors = '';
  let greeting = '';
  const baseUrl = new Promise<string | undefined>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // An empty line ends the greeting.
      const url = text.endsWith('\n\n') ? /^Base URL {2}(\S+)$/m.exec(text)?.[1] : undefined;
      if (url === undefined) return;
      greeting ||= text;
      resolve(url);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    child.once('close', () => resolve(undefined));
  });
  return {
    child,
    printed: {
      baseUrl,
      text: () => text + errors,
      said: () => text.slice(greeting.length) + errors,
      errors: () => errors,
    },
  };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  child.kill(signal);
  await gone;
}
