/** The findings of cdk-nag that we accept, each with its reason. */

const objectsAt =
  'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::printandmail-main-<AWS::AccountId>-<AWS::Region>';
const edgeSecret =
  'It is in the settings of CloudFront and the functions, which an automatic rotation would not update. It only protects the rate limits.';
const deadLetters = 'For SQS, failed messages go to the dead-letter queue; Lambda allows no other destination.';

/** By `RULE at CONSTRUCT`, or by RULE alone if its findings are accepted everywhere. */
const reasons: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['unpaid', 'paid', 'partner', 'previews', 'uploads'].map((prefix) => [
      `${objectsAt}/${prefix}/*]`,
      `Documents get their keys at run time; the grant covers only the prefix ${prefix}/ of one bucket.`,
    ]),
  ),
  'AwsSolutions::AwsSolutions-IAM5[Resource::<renderBA999CDD.Arn>:*]':
    'During a canary deployment, each version calls the version of the renderer that was deployed with it.',
  'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]':
    'SES also requires permission for a recipient that the account has verified; a condition limits the sender.',
  'AwsSolutions::AwsSolutions-APIG4 at Api':
    'The service has no accounts: quotes are free, payers pay for jobs, 128 random bits protect jobs and pay pages, signatures protect webhooks.',
  'AwsSolutions::AwsSolutions-S1 at Documents':
    'Only the functions access the bucket, and CloudTrail data events show more than access logs.',
  'AwsSolutions::AwsSolutions-SMG4 at Seed':
    'The receipts’ key must not change, or earlier receipts could no longer be verified.',
  'AwsSolutions::AwsSolutions-SMG4 at Fingerprints': 'With a new key, everything stored as a keyed hash would be lost.',
  'AwsSolutions::AwsSolutions-SMG4 at Issued': 'Partners and payment providers issue their keys manually.',
  'AwsSolutions::AwsSolutions-CFR1 at Edge': 'Letters go to the US and Canada, but clients and payers may be anywhere.',
  'AwsSolutions::AwsSolutions-CFR3 at Edge':
    'Its lines have full paths, and anyone with the path of a job or a pay page can use it; the API’s log has everything else.',
  'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited] at CanaryRole':
    'CodeDeploy needs it to shift an alias, and AWS publishes no narrower policy.',
  'Serverless::Serverless-LambdaDLQ':
    'All but two have a caller that waits for the response, or a queue with a dead-letter queue. The other two, reconcile and the audit, run again a minute and fifteen minutes later, and alarms go off if they fail or stop.',
  'Serverless::Serverless-LambdaAsyncFailureDestination':
    'The next run makes up for a failed one, and alarms go off if runs fail or stop.',
  'Serverless::Serverless-LambdaTracing':
    'Functions process letters, addresses and bank numbers: traces stay off, and logs have a closed list of fields.',
  'Serverless::Serverless-SQSRedrivePolicy at DeadLetters': 'It is the dead-letter queue.',
  'Serverless::Serverless-SNSRedrivePolicy at AlarmMail':
    'If an alarm’s email cannot be delivered, the alarm itself still shows its state.',
  'CloudFormation Validate::W3694 at emails-subscription':
    'With canary its endpoint is an alias of the function, which the rule does not recognize.',
  'Serverless::Serverless-SNSRedrivePolicy at emails-subscription':
    'SNS retries a function for 23 days, and SES itself stops sending to addresses that bounced.',
  'AwsSolutions::AwsSolutions-SMG4 at EdgeSecret': edgeSecret,
  'AwsSolutions::AwsSolutions-SMG4 at EdgeSecretSecond': edgeSecret,
  'Serverless::Serverless-LambdaEventSourceMappingDestination at fulfill-queue': deadLetters,
  'Serverless::Serverless-LambdaEventSourceMappingDestination at send-webhooks-queue': deadLetters,
  'Serverless::Serverless-LambdaEventSourceMappingDestination at emails-queue': deadLetters,
};

export const acceptedFindings = Object.entries(reasons).map(([finding, reason]) => {
  const [id = '', at] = finding.split(' at ');
  return { id, at, reason };
});
