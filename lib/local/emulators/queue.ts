/** SQS on this machine, in memory. A message lost at a stop costs only time, because `reconcile` finds all that is due. */
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { ownClient, region } from './aws.ts';
import { guarded } from './guard.ts';

export interface LocalQueue {
  readonly queueUrl: string;
  readonly queueArn: string;
}

/** The seconds after which a message comes back, by the name of its queue. */
export async function startQueues<Name extends string>(visibilityTimeouts: Readonly<Record<Name, number>>) {
  const app = buildApp({ logger: false });
  guarded(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new SQSClient({ endpoint: url, ...ownClient });
  const make = async (QueueName: string, Attributes: Record<string, string>): Promise<LocalQueue> => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    // fauxqs returns a host name that only some machines resolve, so the address is built here.
    return {
      queueUrl: `${url}/000000000000/${QueueName}`,
      queueArn: `arn:aws:sqs:${region}:000000000000:${QueueName}`,
    };
  };
  const dead = await make('dead', {});
  const made = await Promise.all(
    Object.entries<number>(visibilityTimeouts).map(async ([name, seconds]) => {
      const queue = await make(name, {
        VisibilityTimeout: String(seconds),
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: 5 }),
      });
      return [name, queue] as const;
    }),
  );
  client.destroy();
  return { url, queues: Object.fromEntries(made) as Record<Name, LocalQueue>, close: () => app.close() };
}
