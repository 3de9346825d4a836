/** The one list of accepted cdk-nag findings, each with its reason. */

export interface AcceptedFinding {
  readonly id: string;
  /** The construct below which it is accepted; without it, everywhere. */
  readonly at?: string;
  readonly reason: string;
}

const onObjects = (prefix: string): AcceptedFinding => ({
  id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::printandmail-main-<AWS::AccountId>-<AWS::Region>/${prefix}/*]`,
  reason: `Documents get their keys at run time; the grant ends at the prefix ${prefix}/ of one bucket.`,
});

export const acceptedFindings: readonly AcceptedFinding[] = [
  ...['unpaid', 'paid', 'partner', 'previews', 'uploads'].map(onObjects),
  {
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::<renderBA999CDD.Arn>:*]',
    reason: 'While versions take turns, each calls the version of the renderer that was deployed with it.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason:
      'SES also asks for the right to a recipient that the account has verified; the sender is bound by condition.',
  },
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
    at: 'Seed',
    reason: 'The receipts’ key must not change, or receipts given out could no longer be checked.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Fingerprints',
    reason: 'Everything that is stored as a keyed hash would be lost with another key.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Issued',
    reason: 'Partners and payment providers issue their keys by hand.',
  },
  ...['EdgeSecret', 'EdgeSecretSecond'].map((at) => ({
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at,
    reason:
      'CloudFront and the functions hold it in their settings, which a rotation by itself would not reach; a command renews the one that is not shown. Who knows it gets past the rate limits, and no further.',
  })),
  {
    id: 'AwsSolutions::AwsSolutions-CFR1',
    at: 'Edge',
    reason: 'Letters go to the US and Canada, but who orders them, or pays, may be anywhere.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-CFR3',
    at: 'Edge',
    reason:
      'Its lines hold whole paths, and the path of a job or a pay page is all that its holder has; the log of the API tells the rest.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    at: 'CanaryRole',
    reason: 'What CodeDeploy needs to shift an alias, in the narrowest policy that AWS itself publishes for it.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason:
      'All but two are called by somebody who waits for the answer, or by the queue, which has a dead-letter queue; reconcile runs again a minute later, the audit a quarter of an hour later, and alarms watch their errors and their silence.',
  },
  {
    id: 'Serverless::Serverless-LambdaAsyncFailureDestination',
    reason: 'A round that failed is made up for by the next one, and alarms watch the errors and the silence of both.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason: 'Functions see letters, addresses and bank numbers: traces stay off, logs have a closed list of fields.',
  },
  ...['fulfil-queue', 'send-webhooks-queue', 'emails-queue'].map((at) => ({
    id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
    at,
    reason: 'For SQS the destination of what fails is the queue’s dead-letter queue; Lambda takes no other.',
  })),
  { id: 'Serverless::Serverless-SQSRedrivePolicy', at: 'DeadLetters', reason: 'It is the dead-letter queue.' },
  {
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    at: 'AlarmMail',
    reason: 'An alarm’s mail that cannot be delivered is seen in the alarm itself, which stays on.',
  },
  {
    id: 'CloudFormation Validate::W3694',
    at: 'emails-subscription',
    reason: 'With canary its endpoint is an alias of the function, which the rule does not know for one.',
  },
  {
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    at: 'emails-subscription',
    reason: 'SNS tries a function for 23 days; SES itself keeps the addresses that bounced and writes to none of them.',
  },
];
