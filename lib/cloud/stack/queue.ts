/** The queues of what is due, and the one dead-letter queue behind them, which a person looks at. */
import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueName } from '../../../functions/manifest.ts';
import type { LambdaRow } from '../lambda-rows.ts';

export interface Queues {
  readonly of: Readonly<Record<QueueName, Queue>>;
  readonly dead: Queue;
}

export function queuesOf(scope: Construct, rows: readonly LambdaRow[]): Queues {
  const encryption = QueueEncryption.SQS_MANAGED;
  // A message keeps its first date when it is set aside, so a person gets ten days or more to look at it.
  const dead = new Queue(scope, 'DeadLetters', { encryption, retentionPeriod: Duration.days(14) });
  const newQueue = (name: QueueName) => {
    const drains = rows.filter(({ triggers }) =>
      triggers.some((trigger) => 'queue' in trigger && trigger.queue === name),
    );
    const timeoutSeconds = Math.max(5, ...drains.map((row) => row.timeoutSeconds));
    return new Queue(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
      encryption,
      // Longer than five attempts of any message take. Reconcile queues again what is still due.
      retentionPeriod: Duration.days(4),
      // AWS asks for six times the function's timeout, so that throttled batches do not come back while they wait.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: dead, maxReceiveCount: 5 },
    });
  };
  const of = { jobs: newQueue('jobs'), webhooks: newQueue('webhooks'), emails: newQueue('emails') };
  // One policy for all queues, because one for each would be more resources.
  const queues = [...Object.values(of), dead];
  const policy = new QueuePolicy(scope, 'QueuesByTls', { queues });
  policy.document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: queues.map(({ queueArn }) => queueArn),
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  return { of, dead };
}
