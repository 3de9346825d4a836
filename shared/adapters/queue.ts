/** The queue of jobs that somebody should look at now or soon. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../ports.ts';

/** SQS keeps a message back for 15 minutes at most; what is due later is found by the sweeper. */
const longestDelayMs = 900_000;

export function sqsQueue(queueUrl: string): Queue {
  const client = new SQSClient({});
  return {
    async send(jobId, delayMs = 0) {
      if (delayMs > longestDelayMs) return;
      const DelaySeconds = Math.ceil(delayMs / 1_000);
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: jobId, DelaySeconds }));
    },
  };
}
