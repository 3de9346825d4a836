/** Runs the whole service in one process: starts and stops emulators, functions, HTTP server, queues and schedules. */
import { rm } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { manifest, type QueueName } from '../../functions/manifest.ts';
import { depsFor } from '../../shared/config/app.ts';
import { config } from '../../shared/config/config.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { checkOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { findHeldClaims, lookUpWaiting, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { findBrowser, thisMachine, useBrowser } from '../../shared/rendering/chromium/find-browser.ts';
import { secretKey } from './emulators/aws.ts';
import { startEmulators } from './emulators/emulators.ts';
import { startInvoke } from './emulators/invoke.ts';
import { writeDurably } from './emulators/write-durably.ts';
import { type Functions, openFunctions, reportToStderr } from './functions.ts';
import { type ListeningServer, listen } from './gateway/http.ts';
import { createGateway } from './gateway/server.ts';
import { mailbox } from './mailbox/mailbox.ts';
import { OneLineError, type ServedRequest } from './terminal-log.ts';
import { everyQuarterHour, everySeconds, pump, wallClock } from './triggers.ts';

export interface LocalOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** Called for each request that got a response. */
  onServed?(served: ServedRequest): void;
}

/**
 * A process can run only one service, because this sets environment variables. Throws OneLineError if a stack trace would
 * not help. After an error the process must exit, because the parts that had started are not closed.
 */
export async function startLocal(options: LocalOptions): Promise<{
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** Accepts no new work, gives running work at most 10 seconds to finish, then closes everything. */
  stop(): Promise<void>;
}> {
  useBrowser(findBrowser(thisMachine(config('printing').CHROMIUM_PATH)));
  const functions = openFunctions();
  const emulators = await startEmulators(options.dataDir);
  const invoke = await startInvoke(manifest, functions);
  // These would override the variables below.
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION']) delete process.env[name];
  Object.assign(process.env, emulators.variables, { AWS_ENDPOINT_URL_LAMBDA: invoke.url, RENDER_FUNCTION: 'render' });
  process.env.RETRY_BASE_SECONDS ??= '2';
  process.env.REQUEST_LIMITS ??= 'off';
  // On one machine, no function competes for capacity, so the payment webhook can wait for the partner's response.
  process.env.WEBHOOK_WAIT_MS ??= '5000';
  // `npm run ops -- show JOB --local` reads the functions' URL and key from it.
  const invokeFile = join(options.dataDir, 'invoke.json');
  await writeDurably(invokeFile, JSON.stringify({ url: invoke.url, secretKey }));
  const resume = await findUnfinished();
  const gateway = await openGateway(options, functions);
  const hosts = ownHosts(options.host).map((name) => `${name}:${gateway.port}`);
  process.env.MCP_OWN_HOSTS = hosts.join(',');
  // This process calls itself here, usually by IP address: a minimal container may not resolve `localhost`.
  process.env.OWN_BASE_URL = `http://${hosts[0]}/v1`;
  const stopping = new AbortController();
  // Before the triggers, so that the first sweep finds what the previous process left claimed.
  const resumed = await resume(stopping.signal);
  const running = Promise.all([resumed.done, startTriggers(functions, emulators.queues, stopping.signal)]);
  const patienceMs = 10_000;
  const patienceEnds = () => sleep(patienceMs, undefined, { ref: false });
  const stop = lazy(async () => {
    stopping.abort();
    await Promise.all([gateway.close(patienceMs), Promise.race([running, patienceEnds()])]);
    await Promise.race([functions.close(), patienceEnds()]);
    await Promise.all([invoke.close(), emulators.close(), rm(invokeFile, { force: true })]);
  });
  return { baseUrl: `${gateway.url}/v1`, mcpUrl: `${gateway.url}/mcp`, stop };
}

/**
 * Finds what the last process left unfinished: claims, outboxes, and calls to partners that may still take effect. Only the
 * holder of the folder's lock may do this, before it serves anyone. Only the table is read, because not all settings are
 * set yet. The returned function makes everything due again and checks the open checkouts. Its `done` resolves when that
 * check is over and no earlier call can take effect anymore, or when `signal` aborts.
 */
async function findUnfinished() {
  const deps = depsFor({ function: 'start' });
  const claims = await findHeldClaims(deps);
  const outboxes = await heldOutboxes(deps, claims.at);
  return async (signal: AbortSignal): Promise<{ readonly done: Promise<unknown> }> => {
    const inFlight = await releaseClaims(deps, claims);
    await releaseOutboxes(deps, outboxes);
    const report = (error: unknown) => reportToStderr('start', error);
    const waitForCalls = async () => {
      let waiting = inFlight;
      while (waiting.length > 0 && !signal.aborted) {
        waiting = await lookUpWaiting(deps, waiting);
        if (waiting.length > 0) await wallClock.wait(10_000, signal);
      }
    };
    return { done: Promise.all([waitForCalls().catch(report), checkOpenCheckouts(deps).catch(report)]) };
  };
}

/** The hosts that requests to this machine may name. The service calls itself at the first. */
function ownHosts(host: string): string[] {
  const loopback = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host];
  // A server that listens on all interfaces has many addresses.
  const addresses = loopback === undefined ? [] : Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const names = [loopback ?? host, 'localhost', '127.0.0.1', '::1', host, ...addresses.map(({ address }) => address)];
  return [...new Set(names)].map((name) => (name.includes(':') ? `[${name}]` : name));
}

async function openGateway({ host, port, onServed }: LocalOptions, functions: Functions): Promise<ListeningServer> {
  try {
    const { PUBLIC_BASE_URL: publicBaseUrl } = config('settings');
    const gateway = createGateway({ rows: manifest, functions, local: mailbox, host, publicBaseUrl, onServed });
    return await listen(gateway, host, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new OneLineError(`PORT ${port} is in use: stop the other program, or set PORT to another one.`);
    throw new OneLineError(`Cannot listen on HOST ${host}, PORT ${port}: ${message}`);
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
      // The renderer takes longest to start, because it needs a browser.
      if (row.needs.includes('documents:print')) await functions.warm(row);
      if ('everySeconds' in trigger) await everySeconds(trigger.everySeconds, handle, signal);
      if ('quarterHoursFrom' in trigger) await everyQuarterHour(trigger.quarterHoursFrom, handle, signal);
      if ('queue' in trigger) {
        const report = (error: unknown) => reportToStderr(row.name, error);
        const { queue, batchSize } = trigger;
        await pump({ client, queueUrl: queues[queue], batchSize, handle, report }, signal);
      }
    }),
  );
  client.destroy();
}
