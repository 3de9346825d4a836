/** Runs the whole service in one process: starts and stops emulators, functions, HTTP, queue and schedules in order. */
import { rm } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { manifest, type QueueName } from '../../functions/manifest.ts';
import { depsFor } from '../../shared/config/app.ts';
import { config } from '../../shared/config/config.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { checkOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { findLanded, heldClaims, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { findBrowser, thisMachine, useBrowser } from '../../shared/rendering/chromium/find-browser.ts';
import { secretKey } from './emulators/aws.ts';
import { startEmulators } from './emulators/emulators.ts';
import { startInvoke } from './emulators/invoke.ts';
import { writeDurably } from './emulators/write-durably.ts';
import { type Functions, openFunctions, reportToStderr } from './functions.ts';
import { type Listening, listen } from './gateway/http.ts';
import { createGateway } from './gateway/server.ts';
import { mailbox } from './mailbox/mailbox.ts';
import { OneLine, type ServedRequest } from './terminal-log.ts';
import { everySeconds, pump, quartersFrom, wallClock } from './triggers.ts';

export interface LocalOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** Called for each request that got a response. */
  onServed?(served: ServedRequest): void;
}

/** Sets the environment, so a process runs only one. Throws OneLine for a failure of one sentence. */
export async function startLocal(options: LocalOptions): Promise<{
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** Accepts no new work, lets running work finish (10 seconds at most), then closes everything. */
  stop(): Promise<void>;
}> {
  useBrowser(findBrowser(thisMachine(config('printing').CHROMIUM_PATH)));
  const functions = openFunctions();
  const emulators = await startEmulators(options.dataDir);
  const invoke = await startInvoke(manifest, functions);
  // If these were set, they would override the variables below.
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION']) delete process.env[name];
  const variables = { ...emulators.variables, AWS_ENDPOINT_URL_LAMBDA: invoke.url, RENDER_FUNCTION: 'render' };
  Object.assign(process.env, variables);
  process.env.RETRY_BASE_SECONDS ??= '2';
  process.env.REQUEST_LIMITS ??= 'off';
  // On one machine a request waits for no other function, so its developer sees the partner's answer at once.
  process.env.WEBHOOK_WAIT_MS ??= '5000';
  // The operator's commands find the functions here, with the key to them: `npm run ops -- show JOB --local`.
  const address = join(options.dataDir, 'invoke.json');
  await writeDurably(address, JSON.stringify({ url: invoke.url, secretKey }));
  const closeLast = () => Promise.all([invoke.close(), emulators.close(), rm(address, { force: true })]);
  const opened = async () => ({ resume: await findLeftBehind(), gateway: await openGateway(options, functions) });
  const { resume, gateway } = await opened().catch(async (error: unknown) => {
    await closeLast();
    throw error;
  });
  const hosts = ownHosts(options.host).map((name) => `${name}:${gateway.port}`);
  process.env.MCP_OWN_HOSTS = hosts.join(',');
  // The address by which this process reaches itself. A small container has no name for it.
  process.env.OWN_BASE_URL = `http://${hosts[0]}/v1`;
  const stopping = new AbortController();
  // First, so that the first sweep finds what the process before has held.
  const resumed = await resume(stopping.signal).catch(async (error: unknown) => {
    await gateway.close(0);
    await closeLast();
    throw error;
  });
  const running = Promise.all([resumed.done, startTriggers(functions, emulators.queues, stopping.signal)]);
  const patienceMs = 10_000;
  const patience = () => sleep(patienceMs, undefined, { ref: false });
  const end = async () => {
    stopping.abort();
    await Promise.all([gateway.close(patienceMs), Promise.race([running, patience()])]);
    await Promise.race([functions.close(), patience()]);
    await closeLast();
  };
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= end();
    return ending;
  };
  return { baseUrl: `${gateway.url}/v1`, mcpUrl: `${gateway.url}/mcp`, stop };
}

/**
 * Finds what the last process left unfinished: claims, outboxes, and calls to partners that may still be landing. Only the
 * holder of the folder's lock may do this, before it serves anyone. It reads only the table, because not all settings are
 * set yet. The returned function makes all of it due again. Its `done` resolves when no call can still be landing.
 */
async function findLeftBehind() {
  const deps = () => depsFor({ function: 'start' });
  const claims = await heldClaims(deps());
  const outboxes = await heldOutboxes(deps(), claims.at);
  return async (signal: AbortSignal): Promise<{ readonly done: Promise<unknown> }> => {
    const landing = await releaseClaims(deps(), claims);
    await releaseOutboxes(deps(), outboxes);
    const report = (error: unknown) => reportToStderr('start', error);
    const look = async () => {
      let waiting = landing;
      while (waiting.length > 0 && !signal.aborted) {
        waiting = await findLanded(deps(), waiting);
        if (waiting.length > 0) await wallClock.wait(10_000, signal);
      }
    };
    return { done: Promise.all([look().catch(report), checkOpenCheckouts(deps()).catch(report)]) };
  };
}

/** The hosts under which a request may address this machine, with the one by which it reaches itself first. */
function ownHosts(host: string): string[] {
  const loopback = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host];
  // One that listens everywhere has many addresses.
  const addresses = loopback === undefined ? [] : Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const names = [loopback ?? host, 'localhost', '127.0.0.1', '::1', host, ...addresses.map(({ address }) => address)];
  return [...new Set(names)].map((name) => (name.includes(':') ? `[${name}]` : name));
}

async function openGateway({ host, port, onServed }: LocalOptions, functions: Functions): Promise<Listening> {
  try {
    const { PUBLIC_BASE_URL: publicBaseUrl } = config('settings');
    return await listen(
      createGateway({ rows: manifest, functions, local: mailbox, host, publicBaseUrl, onServed }),
      host,
      port,
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new OneLine(`PORT ${port} is in use: stop what uses it, or set PORT to another.`);
    throw new OneLine(`HOST ${host} with PORT ${port} cannot be opened: ${message}`);
  }
}

async function startTriggers(
  functions: Functions,
  queues: Readonly<Record<QueueName, string>>,
  signal: AbortSignal,
): Promise<void> {
  const client = new SQSClient({});
  await Promise.all(
    manifest.map(async (row) => {
      const { trigger } = row;
      const handle = (event?: unknown) => functions.call(row, event);
      // A function that prints takes longest to start, because it needs a browser.
      if (row.needs.includes('documents:print')) await functions.warm(row);
      if ('everySeconds' in trigger) await everySeconds(trigger.everySeconds, handle, signal);
      if ('quartersFrom' in trigger) await quartersFrom(trigger.quartersFrom, handle, signal);
      if ('queue' in trigger) {
        const report = (error: unknown) => reportToStderr(row.name, error);
        const { queue, batchSize } = trigger;
        await pump({ client, queueUrl: queues[queue], batchSize, handle, report }, signal);
      }
    }),
  );
  client.destroy();
}
