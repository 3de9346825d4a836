/** SQS on this machine, in memory. A message lost at a stop costs only time, because `reconcile` finds every job. */
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { ownClient, region } from './aws.ts';
import { guarded } from './guard.ts';

export async function startQueue(name: string, visibilityTimeoutSeconds: number) {
  const app = buildApp({ logger: false });
  guarded(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new SQSClient({ endpoint: url, ...ownClient });
  const make = async (QueueName: string, Attributes: Record<string, string>) => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    // fauxqs returns a host name that only some machines resolve, so the address is built here.
    return {
      queueUrl: `${url}/000000000000/${QueueName}`,
      queueArn: `arn:aws:sqs:${region}:000000000000:${QueueName}`,
    };
  };
  const dead = await make(`${name}-dead`, {});
  const queue = await make(name, {
    VisibilityTimeout: String(visibilityTimeoutSeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: 5 }),
  });
  client.destroy();
  return { url, ...queue, close: () => app.close() };
}
