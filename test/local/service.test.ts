/** The whole local service in a child process, with toy functions, through crashes and restarts. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Started {
  readonly baseUrl: string;
  readonly port: number;
  readonly problem?: string;
  readonly process: ChildProcess;
}

const script = join(import.meta.dirname, '..', 'support', 'local', 'service.ts');
let folder: string;
const children: ChildProcess[] = [];
/** Child processes start slowly on a busy machine. */
const patienceMs = 60_000;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')));
  await rm(folder, { recursive: true });
});

async function start(dataDir = 'data', port = 0): Promise<Started> {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: join(folder, dataDir), PORT: String(port) };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { ...JSON.parse(line), process: child };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

const call = async (url: string, body?: string) => {
  const response = await fetch(
    url,
    body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } },
  );
  return response.json();
};

describe('the local service', () => {
  test(
    'serves, stores, queues, invokes and sweeps with the plain AWS clients',
    async () => {
      const { baseUrl } = await start();
      expect(await call(`${baseUrl}/health`)).toEqual({ ok: true });
      expect(await call(`${baseUrl}/things/a`, 'Dear Ada')).toEqual({ id: 'a' });
      expect(await call(`${baseUrl}/things/a`)).toEqual({ id: 'a', document: 'Dear Ada' });
      expect(await call(`${baseUrl}/things/a/hurry`, '')).toEqual({
        source: expect.stringMatching(/^arn:aws:sqs:.*:jobs$/),
      });
      expect(await call(`${baseUrl}/draw`, '')).toEqual({ drawn: { html: '<p>' } });
      expect(await call(`${baseUrl}/swept`)).toEqual([]);
      expect(await call(`${baseUrl}/nothing`)).toEqual({ error: 'not_found' });
    },
    patienceMs,
  );

  test(
    'keeps what it acknowledged through a kill -9, and sweeps at once after it',
    async () => {
      const first = await start();
      await call(`${first.baseUrl}/things/a`, 'Dear Ada');
      await end(first.process, 'SIGKILL');
      const second = await start();
      expect(await call(`${second.baseUrl}/things/a`)).toEqual({ id: 'a', document: 'Dear Ada' });
      expect(await call(`${second.baseUrl}/swept`)).toEqual(['a']);
    },
    patienceMs,
  );

  test(
    'keeps the signing key to itself',
    async () => {
      await start();
      expect((await stat(join(folder, 'data', 'receipt-signing-key.json'))).mode & 0o777).toBe(0o600);
    },
    patienceMs,
  );

  test(
    'says in one sentence what is in use already',
    async () => {
      const { port } = await start();
      expect((await start('data')).problem).toMatch(/^DATA_DIR is in use by another process .*: stop that one, or set/);
      expect((await start('other', port)).problem).toBe(
        `PORT ${port} is in use: stop what uses it, or set PORT to another.`,
      );
    },
    patienceMs,
  );

  test(
    'ends well when asked to, and starts again on the same folder',
    async () => {
      const first = await start();
      await call(`${first.baseUrl}/things/a`, 'Dear Ada');
      expect(await end(first.process, 'SIGTERM')).toBe(0);
      const { baseUrl } = await start();
      expect(await call(`${baseUrl}/things/a`)).toMatchObject({ document: 'Dear Ada' });
    },
    patienceMs,
  );
});
