/** Starts the emulators that the functions need, and sets the environment variables that point to them. */
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { manifest, type QueueName } from '../../../functions/manifest.ts';
import { hmacHex } from '../../../shared/domain/ids.ts';
import { tableDefinition } from '../../table.ts';
import { OneLineError } from '../terminal-log.ts';
import { awsVariables, guarded, ownClient, region } from './aws.ts';
import { startObjectStore } from './object-store.ts';
import { startTableStore } from './table-store.ts';
import { writeDurably } from './write-durably.ts';

export async function startEmulators(dataDir: string) {
  await makeFolderPrivate(dataDir);
  const tableName = 'jobs';
  // This comes first, because its lock on the folder stops a second process before that touches anything else.
  const tableStore = await startTableStore(join(dataDir, 'table'), tableName, tableDefinition);
  const bucket = 'documents';
  const objects = await startObjectStore(join(dataDir, 'documents'), bucket);
  // A message becomes visible again once its function has run out of time.
  const timeouts = manifest.flatMap(({ trigger, timeoutSeconds }) =>
    'queue' in trigger ? [[trigger.queue, timeoutSeconds] as const] : [],
  );
  const sqs = await startQueues(Object.fromEntries(timeouts) as Record<QueueName, number>);
  // A private Ed25519 JWK as JSON text.
  const path = join(dataDir, 'receipt-signing-key.json');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeDurably(path, JSON.stringify(privateKey.export({ format: 'jwk' })), { onlyIfAbsent: true });
  const signing = await readFile(path, 'utf8');
  const variables: Readonly<Record<string, string>> = {
    ...awsVariables,
    AWS_ENDPOINT_URL_DYNAMODB: tableStore.url,
    AWS_ENDPOINT_URL_S3: objects.url,
    AWS_ENDPOINT_URL_SQS: sqs.url,
    TABLE_NAME: tableName,
    DOCUMENTS_BUCKET: bucket,
    QUEUE_URL: sqs.queues.jobs,
    WEBHOOKS_QUEUE_URL: sqs.queues.webhooks,
    EMAILS_QUEUE_URL: sqs.queues.emails,
    // After a rotation, the operator's own key. Fingerprints use the first one forever, or check numbers would restart.
    RECEIPT_SIGNING_KEY: process.env.RECEIPT_SIGNING_KEY || signing,
    FINGERPRINT_KEY: hmacHex(signing, 'fingerprints'),
  };
  return {
    variables,
    /** The URL of each queue. */
    queues: sqs.queues,
    close: () => Promise.all([sqs.close(), objects.close(), tableStore.close()]),
  };
}

/** Creates the folder, or takes an existing one, and makes it and this process's future files private to this user. */
export async function makeFolderPrivate(dataDir: string): Promise<void> {
  process.umask(0o077);
  const ownFolder = 0o700;
  try {
    await mkdir(dataDir, { recursive: true, mode: ownFolder });
    await chmod(dataDir, ownFolder);
  } catch (error) {
    const { message } = error as Error;
    throw new OneLineError(`DATA_DIR can’t be made a private folder (${message}): set it to a folder of your own.`);
  }
}

/** `visibilityTimeouts`: in seconds, by queue name. */
async function startQueues(visibilityTimeouts: Readonly<Record<QueueName, number>>) {
  const app = buildApp({ logger: false });
  guarded(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new SQSClient({ endpoint: url, ...ownClient });
  const createQueue = async (QueueName: string, Attributes: Record<string, string>) => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    // fauxqs returns a host name that only some machines resolve, so the URL is built here.
    return [QueueName, `${url}/000000000000/${QueueName}`] as const;
  };
  await createQueue('dead', {});
  const deadLetterTargetArn = `arn:aws:sqs:${region}:000000000000:dead`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 5 });
  const queues = await Promise.all(
    Object.entries(visibilityTimeouts).map(([name, seconds]) =>
      createQueue(name, { VisibilityTimeout: String(seconds), RedrivePolicy }),
    ),
  );
  client.destroy();
  return { url, queues: Object.fromEntries(queues) as Record<QueueName, string>, close: () => app.close() };
}
