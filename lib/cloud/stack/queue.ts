/** The queues of due jobs, webhooks and emails, and the dead-letter queue that they share, for a person to look at. */
import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { QueueName } from '../../../functions/manifest.ts';
import type { LambdaRow } from '../lambda-rows.ts';

export interface Queues {
  readonly byName: Readonly<Record<QueueName, Queue>>;
  readonly deadLetters: Queue;
}

export function addQueues(scope: Construct, rows: readonly LambdaRow[]): Queues {
  const encryption = QueueEncryption.SQS_MANAGED;
  // A message keeps its original date in this queue, so a person has at least ten days to look at it.
  const deadLetters = new Queue(scope, 'DeadLetters', { encryption, retentionPeriod: Duration.days(14) });
  const newQueue = (name: QueueName) => {
    const readers = rows.filter(({ triggers }) =>
      triggers.some((trigger) => 'queue' in trigger && trigger.queue === name),
    );
    const timeoutSeconds = Math.max(...readers.map((row) => row.timeoutSeconds));
    return new Queue(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
      encryption,
      // Longer than five attempts take. If a message is lost, `reconcile` queues it again.
      retentionPeriod: Duration.days(4),
      // AWS recommends six times the function's timeout, so that a throttled batch does not reappear while it waits.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
  };
  const byName = { jobs: newQueue('jobs'), webhooks: newQueue('webhooks'), emails: newQueue('emails') };
  // All queues share one policy, because separate ones would be more resources. `*` means the queue that has the
  // policy: SQS refuses a policy that names another queue (SQS Developer Guide).
  const policy = new QueuePolicy(scope, 'QueuesTlsOnly', { queues: [...Object.values(byName), deadLetters] });
  policy.document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: ['*'],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  return { byName, deadLetters };
}
