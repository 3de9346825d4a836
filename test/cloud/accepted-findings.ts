/** What cdk-nag finds in the stack and we accept, each with its reason: the one list. */

export interface AcceptedFinding {
  readonly id: string;
  /** The construct below which it is accepted; without it, everywhere. */
  readonly at?: string;
  readonly reason: string;
}

const onObjects = (prefix: string): AcceptedFinding => ({
  id: `AwsSolutions::AwsSolutions-IAM5[Resource::<Documents7E5B2978.Arn>/${prefix}/*]`,
  reason: `Documents get their keys at run time; the grant ends at the prefix ${prefix}/ of one bucket.`,
});

export const acceptedFindings: readonly AcceptedFinding[] = [
  ...['quotes', 'jobs', 'partner', 'previews'].map(onObjects),
  {
    id: 'AwsSolutions::AwsSolutions-APIG4',
    at: 'Api',
    reason:
      'The service has no accounts: quotes are free, jobs are paid for by their payers, jobs and pay pages are reached by 128 random bits, webhooks by signatures.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-S1',
    at: 'Documents',
    reason: 'Nothing but the functions reaches the bucket, and CloudTrail data events tell more than access logs do.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Secret',
    reason:
      'Partners issue their keys by hand; the receipts’ key must not change, or receipts given out could no longer be checked.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason:
      'All but one are called by somebody who waits for the answer, or by the queue, which has a dead-letter queue; reconcile runs again a minute later, and an alarm watches its errors.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason: 'Functions see letters, addresses and bank numbers: traces stay off, logs have a closed list of fields.',
  },
  {
    id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
    at: 'fulfil-queue',
    reason: 'For SQS the destination of what fails is the queue’s dead-letter queue; Lambda takes no other.',
  },
  {
    id: 'Serverless::Serverless-SQSRedrivePolicy',
    at: 'DeadLetters',
    reason: 'It is the dead-letter queue.',
  },
  {
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    at: 'AlarmMail',
    reason: 'An alarm’s mail that cannot be delivered is seen in the alarm itself, which stays on.',
  },
];
