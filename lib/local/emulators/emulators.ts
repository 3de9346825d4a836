/**
 * Starts the emulators that the functions need on this machine, and sets the environment variables that point to them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hmacHex } from '../../../shared/core/digest.ts';
import { table } from '../../table.ts';
import { OneLine } from '../one-line.ts';
import { awsVariables } from './aws.ts';
import { startObjectStore } from './object-store.ts';
import { startQueue } from './queue.ts';
import { signingKey } from './signing-key.ts';
import { startTableStore } from './table-store.ts';

export interface Emulators {
  readonly variables: Readonly<Record<string, string>>;
  readonly queue: { readonly queueUrl: string; readonly queueArn: string };
  close(): Promise<void>;
}

const tableName = 'jobs';
const bucket = 'documents';

export async function startEmulators(dataDir: string, visibilityTimeoutSeconds: number): Promise<Emulators> {
  await makeFolder(dataDir);
  // First, because its lock on the folder keeps a second process away from all the rest.
  const tableStore = await startTableStore(join(dataDir, 'table'), tableName, table);
  const objects = await startObjectStore(join(dataDir, 'documents'), bucket);
  const queue = await startQueue('jobs', visibilityTimeoutSeconds);
  const signing = await signingKey(dataDir);
  return {
    queue,
    variables: {
      ...awsVariables,
      AWS_ENDPOINT_URL_DYNAMODB: tableStore.url,
      AWS_ENDPOINT_URL_S3: objects.url,
      AWS_ENDPOINT_URL_SQS: queue.url,
      TABLE_NAME: tableName,
      DOCUMENTS_BUCKET: bucket,
      QUEUE_URL: queue.queueUrl,
      // The operator's own key, after a rotation. Fingerprints stay with the first one, or checks would be numbered anew.
      RECEIPT_SIGNING_KEY: process.env.RECEIPT_SIGNING_KEY || signing,
      FINGERPRINT_KEY: hmacHex(signing, 'fingerprints'),
    },
    close: async () => {
      await Promise.all([queue.close(), objects.close(), tableStore.close()]);
    },
  };
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { message } = error as Error;
    throw new OneLine(`DATA_DIR cannot be made (${message}): set it to a folder that you may write to.`);
  }
}
