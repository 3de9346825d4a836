/** The accepted cdk-nag findings, each with its reason. */
export interface AcceptedFinding {
  readonly id: string;
  /** The construct in which it is accepted; without it, everywhere. */
  readonly at?: string;
  readonly reason: string;
}

const onObjects = (prefix: string): AcceptedFinding => ({
  id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::printandmail-main-<AWS::AccountId>-<AWS::Region>/${prefix}/*]`,
  reason: `Documents get their keys at run time; the grant covers only the prefix ${prefix}/ of one bucket.`,
});

export const acceptedFindings: readonly AcceptedFinding[] = [
  ...['unpaid', 'paid', 'partner', 'previews', 'uploads'].map(onObjects),
  {
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::<renderBA999CDD.Arn>:*]',
    reason: 'During a canary deployment, each version calls the version of the renderer that was deployed with it.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason:
      'SES also requires permission for a recipient that the account has verified; a condition limits the sender.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-APIG4',
    at: 'Api',
    reason:
      'The service has no accounts: quotes are free, payers pay for jobs, 128 random bits protect jobs and pay pages, signatures protect webhooks.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-S1',
    at: 'Documents',
    reason: 'Only the functions access the bucket, and CloudTrail data events show more than access logs.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Seed',
    reason: 'The receipts’ key must not change, or earlier receipts could no longer be verified.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Fingerprints',
    reason: 'With a new key, everything stored as a keyed hash would be lost.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at: 'Issued',
    reason: 'Partners and payment providers issue their keys manually.',
  },
  ...['EdgeSecret', 'EdgeSecretSecond'].map((at) => ({
    id: 'AwsSolutions::AwsSolutions-SMG4',
    at,
    reason:
      'It is in the settings of CloudFront and the functions, which an automatic rotation would not update. All that it lets anyone do is bypass the rate limits.',
  })),
  {
    id: 'AwsSolutions::AwsSolutions-CFR1',
    at: 'Edge',
    reason: 'Letters go to the US and Canada, but clients and payers may be anywhere.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-CFR3',
    at: 'Edge',
    reason:
      'Its lines have whole paths, and anyone with the path of a job or a pay page can use it; the API’s log has everything else.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    at: 'CanaryRole',
    reason: 'CodeDeploy needs it to shift an alias, and AWS publishes no narrower policy.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason:
      'All but two have a caller that waits for the response, or a queue with a dead-letter queue. The other two, reconcile and the audit, run again a minute and fifteen minutes later, and alarms go off if they fail or stop.',
  },
  {
    id: 'Serverless::Serverless-LambdaAsyncFailureDestination',
    reason: 'The next run makes up for a failed one, and alarms go off if runs fail or stop.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason:
      'Functions process letters, addresses and bank numbers: traces stay off, and logs have a closed list of fields.',
  },
  ...['fulfill-queue', 'send-webhooks-queue', 'emails-queue'].map((at) => ({
    id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
    at,
    reason: 'For SQS, failed messages go to the queue’s dead-letter queue; Lambda allows no other destination.',
  })),
  { id: 'Serverless::Serverless-SQSRedrivePolicy', at: 'DeadLetters', reason: 'It is the dead-letter queue.' },
  {
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    at: 'AlarmMail',
    reason: 'If an alarm’s email cannot be delivered, the alarm itself still shows its state.',
  },
  {
    id: 'CloudFormation Validate::W3694',
    at: 'emails-subscription',
    reason: 'With canary its endpoint is an alias of the function, which the rule does not recognize.',
  },
  {
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    at: 'emails-subscription',
    reason: 'SNS retries a function for 23 days, and SES itself stops sending to addresses that bounced.',
  },
];
