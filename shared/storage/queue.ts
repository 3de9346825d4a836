/** The queue of work that is due now or soon, in SQS. */
import { lazy } from '../domain/lazy.ts';
import { timeLimits } from './time-limits.ts';

interface Message {
  readonly id: string;
  readonly delayMs: number;
}

/** The queue only speeds work up: a lost message delays a letter, and a repeated one has no effect. */
export interface Queue {
  /** Sends the id of a job or an outbox. A message that would wait for more than 15 minutes isn't sent. */
  send(id: string, delayMs?: number): Promise<void>;
  /** Sends many messages in few requests. Returns how many the queue did not accept. */
  sendAll(messages: readonly Message[]): Promise<number>;
}

/** SQS delays a message for 15 minutes at most; `reconcile` finds what is due later. */
const maxDelayMs = 900_000;

/** The AWS SDK is loaded by the first message, so that cold starts don't wait for it. */
const sdk = () => import('@aws-sdk/client-sqs');

/** `queueUrl` is read by the first message, because a function that sends none has no queue. */
export function sqsQueue(queueUrl: () => string): Queue {
  const connect = lazy(async () => new (await sdk()).SQSClient(timeLimits(10)));
  const secondsOf = (delayMs: number) => Math.ceil(delayMs / 1_000);
  // Returns how many failed, because SQS may accept only some messages of a batch.
  const sendBatch = async (messages: readonly Message[]): Promise<number> => {
    const Entries = messages.map(({ id, delayMs }, i) => ({
      Id: String(i),
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
      if (delayMs > maxDelayMs) return;
      const { SendMessageCommand } = await sdk();
      const message = { QueueUrl: queueUrl(), MessageBody: id, DelaySeconds: secondsOf(delayMs) };
      await (await connect()).send(new SendMessageCommand(message));
    },
    async sendAll(messages) {
      const soon = messages.filter(({ delayMs }) => delayMs <= maxDelayMs);
      // SQS accepts ten messages in one request. We send at most 20 requests at once.
      const batches = Array.from({ length: Math.ceil(soon.length / 10) }, (_, i) => soon.slice(i * 10, i * 10 + 10));
      let refused = 0;
      for (let i = 0; i < batches.length; i += 20) {
        const failures = await Promise.all(batches.slice(i, i + 20).map(sendBatch));
        for (const failed of failures) refused += failed;
      }
      return refused;
    },
  };
}
