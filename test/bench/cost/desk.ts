/** Use cases at work in memory, with everything counted that AWS would bill. */

import { collection } from '../../../shared/adapters/dynamo/collection.ts';
import { jobsIn } from '../../../shared/adapters/dynamo/jobs.ts';
import { requestCountersIn } from '../../../shared/adapters/dynamo/request-counters.ts';
import { renderer } from '../../../shared/adapters/renderer.ts';
import { requestLimits } from '../../../shared/core/network.ts';
import { logTo } from '../../../shared/log.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { median } from '../compare.ts';
import { type Meter, meteredTable } from './metered-table.ts';

interface Counted extends Meter {
  readonly logBytes: number;
  /** Of the table's items. */
  readonly keptBytes: number;
  readonly documentBytes: number;
  /** Given to the queue. */
  readonly messages: number;
}

export interface Seen extends Counted {
  readonly answerBytes: number;
  /** The median of the processor's milliseconds, ours and the system's. */
  readonly cpuMs: number;
}

const rounds = 30;

/** The usage of `act`, each time with fresh dependencies that `prepare` has filled. */
export async function seen<T>(
  prepare: (deps: MemoryDeps) => Promise<T>,
  act: (deps: MemoryDeps, given: T) => Promise<unknown>,
): Promise<Seen> {
  const runs: Seen[] = [];
  for (let round = 0; round <= rounds; round++) {
    const { deps, counted } = desk();
    const given = await prepare(deps);
    const before = counted();
    const started = process.cpuUsage();
    const answer = await act(deps, given);
    const { user, system } = process.cpuUsage(started);
    const answerBytes = Buffer.byteLength(JSON.stringify(answer ?? ''));
    runs.push({ ...difference(counted(), before), answerBytes, cpuMs: (user + system) / 1_000 });
  }
  const [, ...warm] = runs;
  return { ...(warm.at(-1) as Seen), cpuMs: median(warm.map(({ cpuMs }) => cpuMs)) };
}

function desk(): { readonly deps: MemoryDeps; counted(): Counted } {
  const { table, meter, keptBytes } = meteredTable();
  let logBytes = 0;
  const log = logTo((line) => {
    logBytes += Buffer.byteLength(line);
  });
  const unneeded = (): never => {
    throw new Error('text needs no settings and no other function');
  };
  const { measureText, writeText } = renderer(unneeded, unneeded);
  const memory = memoryDeps();
  const deps = Object.assign(memory, {
    ...{ quotes: collection(table), idempotencyKeys: collection(table), jobs: jobsIn(table) },
    ...{ serialLocks: collection(table), requestCounters: requestCountersIn(table) },
    // As on AWS, where every request is counted.
    ...{
      settings: { ...memory.settings, requestLimits },
      log,
      renderer: { ...memory.renderer, measureText, writeText },
    },
  });
  const documents = deps.documents.files;
  return {
    deps,
    counted: () => ({
      ...meter,
      ...{ logBytes, keptBytes: keptBytes(), messages: deps.sent.length },
      documentBytes: [...documents.values()].reduce((sum, { length }) => sum + length, 0),
    }),
  };
}

const difference = (after: Counted, before: Counted): Counted =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Counted]]),
  ) as unknown as Counted;
