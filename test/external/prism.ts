/** A proxy on this machine, between a client and a service, that checks every response against an OpenAPI document. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Proxy {
  /** Use it instead of the service's base URL. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startProxy(baseUrl: string, document: string): Promise<Proxy> {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
    'dist/index.js',
  );
  // The service checks requests itself; the proxy checks only responses.
  const options = ['--port', '0', '--errors', '--validate-request=false'];
  const child = spawn(process.execPath, [cli, 'proxy', document, baseUrl, ...options], {
    env: { ...process.env, SCARF_ANALYTICS: 'false', NO_COLOR: '1', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { url: await urlOf(child), stop: () => end(child) };
}

function urlOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the proxy did not start:\n${printed}`)), 60_000);
    const read = (chunk: string) => {
      printed += chunk;
      const url = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read);
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(`the proxy ended:\n${printed}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await closed;
  clearTimeout(timer);
}
