/**
 * Emails by Amazon SES: from the operator’s one address, and with a topic on which SES reports bounces and complaints.
 * The operator proves the domain to SES beforehand, because an account may use it elsewhere, too.
 */
import { Aws, type CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, ServicePrincipal, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import type { ServiceLambda } from './lambda.ts';
import { isGiven, type Parameters } from './parameters.ts';

export interface EmailResources {
  /** Says that e-mails are sent from here, so that this stack hears of them. */
  readonly condition: CfnCondition;
  readonly topic: CfnTopic;
  readonly variables: Readonly<Record<string, string>>;
  readonly maySend: PolicyStatement;
}

export function emailResources(stack: Stack, { settings }: Parameters): EmailResources {
  if (settings.EMAIL_FROM === undefined) throw new Error('no parameter for e-mails');
  const from = settings.EMAIL_FROM.valueAsString;
  const condition = isGiven(settings.EMAIL_FROM);
  const topic = new CfnTopic(stack, 'EmailEvents');
  const name = `${Aws.STACK_NAME}-emails`;
  const set = new CfnConfigurationSet(stack, 'EmailSet', { name });
  const resources = [topic, set, ...published(stack, topic, set)];
  for (const { cfnOptions } of resources) cfnOptions.condition = condition;
  const inSes = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  return {
    condition,
    topic,
    variables: { EMAIL_CONFIGURATION_SET: Fn.conditionIf(condition.logicalId, set.ref, Aws.NO_VALUE).toString() },
    maySend: new PolicyStatement({
      actions: ['ses:SendEmail'],
      // SES asks for the right to a recipient's identity, too, if the account has verified it: in the sandbox, always.
      resources: ['identity/*', `configuration-set/${name}`].map((one) => `${inSes}:${one}`),
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    }),
  };
}

function published(stack: Stack, topic: CfnTopic, set: CfnConfigurationSet) {
  const policy = new CfnTopicPolicy(stack, 'EmailEventsPolicy', {
    topics: [topic.ref],
    policyDocument: new PolicyDocument({
      statements: [
        new PolicyStatement({
          principals: [new ServicePrincipal('ses.amazonaws.com')],
          actions: ['sns:Publish'],
          resources: [topic.ref],
          conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
        }),
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new StarPrincipal()],
          actions: ['sns:Publish'],
          resources: [topic.ref],
          conditions: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ],
    }),
  });
  const destination = new CfnConfigurationSetEventDestination(stack, 'EmailEventsDestination', {
    configurationSetName: set.ref,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint'],
      snsDestination: { topicArn: topic.ref },
    },
  });
  // SES publishes a test message when it gets the topic.
  destination.addResourceDependency(policy);
  return [policy, destination];
}

/** SNS tries a function for 23 days, so nothing more is set aside. */
export function hear({ row, lambda, entry }: ServiceLambda, { topic, condition }: EmailResources): void {
  const { stack } = lambda;
  const permission = new CfnPermission(stack, `${row.name}-permission`, {
    action: 'lambda:InvokeFunction',
    functionName: entry.functionArn,
    principal: 'sns.amazonaws.com',
    sourceArn: topic.ref,
  });
  const subscription = new CfnSubscription(stack, `${row.name}-subscription`, {
    topicArn: topic.ref,
    protocol: 'lambda',
    endpoint: entry.functionArn,
  });
  for (const { cfnOptions } of [permission, subscription]) cfnOptions.condition = condition;
}
