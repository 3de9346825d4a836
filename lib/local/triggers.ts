/** Local triggers: schedules, whose runs never overlap, and messages from a queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';

export interface TriggerClock {
  /** Unix ms. */
  now(): number;
  /** Resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

export const wallClock: TriggerClock = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** Runs at once, then every `seconds`. Resolves after `signal` has aborted and the current run is done. */
export async function everySeconds(
  seconds: number,
  run: () => Promise<unknown>,
  signal: AbortSignal,
  clock: TriggerClock = wallClock,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = clock.now();
    await run().catch(() => {});
    // The time is negative if the clock was set back during the run.
    const ranMs = Math.max(0, clock.now() - startedAt);
    if (!signal.aborted) await clock.wait(Math.max(0, seconds * 1_000 - ranMs), signal);
  }
}

/** Runs at once, then every hour. Returns a function that stops it and waits for the current run. */
export function everyHour(run: (now: number) => Promise<void>, clock: TriggerClock = wallClock): () => Promise<void> {
  const stopping = new AbortController();
  const running = everySeconds(3_600, () => run(clock.now()), stopping.signal, clock);
  return () => {
    stopping.abort();
    return running;
  };
}

/** Runs at each quarter of an hour from `hour` (0 to 23, UTC) until midnight. The first run waits for the next quarter. */
export async function everyQuarterHour(
  hour: number,
  run: () => Promise<unknown>,
  signal: AbortSignal,
  clock: TriggerClock = wallClock,
): Promise<void> {
  const hourMs = 3_600_000;
  while (!signal.aborted) {
    const now = clock.now();
    // The start of the next quarter, even if a quarter is just starting.
    const next = now - (now % (hourMs / 4)) + hourMs / 4;
    await clock.wait(next - now + Math.max(0, hour * hourMs - (next % (24 * hourMs))), signal);
    if (!signal.aborted) await run().catch(() => {});
  }
}

export interface PumpOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  /** 1 to 10. */
  readonly batchSize: number;
  /** A rejection leaves the whole batch on the queue, where it becomes visible again. */
  readonly handle: (event: {
    readonly Records: readonly { readonly messageId: string; readonly body: string; readonly eventSource: string }[];
  }) => Promise<unknown>;
  readonly report: (error: unknown) => void;
  /** The number of concurrent batches, so that orders at a slow partner do not delay all others. */
  readonly concurrency?: number;
  /** Replaced in tests. */
  readonly pause?: TriggerClock['wait'];
}

/**
 * Passes messages from the queue to a handler in batches, like Lambda's event source mapping. Resolves after `signal` has
 * aborted and the running batches are done.
 */
export async function pump(options: PumpOptions, signal: AbortSignal): Promise<void> {
  const { concurrency = 4 } = options;
  await Promise.all(Array.from({ length: concurrency }, () => pollUntilStopped(options, signal)));
}

async function pollUntilStopped(options: PumpOptions, signal: AbortSignal): Promise<void> {
  const { client, queueUrl: QueueUrl, batchSize: MaxNumberOfMessages, report, pause = wallClock.wait } = options;
  const firstPauseMs = 200;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
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

async function deliver({ client, queueUrl, handle }: PumpOptions, messages: Message[]): Promise<void> {
  const Records = messages.map(({ MessageId = '', Body = '' }) => ({
    messageId: MessageId,
    body: Body,
    eventSource: 'aws:sqs',
  }));
  // As on Lambda, a failure that names no message of the batch fails all of them.
  const result = await handle({ Records }).catch(() => ({ batchItemFailures: [{ itemIdentifier: '' }] }));
  const failures = (result as SQSBatchResponse | null | undefined)?.batchItemFailures ?? [];
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  const ids = new Set(Records.map(({ messageId }) => messageId));
  if (![...failed].every((id) => ids.has(id))) return;
  const done = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
}
