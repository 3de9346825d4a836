/**
 * The alarms, all through one SNS topic. Thresholds are promises: no letter is forgotten. Each alarm has a section of its
 * name in docs/runbook.md.
 *
 * An alarm costs 0.10 USD a month for each metric that it reads. No alarm adds metrics up, because the metrics that alarms
 * watch have no labels.
 */
import { Aws, CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import type { ServiceLambda } from '../../stack/lambda.ts';
import type { Parameters } from '../../stack/parameters.ts';
import type { Queues } from '../../stack/queue.ts';
import { apiAlarms, type Condition, emailAlarms, functionAlarms, queueAlarms } from './aws.ts';
import { overloadAlarms } from './overload.ts';
import { auditAlarms, cancellationAlarm, serviceAlarms } from './service.ts';

interface Watched {
  readonly functions: readonly ServiceLambda[];
  readonly api: HttpApi;
  readonly queues: Queues;
  readonly table: ITable;
  readonly parameters: Parameters;
  /** Whether nobody is to be woken. */
  readonly isQuiet: boolean;
}

export interface Watch {
  readonly topic: Topic;
  readonly alarms: readonly Alarm[];
}

export function stackAlarms(stack: Stack, { functions, api, queues, table, parameters, isQuiet }: Watched): Watch {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  topic.addToResourcePolicy(alarmsMayPublish(stack, topic));
  subscribe(stack, topic, parameters);
  if (isQuiet) return { topic, alarms: [] };
  const conditions = [
    ...serviceAlarms,
    cancellationAlarm,
    ...auditAlarms,
    ...emailAlarms,
    ...queueAlarms(queues),
    apiAlarms(api),
    ...overloadAlarms(table, api),
    ...functions.flatMap(functionAlarms),
  ];
  return { topic, alarms: conditions.map((condition) => alarm(stack, topic, condition)) };
}

/** Alarms of this account may publish by the default policy of SNS, which the topic's own policy replaces. */
const alarmsMayPublish = ({ account }: Stack, { topicArn }: Topic): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': account } },
  });

/** The meaning of a silent metric: nothing happened; nobody knows, so the state stays; or silence is the fault. */
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
  const tell = new SnsAction(topic);
  made.addAlarmAction(tell);
  // The person who was woken is told that it is over.
  made.addOkAction(tell);
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
