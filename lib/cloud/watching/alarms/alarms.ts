/**
 * What wakes somebody, all of it through one SNS topic. Thresholds are promises: a letter is not left lying. Each alarm
 * has a page of its name in docs/runbook.md, and each page an alarm.
 *
 * An alarm costs 0.10 USD a month. None of them adds metrics up: what counts is counted without labels.
 */
import { Aws, CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import type { ServiceLambda } from '../../stack/lambda.ts';
import type { Parameters } from '../../stack/parameters.ts';
import type { JobsQueue } from '../../stack/queue.ts';
import { apiAlarms, type Condition, functionAlarms, queueAlarms } from './aws.ts';
import { auditAlarms, serviceAlarms } from './service.ts';

interface Watched {
  readonly functions: readonly ServiceLambda[];
  readonly api: HttpApi;
  readonly queue: JobsQueue;
  readonly parameters: Parameters;
}

export interface Watch {
  readonly topic: Topic;
  readonly alarms: readonly Alarm[];
}

export function alarms(stack: Stack, { functions, api, queue, parameters }: Watched): Watch {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  topic.addToResourcePolicy(alarmsMayPublish(stack, topic));
  subscribe(stack, topic, parameters);
  const conditions = [
    ...serviceAlarms,
    ...auditAlarms,
    ...queueAlarms(queue),
    apiAlarms(api),
    ...functions.flatMap((house) => functionAlarms(house)),
  ];
  return { topic, alarms: conditions.map((condition) => alarm(stack, topic, condition)) };
}

/** A topic with a policy of its own has lost the one by which SNS lets an account's alarms publish. */
const alarmsMayPublish = ({ account }: Stack, { topicArn }: Topic): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': account } },
  });

/** What the silence of a metric means: nothing happened; nobody knows, so it stays as it was; or the fault itself. */
const silences = {
  well: TreatMissingData.NOT_BREACHING,
  unchanged: TreatMissingData.IGNORE,
  wrong: TreatMissingData.BREACHING,
};

function alarm(stack: Stack, topic: Topic, condition: Condition): Alarm {
  const { name, says, metric, limit, silence = 'well', periods = 1 } = condition;
  const made = new Alarm(stack, name, {
    alarmName: `${Aws.STACK_NAME}-${name}`,
    alarmDescription: `${says} What to do: docs/runbook.md#${name}`,
    metric,
    threshold: 'above' in limit ? limit.above : limit.below,
    evaluationPeriods: periods,
    comparisonOperator:
      'above' in limit ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: silences[silence],
  });
  made.addAlarmAction(new SnsAction(topic));
  return made;
}

function subscribe(stack: Stack, topic: Topic, { alarmEmail }: Parameters): void {
  const endpoint = alarmEmail.valueAsString;
  const isWanted = new CfnCondition(stack, 'WritesAlarms', {
    expression: Fn.conditionNot(Fn.conditionEquals(endpoint, '')),
  });
  const wanted = new CfnSubscription(stack, 'AlarmMail', { topicArn: topic.topicArn, protocol: 'email', endpoint });
  wanted.cfnOptions.condition = isWanted;
}
