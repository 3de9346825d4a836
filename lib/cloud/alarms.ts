/** What wakes somebody, all of it through one SNS topic. Thresholds are promises: a letter is not left lying. */
import { Aws, CfnCondition, Duration, Fn, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import type { HouseLambda } from './house-lambda.ts';
import { isWebhookRoute } from './outputs.ts';
import type { Parameters } from './parameters.ts';
import type { JobsQueue } from './queue.ts';

interface Watched {
  readonly functions: readonly HouseLambda[];
  readonly api: HttpApi;
  readonly queue: JobsQueue;
  readonly parameters: Parameters;
}

interface Condition {
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  /** Goes off above this. */
  readonly above: number;
  readonly periods?: number;
}

const period = Duration.minutes(5);
const oldestSeconds = 900;

export function alarms(stack: Stack, { functions, api, queue, parameters }: Watched): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  subscribe(stack, topic, parameters);
  const conditions = [...ofQueue(queue), ofApi(api), ...functions.flatMap((house) => ofFunction(house))];
  for (const { name, says, metric, above, periods = 1 } of conditions)
    new Alarm(stack, name, {
      alarmDescription: says,
      metric,
      threshold: above,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(topic));
  return topic;
}

function subscribe(stack: Stack, topic: Topic, { alarmEmail }: Parameters): void {
  const endpoint = alarmEmail.valueAsString;
  const isWanted = new CfnCondition(stack, 'WritesAlarms', {
    expression: Fn.conditionNot(Fn.conditionEquals(endpoint, '')),
  });
  const wanted = new CfnSubscription(stack, 'AlarmMail', { topicArn: topic.topicArn, protocol: 'email', endpoint });
  wanted.cfnOptions.condition = isWanted;
}

const ofQueue = ({ queue, dead }: JobsQueue): Condition[] => [
  {
    name: 'dead-letters',
    says: 'A job failed five times in a row and waits for a person.',
    metric: dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
    above: 0,
  },
  {
    name: 'oldest-message',
    says: 'Jobs wait longer than 15 minutes to be looked at.',
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    above: oldestSeconds,
  },
];

const ofApi = (api: HttpApi): Condition => ({
  name: 'api-5xx',
  says: 'Requests were answered with a 5xx, in three periods of five minutes in a row.',
  metric: api.metricServerError({ period, statistic: 'Sum' }),
  above: 0,
  periods: 3,
});

/** Functions behind the API answer for themselves: what they fail at shows in its 5xx. */
function ofFunction({ row, lambda, log }: HouseLambda): Condition[] {
  const isHttp = 'http' in row.trigger;
  const isWebhook = 'http' in row.trigger && row.trigger.http.some(isWebhookRoute);
  return [
    ...(isHttp
      ? []
      : [
          {
            name: `${row.name}-errors`,
            says: `${row.name} ended in an error or ran out of time.`,
            metric: lambda.metricErrors({ period, statistic: 'Sum' }),
            above: 0,
          },
        ]),
    ...(isWebhook ? [ofWebhook(row.name, log)] : []),
  ];
}

/** From the function's own log, because the API counts by route only where that is paid for. */
function ofWebhook(name: string, log: LogGroup): Condition {
  const namespace = `PrintAndMail/${Aws.STACK_NAME}`;
  const metricName = `${name}-5xx`;
  log.addMetricFilter(metricName, {
    filterPattern: FilterPattern.numberValue('$.status', '>=', 500),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
  });
  return {
    name: metricName,
    says: `${name} answered with a 5xx: payments or deliveries may not be recorded until they are sent again.`,
    metric: new Metric({ namespace, metricName, period, statistic: 'Sum' }),
    above: 0,
  };
}
