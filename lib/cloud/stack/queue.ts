/** The queue of jobs to look at, and the one for messages that failed too often: a person looks at those. */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../../functions/manifest.ts';

export interface JobsQueue {
  readonly queue: Queue;
  readonly dead: Queue;
}

const maxReceiveCount = 5;
const longestKept = Duration.days(14);

/** AWS: at least six times the function's timeout, so that throttled batches do not come back while they wait. */
const timeoutsToWait = 6;

export function jobsQueue(scope: Construct, rows: readonly FunctionRow[]): JobsQueue {
  const longest = Math.max(5, ...rows.map(({ trigger, timeoutSeconds }) => ('queue' in trigger ? timeoutSeconds : 0)));
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: longestKept };
  const dead = new Queue(scope, 'DeadLetters', common);
  const queue = new Queue(scope, 'Jobs', {
    ...common,
    visibilityTimeout: Duration.seconds(timeoutsToWait * longest),
    deadLetterQueue: { queue: dead, maxReceiveCount },
  });
  return { queue, dead };
}
