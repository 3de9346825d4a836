/** Stores for the contract tests: in memory, and the real adapters with local emulators of AWS. */
import { awsVariables } from '../../../lib/local/emulators/aws.ts';
import { startObjectStore } from '../../../lib/local/emulators/object-store.ts';
import { startTableStore } from '../../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../../lib/table.ts';
import { type Documents, s3Documents } from '../../../shared/storage/documents.ts';
import { openTable } from '../../../shared/storage/dynamo.ts';
import { newFolder } from '../new-folder.ts';

/** The name of the table and of the bucket. */
const storeName = 'contract';

export interface Opened<T> {
  readonly port: T;
  close(): Promise<void>;
}

export const inMemory = async <T>(port: T): Promise<Opened<T>> => ({ port, close: async () => undefined });

export async function inDynamo<T>(make: (table: ReturnType<typeof openTable>) => T): Promise<Opened<T>> {
  const store = await startTableStore(newFolder(), storeName, tableDefinition);
  Object.assign(process.env, awsVariables, { AWS_ENDPOINT_URL_DYNAMODB: store.url });
  const table = openTable(storeName);
  const close = async () => {
    table.client.destroy();
    await store.close();
  };
  return { port: make(table), close };
}

export async function inS3(): Promise<Opened<Documents>> {
  const store = await startObjectStore(newFolder(), storeName);
  Object.assign(process.env, awsVariables, { AWS_ENDPOINT_URL_S3: store.url });
  return { port: s3Documents(() => storeName), close: () => store.close() };
}
