/** The SQS queue of jobs that are due now or soon. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../ports.ts';

export function sqsQueue(queueUrl: string): Queue {
  const client = new SQSClient({});
  return {
    async send(jobId, delayMs = 0) {
      // SQS delays a message for 15 minutes at most; `reconcile` finds the jobs that are due later.
      if (delayMs > 900_000) return;
      const DelaySeconds = Math.ceil(delayMs / 1_000);
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: jobId, DelaySeconds }));
    },
  };
}
