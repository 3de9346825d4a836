/** The real service, `bin/start.ts`, in a child process on a free port and a folder of its own. It is ended, never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, eventFor, type Json } from './client.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export type Environment = Readonly<Record<string, string>>;

/** Nothing of whoever runs the tests may configure the service; retries are quick. */
const plain = {
  NODE_OPTIONS: '',
  HOST: '127.0.0.1',
  PORT: '0',
  RETRY_BASE_SECONDS: '0.2',
  // Each suite starts two services or more: the code is compiled once for all of them.
  NODE_COMPILE_CACHE: join(tmpdir(), 'print-and-mail-compiled'),
};
const ours =
  /^(PAYMENT_MODE|REQUEST_LIMITS|PUBLIC_|PDF_URL|WEBHOOK_|EMAIL_|SMTP_|SIMULATED_|PRINT_|FAX_|MCP_|STRIPE_|POSTGRID_|TELNYX_)/;

const environmentOf = (dataDir: string, environment: Environment) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
  ...plain,
  DATA_DIR: dataDir,
  ...environment,
});

/** A service that prints no HTML starts without a browser, in two thirds of the time. */
export const textOnly: Environment = { CHROMIUM_PATH: '/nowhere/chrome' };

export const newFolder = () => mkdtemp(join(tmpdir(), 'journey-'));

/**
 * A port for a service whose links must still lead to it after another start.
 * It lies below the range that systems give to outgoing connections: one of those would take it between two starts.
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

/** `dataDir`: a folder that an earlier service has left; without it, a fresh one. */
export async function startService(environment: Environment = {}, dataDir?: string) {
  const folder = dataDir ?? (await newFolder());
  const { child, printed } = run(folder, environment);
  const address = await printed.address;
  if (address === undefined) throw new Error(`the service did not start:\n${printed.text()}`);
  const client = clientOf(address);
  return {
    ...client,
    /** The payment provider's event of a payment in full, which is not sent yet. */
    paidEvent: (job: Json): Json => eventFor(job),
    /** Sends an event as the payment provider does; a string or bytes as they are, anything else as JSON. */
    tell: (event: unknown, headers?: Readonly<Record<string, string>>) =>
      client.post('/webhooks/stripe', event, headers),
    /** Ends in /v1. */
    baseUrl: address,
    origin: new URL(address).origin,
    dataDir: folder,
    /** Its output, both streams. */
    log: printed.text,
    /** The same without the greeting, which shows an example of a letter. */
    said: printed.said,
    /** Resolves as soon as `pattern` (global) has been logged `times` times, or the process is gone. */
    logged: (pattern: RegExp, times: number) =>
      new Promise<void>((resolve) => {
        const look = () => void ((printed.errors().match(pattern)?.length ?? 0) >= times && resolve());
        child.stderr.on('data', look).once('close', () => resolve());
        look();
      }),
    /** SIGTERM. The folder stays, to be looked at. */
    leave: () => end(child, 'SIGTERM'),
    /** SIGTERM; the exit code. The folder is removed. */
    async stop() {
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
      return child.exitCode;
    },
    /** SIGKILL. The folder stays, for another start. */
    kill: () => end(child, 'SIGKILL'),
  };
}

/** All tests of a file share the service: it is there when the first begins, and gone after the last. */
export function running<S extends Service = Service>(start: () => Promise<S>, check?: (service: S) => void): S {
  const service = {} as S;
  beforeAll(async () => void Object.assign(service, await start()));
  afterAll(async () => {
    await service.stop?.();
    // A reader of the log may not cancel what it tells of, nor see its pages.
    expect(service.said?.() ?? '').not.toMatch(/(?:job|quote)_[0-9a-hjkmnp-tv-z]{26}/);
    check?.(service);
  });
  return service;
}

/** Starts what cannot start, and waits for its end. */
export async function failToStart(environment: Environment) {
  const folder = await newFolder();
  const { child, printed } = run(folder, environment);
  const address = await printed.address;
  if (address !== undefined) await end(child, 'SIGKILL');
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
  const address = new Promise<string | undefined>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // The greeting ends with an empty line: by then all of it is here.
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
      address,
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
