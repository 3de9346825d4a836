/** The queue of jobs that are due, and the dead-letter queue, which a person looks at. */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../../functions/manifest.ts';

export interface JobsQueue {
  readonly queue: Queue;
  readonly dead: Queue;
}

export function jobsQueue(scope: Construct, rows: readonly FunctionRow[]): JobsQueue {
  const longest = Math.max(5, ...rows.map(({ trigger, timeoutSeconds }) => ('queue' in trigger ? timeoutSeconds : 0)));
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) };
  const dead = new Queue(scope, 'DeadLetters', common);
  const queue = new Queue(scope, 'Jobs', {
    ...common,
    // AWS asks for six times the function's timeout, so that throttled batches do not come back while they wait.
    visibilityTimeout: Duration.seconds(6 * longest),
    deadLetterQueue: { queue: dead, maxReceiveCount: 5 },
  });
  return { queue, dead };
}
