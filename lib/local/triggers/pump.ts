/** Carries messages from the queue to a handler in batches, as Lambda's event source mapping does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';

export interface Pump {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  /** 1 to 10. */
  readonly batchSize: number;
  /** A rejection leaves the whole batch on the queue, where it becomes visible again. */
  readonly handle: (event: {
    readonly Records: readonly { readonly messageId: string; readonly body: string; readonly eventSource: string }[];
  }) => Promise<unknown>;
  readonly report: (error: unknown) => void;
  /** Batches at once: orders that a silent partner holds for a minute do not hold up all others. */
  readonly concurrency?: number;
  /** Resolves early when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Resolves once `signal` has aborted and the batches that were running are done. */
export async function pump(options: Pump, signal: AbortSignal): Promise<void> {
  const { concurrency = 4 } = options;
  await Promise.all(Array.from({ length: concurrency }, () => pollUntilStopped(options, signal)));
}

async function pollUntilStopped(options: Pump, signal: AbortSignal): Promise<void> {
  const { pause = (ms) => sleep(ms, undefined, { signal }).catch(() => {}), report } = options;
  const firstPauseMs = 200;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      const { client, queueUrl: QueueUrl, batchSize: MaxNumberOfMessages } = options;
      const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages, WaitTimeSeconds: 20 });
      const { Messages: messages = [] } = await client.send(command, { abortSignal: signal });
      if (messages.length > 0) await deliver(options, messages);
      pauseMs = firstPauseMs;
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, 10_000);
    }
  }
}

async function deliver({ client, queueUrl, handle }: Pump, messages: Message[]): Promise<void> {
  const Records = messages.map(({ MessageId = '', Body = '' }) => ({
    messageId: MessageId,
    body: Body,
    eventSource: 'aws:sqs',
  }));
  const result = await handle({ Records }).catch(() => failedWhole);
  const failures = (result as SQSBatchResponse | null | undefined)?.batchItemFailures ?? [];
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  const ids = new Set(Records.map(({ messageId }) => messageId));
  // A failure that names no message of the batch fails the whole batch, as on Lambda.
  if (![...failed].every((id) => ids.has(id))) return;
  const done = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
}

/** The response of a handler that has thrown: it names no message. */
const failedWhole: SQSBatchResponse = { batchItemFailures: [{ itemIdentifier: '' }] };
