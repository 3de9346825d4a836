/** Starts the emulators that the functions need, and returns the environment variables that point to them. */
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { manifest, type QueueName } from '../../../functions/manifest.ts';
import { hmacHex } from '../../../shared/domain/ids.ts';
import { tableDefinition } from '../../table.ts';
import { OneLineError } from '../terminal-log.ts';
import { awsVariables, clientOptions, guard, region } from './aws.ts';
import { startObjectStore } from './object-store.ts';
import { startTableStore } from './table-store.ts';
import { writeDurably } from './write-durably.ts';

export async function startEmulators(dataDir: string) {
  await makeFolderPrivate(dataDir);
  const tableName = 'jobs';
  // The table comes first, because its lock on the folder stops a second process before that changes anything.
  const tableStore = await startTableStore(join(dataDir, 'table'), tableName, tableDefinition);
  const bucket = 'documents';
  const objects = await startObjectStore(join(dataDir, 'documents'), bucket);
  // A message becomes visible again once its function has run out of time.
  const timeouts = manifest.flatMap(({ trigger, timeoutSeconds }) =>
    'queue' in trigger ? [[trigger.queue, timeoutSeconds] as const] : [],
  );
  const sqs = await startQueues(Object.fromEntries(timeouts) as Record<QueueName, number>);
  // The signing key is generated at the first start: a private Ed25519 JWK as JSON text.
  const keyFile = join(dataDir, 'receipt-signing-key.json');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeDurably(keyFile, JSON.stringify(privateKey.export({ format: 'jwk' })), { onlyIfAbsent: true });
  const firstKey = await readFile(keyFile, 'utf8');
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
    // After a rotation, the operator's key signs. Fingerprints use the first key forever, or check numbers would restart.
    RECEIPT_SIGNING_KEY: process.env.RECEIPT_SIGNING_KEY || firstKey,
    FINGERPRINT_KEY: hmacHex(firstKey, 'fingerprints'),
  };
  return {
    variables,
    /** The URL of each queue. */
    queues: sqs.queues,
    close: () => Promise.all([sqs.close(), objects.close(), tableStore.close()]),
  };
}

/** Creates the folder if needed, and makes it and all files that this process creates later private to this user. */
export async function makeFolderPrivate(dataDir: string): Promise<void> {
  process.umask(0o077);
  const onlyThisUser = 0o700;
  try {
    await mkdir(dataDir, { recursive: true, mode: onlyThisUser });
    await chmod(dataDir, onlyThisUser);
  } catch (error) {
    const { message } = error as Error;
    throw new OneLineError(`DATA_DIR can’t be made a private folder (${message}): set it to a folder of your own.`);
  }
}

/** `visibilityTimeouts`: in seconds, by queue name. */
async function startQueues(visibilityTimeouts: Readonly<Record<QueueName, number>>) {
  const app = buildApp({ logger: false });
  guard(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new SQSClient({ endpoint: url, ...clientOptions });
  const account = '000000000000';
  const createQueue = async (QueueName: string, Attributes: Record<string, string>) => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    // fauxqs returns a host name that only some machines resolve, so the URL is built here.
    return [QueueName, `${url}/${account}/${QueueName}`] as const;
  };
  const [deadLetters] = await createQueue('dead-letters', {});
  const deadLetterTargetArn = `arn:aws:sqs:${region}:${account}:${deadLetters}`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 5 });
  const queues = await Promise.all(
    Object.entries(visibilityTimeouts).map(([name, seconds]) =>
      createQueue(name, { VisibilityTimeout: String(seconds), RedrivePolicy }),
    ),
  );
  client.destroy();
  return { url, queues: Object.fromEntries(queues) as Record<QueueName, string>, close: () => app.close() };
}
