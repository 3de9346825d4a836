/** The stores behind the ports, each twice: the in-memory fake of the tests, and the real adapter over the wire. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsVariables } from '../../../lib/local/emulators/aws.ts';
import { startObjectStore } from '../../../lib/local/emulators/object-store.ts';
import { startTableStore } from '../../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../../lib/table.ts';
import { outboxesIn } from '../../../shared/notify/adapters/outboxes.ts';
import type { Outboxes } from '../../../shared/notify/deps.ts';
import type { Documents } from '../../../shared/storage/documents.ts';
import { s3Documents } from '../../../shared/storage/documents.ts';
import { openTable } from '../../../shared/storage/dynamo.ts';
import type { Jobs } from '../../../shared/storage/jobs.ts';
import { jobsIn } from '../../../shared/storage/jobs.ts';
import { memoryDocuments, memoryJobs, memoryOutboxes } from '../fakes/memory.ts';

export interface Opened<T> {
  readonly port: T;
  close(): Promise<void>;
}

type Open<T> = () => Promise<Opened<T>>;

const inMemory =
  <T>(make: () => T): Open<T> =>
  async () => ({ port: make(), close: async () => undefined });

async function inFolder<T>(open: (folder: string) => Promise<Opened<T>>): Promise<Opened<T>> {
  Object.assign(process.env, awsVariables);
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const opened = await open(folder);
  return { port: opened.port, close: () => opened.close().then(() => rm(folder, { recursive: true })) };
}

export const inDynamo = <T>(make: (table: ReturnType<typeof openTable>) => T): Promise<Opened<T>> =>
  inFolder(async (folder) => {
    const store = await startTableStore(folder, 'contract', tableDefinition);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = store.url;
    const opened = openTable('contract');
    const close = async () => {
      opened.client.destroy();
      await store.close();
    };
    return { port: make(opened), close };
  });

export const jobStores: Readonly<Record<string, Open<Jobs>>> = {
  'in memory': inMemory(memoryJobs),
  'in DynamoDB': () => inDynamo(jobsIn),
};

export const outboxStores: Readonly<Record<string, Open<Outboxes>>> = {
  'in memory': inMemory(memoryOutboxes),
  'in DynamoDB': () => inDynamo(outboxesIn),
};

export const documentStores: Readonly<Record<string, Open<Documents>>> = {
  'in memory': inMemory(memoryDocuments),
  'in S3': () =>
    inFolder(async (folder) => {
      const store = await startObjectStore(folder, 'contract');
      process.env.AWS_ENDPOINT_URL_S3 = store.url;
      return { port: s3Documents(() => 'contract'), close: () => store.close() };
    }),
};
