/**
 * Sends emails through Amazon SES from the operator's address, and receives bounces and complaints through a topic. The
 * operator verifies the domain in SES beforehand, because other services of the account may use it too.
 */
import { Aws, type Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, ServicePrincipal, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceLambda } from './lambda.ts';

export interface EmailResources {
  readonly topic: CfnTopic;
  readonly variables: Readonly<Record<string, string>>;
  readonly maySend: PolicyStatement;
}

export function addEmailResources(stack: Stack, from: string): EmailResources {
  const topic = new CfnTopic(stack, 'EmailEvents');
  const name = `${Aws.STACK_NAME}-emails`;
  const configurationSet = new CfnConfigurationSet(stack, 'EmailSet', { name });
  publishEvents(stack, topic, configurationSet);
  const sesArn = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  return {
    topic,
    variables: { EMAIL_CONFIGURATION_SET: configurationSet.ref },
    maySend: new PolicyStatement({
      actions: ['ses:SendEmail'],
      // SES also requires permission for a recipient's identity if the account has verified it, as in the sandbox.
      resources: ['identity/*', `configuration-set/${name}`].map((resource) => `${sesArn}:${resource}`),
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    }),
  };
}

function publishEvents(stack: Stack, topic: CfnTopic, configurationSet: CfnConfigurationSet): void {
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
    configurationSetName: configurationSet.ref,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint'],
      snsDestination: { topicArn: topic.ref },
    },
  });
  // SES publishes a test message as soon as it gets the topic, so the topic needs its policy by then.
  destination.addResourceDependency(policy);
}

/**
 * Subscribes the function to bounces and complaints. SES sends each event only once, but none is lost: SNS retries until
 * Lambda accepts it, and Lambda tries it three times, then puts it in the dead-letter queue.
 */
export function receiveEmailEvents(
  { row, lambda, entry, rights }: ServiceLambda,
  { topic }: EmailResources,
  { queueArn }: Queue,
): void {
  const { stack } = lambda;
  rights.addStatements(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }));
  // Not the CDK's `SqsDestination`, which would add a second policy for the right above.
  entry.configureAsyncInvoke({ onFailure: { bind: () => ({ destination: queueArn }) } });
  new CfnPermission(stack, `${row.name}-permission`, {
    action: 'lambda:InvokeFunction',
    functionName: entry.functionArn,
    principal: 'sns.amazonaws.com',
    sourceArn: topic.ref,
  });
  new CfnSubscription(stack, `${row.name}-subscription`, {
    topicArn: topic.ref,
    protocol: 'lambda',
    endpoint: entry.functionArn,
  });
}
