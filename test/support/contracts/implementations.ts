/** Stores for the contract tests: in memory, and the real adapters with local emulators of AWS. */
import { awsVariables } from '../../../lib/local/emulators/aws.ts';
import { startObjectStore } from '../../../lib/local/emulators/object-store.ts';
import { startTableStore } from '../../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../../lib/table.ts';
import { type Documents, s3Documents } from '../../../shared/storage/documents.ts';
import { openTable } from '../../../shared/storage/dynamo.ts';
import { newFolder } from '../new-folder.ts';

export interface Opened<T> {
  readonly port: T;
  close(): Promise<void>;
}

export const inMemory = async <T>(port: T): Promise<Opened<T>> => ({ port, close: async () => undefined });

async function inFolder<T>(open: (folder: string) => Promise<Opened<T>>): Promise<Opened<T>> {
  Object.assign(process.env, awsVariables);
  return open(newFolder());
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

export const inS3 = (): Promise<Opened<Documents>> =>
  inFolder(async (folder) => {
    const store = await startObjectStore(folder, 'contract');
    process.env.AWS_ENDPOINT_URL_S3 = store.url;
    return { port: s3Documents(() => 'contract'), close: () => store.close() };
  });
