/** The SQS queue of jobs that are due now or soon. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../ports.ts';

/** SQS delays a message for 15 minutes at most; `reconcile` finds the jobs that are due later. */
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
