/** Use cases at work in memory on a wound clock, with everything counted that AWS would bill. */

import { config } from '../../../shared/config/config.ts';
import { logTo } from '../../../shared/config/log.ts';
import { requestLimits } from '../../../shared/domain/network.ts';
import { outboxesIn } from '../../../shared/notify/outboxes.ts';
import { advance } from '../../../shared/orders/advance.ts';
import { renderer } from '../../../shared/rendering/renderer.ts';
import { collection } from '../../../shared/storage/dynamo/collection.ts';
import { jobsIn } from '../../../shared/storage/dynamo/jobs.ts';
import { requestCountersIn } from '../../../shared/storage/dynamo/request-counters.ts';
import { depsAround } from '../fakes/around.ts';
import { type MemoryDeps, memoryDeps } from '../fakes/deps.ts';
import { queueBy } from '../fakes/memory.ts';
import { sweeping } from '../simulation/sweeping.ts';
import { waitsMs } from './assumed.ts';
import { meteredTable } from './metered-table.ts';
import { functionOf, gbOf, type Reached, rowOf } from './rows.ts';

interface Counted {
  readonly tableReads: number;
  readonly tableWrites: number;
  readonly logBytes: number;
  /** Bytes of the table's items. */
  readonly keptBytes: number;
  readonly documentBytes: number;
  readonly objectPuts: number;
  readonly objectGets: number;
  /** Given to the queue of jobs. */
  readonly messages: number;
  readonly invocations: number;
  /** The invocations that came by the API. */
  readonly requests: number;
  /** Milliseconds of waiting in all functions, and GB-seconds of it. */
  readonly waitedMs: number;
  readonly waitedGbSeconds: number;
  /** Milliseconds of the processor that went into sweeps, which are counted by themselves. */
  readonly sweptCpuMs: number;
}

export interface Desk {
  readonly deps: MemoryDeps;
  /** Runs as the function that is reached so: what it waits for is billed. */
  as<T>(at: Reached, work: (deps: MemoryDeps) => Promise<T>): Promise<T>;
  /** The invocations of each function on AWS, by its name. */
  readonly byFunction: ReadonlyMap<string, number>;
  /** Lets time pass with a sweep each minute, of which those that find nothing are left out. */
  sweptFor(ms: number): Promise<void>;
  counted(): Counted;
}

/** The settings that AWS has by default; every request is counted there. */
function onAws() {
  const { RETRY_BASE_SECONDS, WEBHOOK_WAIT_MS } = config('settings');
  return { requestLimits, retryBaseMs: RETRY_BASE_SECONDS * 1_000, webhookWaitMs: WEBHOOK_WAIT_MS };
}

/** `shape`: changes the dependencies before anybody works with them. */
export function openDesk(shape: (deps: MemoryDeps) => void = () => undefined): Desk {
  const metered = meteredTable();
  const { table, unmetered } = metered;
  const tally = { logBytes: 0, objectPuts: 0, objectGets: 0, messages: 0, sweptCpuMs: 0 };
  const worked = { invocations: 0, requests: 0, waitedMs: 0, waitedGbSeconds: 0 };
  const memory = memoryDeps();
  const { clock } = memory;
  const log = logTo((line) => {
    tally.logBytes += Buffer.byteLength(line);
  });
  const unneeded = (): never => {
    throw new Error('text needs no settings and no other function');
  };
  const { measureText, writeText } = renderer(unneeded, unneeded);

  const byFunction = new Map<string, number>();
  const as: Desk['as'] = async (at, work) => {
    const row = rowOf(at);
    const from = clock.now();
    const name = functionOf(row);
    byFunction.set(name, (byFunction.get(name) ?? 0) + 1);
    worked.invocations += 1;
    worked.requests += 'http' in row.trigger ? 1 : 0;
    try {
      return await work(deps);
    } finally {
      worked.waitedMs += clock.now() - from;
      worked.waitedGbSeconds += ((clock.now() - from) / 1_000) * gbOf(row);
    }
  };
  const queue = queueBy(async (id, delayMs) => {
    tally.messages += 1;
    void clock.sleep(delayMs + waitsMs.message).then(() => as('jobs', () => advance(deps, id)));
  });
  Object.assign(memory, {
    ...{ quotes: collection(table), idempotencyKeys: collection(table), jobs: jobsIn(table) },
    ...{
      stopList: collection(table),
      serialLocks: collection(table),
      requestCounters: requestCountersIn(table),
      sharedAnswers: collection(table),
    },
    ...{ outboxes: outboxesIn(table), silencedAddresses: collection(table) },
    queue,
    // The partner is asked about an address, as with live keys.
    addresses: {
      verify: async () => {
        await clock.sleep(waitsMs.lookUp);
        return { status: 'verified' };
      },
    },
    settings: { ...memory.settings, ...onAws() },
    ...{ log, renderer: { ...memory.renderer, measureText, writeText } },
  });
  shape(memory);
  const deps = depsAround(memory, async (port, call) => {
    if (port === 'documents.put') tally.objectPuts += 1;
    if (port === 'documents.get') tally.objectGets += 1;
    await clock.sleep(waitOf(port));
    return call();
  });

  // A sweep costs the same besides its messages, whether there is a job or not: see idle.ts.
  const quiet = { ...log, info: () => {}, measure: () => {} };
  const sweeper = { ...memory, jobs: jobsIn(unmetered), outboxes: outboxesIn(unmetered), log: quiet };

  return {
    ...{ deps: memory, as, byFunction },
    sweptFor: sweeping(sweeper, async (sweep) => {
      const started = process.cpuUsage();
      const done = await sweep();
      tally.sweptCpuMs += cpuMsSince(started);
      return done;
    }),
    counted: () => ({
      ...metered.meter,
      ...tally,
      ...worked,
      keptBytes: metered.keptBytes(),
      documentBytes: [...memory.documents.files.values()].reduce((sum, { length }) => sum + length, 0),
    }),
  };
}

/** Milliseconds until the answer. A link is made without asking anybody. */
function waitOf(port: string): number {
  const [owner = '', call = ''] = port.split('.');
  if (owner === 'documents') return call === 'get' || call === 'put' ? waitsMs.object : 0;
  if (owner === 'queue') return waitsMs.message;
  if (owner === 'partner') return waitsMs.partner;
  if (owner === 'payments') return waitsMs.payments;
  return waitsMs.table;
}

export function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
