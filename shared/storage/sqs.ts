/** The SQS queue of jobs that are due now or soon. */
import { lazy } from '../domain/lazy.ts';
import type { Message, Queue } from './queue.ts';
import { within } from './within.ts';

/** SQS delays a message for 15 minutes at most; `reconcile` finds what is due later. */
const mostDelayMs = 900_000;

/** SQS takes this many messages in one request. */
const mostInBatch = 10;
const batchesAtOnce = 20;

const secondsOf = (delayMs: number): number => Math.ceil(delayMs / 1_000);

/** Loaded by the first message: loading it costs a start more than the message itself. */
const sdk = () => import('@aws-sdk/client-sqs');

/** `queueUrl` is read by the first message, because a function that sends none has none. */
export function sqsQueue(queueUrl: () => string): Queue {
  const connect = lazy(async () => new (await sdk()).SQSClient(within(10)));
  /** A request may be taken in part. */
  const sendBatch = async (messages: readonly Message[]): Promise<number> => {
    const Entries = messages.map(({ id, delayMs }, at) => ({
      Id: String(at),
      MessageBody: id,
      DelaySeconds: secondsOf(delayMs),
    }));
    const { SendMessageBatchCommand } = await sdk();
    const { Failed = [] } = await (await connect()).send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl(), Entries }),
    );
    return Failed.length;
  };
  return {
    async send(id, delayMs = 0) {
      if (delayMs > mostDelayMs) return;
      const DelaySeconds = secondsOf(delayMs);
      const { SendMessageCommand } = await sdk();
      const message = new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody: id, DelaySeconds });
      await (await connect()).send(message);
    },
    async sendAll(messages) {
      const batches = batchesOf(messages.filter(({ delayMs }) => delayMs <= mostDelayMs));
      let refused = 0;
      for (let at = 0; at < batches.length; at += batchesAtOnce)
        for (const failed of await Promise.all(batches.slice(at, at + batchesAtOnce).map(sendBatch))) refused += failed;
      return refused;
    },
  };
}

const batchesOf = (messages: readonly Message[]): readonly (readonly Message[])[] =>
  Array.from({ length: Math.ceil(messages.length / mostInBatch) }, (_, at) =>
    messages.slice(at * mostInBatch, (at + 1) * mostInBatch),
  );
