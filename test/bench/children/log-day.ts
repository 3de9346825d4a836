/** Closes a day of so many receipts in the operator's log, written into the folder: time, processor time and memory. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwsSigner } from '../../../shared/adapters/signer.ts';
import { newId, type Shard, shardOf } from '../../../shared/core/ids.ts';
import { logNights } from '../../../shared/operations/log-nights.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { jobOf, sold } from '../../support/fakes/orders.ts';
import { signingKey } from '../../support/receipts.ts';

const [count = '', folder = ''] = process.argv.slice(2);
const deps = memoryDeps();
const job = await jobOf(deps, await sold(deps, 'letter'));
await deps.clock.wind(24 * 60 * 60_000);
const idsOf = Map.groupBy(
  Array.from({ length: Number(count) }, (_, at) =>
    newId('job', 'a0', Buffer.from(at.toString(16).padStart(32, '0'), 'hex')),
  ),
  shardOf,
);
for (const place of ['log', 'logged', 'unlogged']) mkdirSync(join(folder, place), { recursive: true });
let peakMb = 0;
const write = async (key: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, key), bytes);
  peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6);
};
const read = (key: string) => {
  try {
    return readFileSync(join(folder, key));
  } catch {
    return undefined;
  }
};
const before = process.memoryUsage().rss / 1e6;
const startedAt = performance.now();
const cpu = process.cpuUsage();
await logNights(
  {
    ...deps,
    signer: jwsSigner(signingKey().privateJwk),
    jobs: {
      ...deps.jobs,
      get: async (id) => ({ ...structuredClone(job), id }),
      paidOn: async (_day, shard: Shard, after = '0') => {
        const ids = idsOf.get(shard) ?? [];
        const end = Number(after) + 1_000;
        return { ids: ids.slice(end - 1_000, end), ...(end < ids.length && { next: `${end}` }) };
      },
    },
    documents: {
      ...deps.documents,
      put: write,
      putOnce: async (key, bytes) =>
        read(key) === undefined ? write(key, bytes).then(() => 'saved' as const) : 'exists',
      get: async (key) => read(key),
    },
  },
  Number.MAX_SAFE_INTEGER,
);
const { user, system } = process.cpuUsage(cpu);
const head = JSON.parse(readFileSync(join(folder, 'log', 'head.json'), 'utf8'));
console.log(
  JSON.stringify({
    receipts: head.tree_size,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    peakMb,
    grewMb: peakMb - before,
  }),
);
