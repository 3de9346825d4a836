/** SQS on this machine, in memory: what a stop forgets costs time only, since the sweeper finds every job. */

import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { anyone, region } from './aws.ts';

export interface LocalQueue {
  readonly url: string;
  readonly queueUrl: string;
  readonly queueArn: string;
  close(): Promise<void>;
}

const maxReceiveCount = 5;

export async function startQueue(name: string, visibilityTimeoutSeconds: number): Promise<LocalQueue> {
  const app = buildApp({ logger: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new SQSClient({ endpoint: url, ...anyone });
  const make = async (QueueName: string, Attributes: Record<string, string>) => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    // fauxqs answers with a host name that only some machines resolve.
    return {
      queueUrl: `${url}/000000000000/${QueueName}`,
      queueArn: `arn:aws:sqs:${region}:000000000000:${QueueName}`,
    };
  };
  const dead = await make(`${name}-dead`, {});
  const queue = await make(name, {
    VisibilityTimeout: String(visibilityTimeoutSeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount }),
  });
  client.destroy();
  return { url, ...queue, close: () => app.close() };
}
