/** Starts the emulators that the functions need, and sets the environment variables that point to them. */
import { join } from 'node:path';
import type { QueueName } from '../../../functions/manifest.ts';
import { hmacHex } from '../../../shared/core/digest.ts';
import { tableDefinition } from '../../table.ts';
import { awsVariables } from './aws.ts';
import { startObjectStore } from './object-store.ts';
import { privateFolder } from './private-folder.ts';
import { type LocalQueue, startQueues } from './queue.ts';
import { signingKey } from './signing-key.ts';
import { startTableStore } from './table-store.ts';

export interface Emulators {
  readonly variables: Readonly<Record<string, string>>;
  readonly queues: Readonly<Record<QueueName, LocalQueue>>;
  close(): Promise<void>;
}

const tableName = 'jobs';
const bucket = 'documents';

export async function startEmulators(
  dataDir: string,
  visibilityTimeouts: Readonly<Partial<Record<QueueName, number>>> = {},
): Promise<Emulators> {
  await privateFolder(dataDir);
  // First, because its lock on the folder keeps a second process away from all the rest.
  const tableStore = await startTableStore(join(dataDir, 'table'), tableName, tableDefinition);
  const objects = await startObjectStore(join(dataDir, 'documents'), bucket);
  const sqs = await startQueues({ jobs: 30, webhooks: 30, emails: 30, ...visibilityTimeouts });
  const signing = await signingKey(dataDir);
  return {
    queues: sqs.queues,
    variables: {
      ...awsVariables,
      AWS_ENDPOINT_URL_DYNAMODB: tableStore.url,
      AWS_ENDPOINT_URL_S3: objects.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      TABLE_NAME: tableName,
      DOCUMENTS_BUCKET: bucket,
      QUEUE_URL: sqs.queues.jobs.queueUrl,
      WEBHOOKS_QUEUE_URL: sqs.queues.webhooks.queueUrl,
      EMAILS_QUEUE_URL: sqs.queues.emails.queueUrl,
      // The operator's own key, after a rotation. Fingerprints stay with the first one, or checks would be numbered anew.
      RECEIPT_SIGNING_KEY: process.env.RECEIPT_SIGNING_KEY || signing,
      FINGERPRINT_KEY: hmacHex(signing, 'fingerprints'),
    },
    close: async () => {
      await Promise.all([sqs.close(), objects.close(), tableStore.close()]);
    },
  };
}
