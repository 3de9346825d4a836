/** Alarms on what AWS measures itself: the queue, the API, the functions, and overload. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { isWebhookRoute, type LambdaRow, routesOf } from '../../lambda-rows.ts';
import type { Data } from '../../stack/data.ts';
import type { ServiceLambda } from '../../stack/lambda.ts';
import type { Queues } from '../../stack/queue.ts';
import { measured, namespace } from '../measured.ts';

export interface Condition {
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  readonly limit: { readonly above: number } | { readonly below: number };
  /** The number of periods in a row; by default one. */
  readonly periods?: number;
  /** The meaning of a period without measurements; by default all is well. */
  readonly silence?: 'well' | 'unchanged' | 'wrong';
}

const period = Duration.minutes(5);

export const queueAlarms = ({ of, dead }: Queues): Condition[] => [
  {
    name: 'dead-letters',
    says: 'A job or an outbox failed five times in a row. Retries go on; someone should find out why.',
    metric: dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
    limit: { above: 0 },
  },
  {
    name: 'oldest-message',
    says: 'Jobs wait longer than 30 minutes to be looked at.',
    metric: of.jobs.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    // Twice the longest delay of a message: AWS does not say whether a message ages while it is delayed.
    limit: { above: 30 * 60 },
  },
];

export const apiAlarms = (api: HttpApi): Condition => ({
  name: 'api-5xx',
  says: 'Requests were answered with a 5xx that was no want of room and no refusal of a partner, in three periods of five minutes in a row.',
  // A tenth is left to the edges of the periods: a request may end in another one than the API counts it in.
  metric: new MathExpression({
    expression: 'IF(failed - FILL(away, 0) > failed / 10, failed - FILL(away, 0), 0)',
    usingMetrics: {
      failed: api.metricServerError({ period, statistic: 'Sum' }),
      away: measured('turnedAway', { statistic: 'Sum', period }),
    },
    label: '5xx beside those for want of room',
    period,
  }),
  limit: { above: 0 },
  periods: 3,
});

/**
 * SES measures the whole account, and pauses it: at 10% of bounces, or 0.5% of complaints. It puts an account under review
 * at half of the first and a fifth of the second. Without emails there is nothing to measure.
 */
export const emailAlarm: Condition = {
  name: 'emails-coming-back',
  says: 'More than 4 of 100 emails came back, or more than 8 of 10,000 readers called one spam. Amazon SES examines the account at 5 and at 10, and may pause it.',
  metric: new MathExpression({
    expression: 'IF(bounced > 0.04 OR unwanted > 0.0008, 1, 0)',
    usingMetrics: {
      bounced: new Metric({ namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', period, statistic: 'Maximum' }),
      unwanted: new Metric({
        ...{ namespace: 'AWS/SES', metricName: 'Reputation.ComplaintRate', period, statistic: 'Maximum' },
      }),
    },
    label: 'SES may pause the account',
    period,
  }),
  limit: { above: 0 },
  silence: 'unchanged',
};

/** One metric of several: an alarm reads ten at most. A metric without data counts for nothing. */
const summed = (label: string, metrics: readonly IMetric[]): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric])),
    label,
    period,
  });

/** Failures of other functions behind the API show in its 5xx. Events get an alarm of their own, because that one is too slow. */
export function functionAlarms(functions: readonly ServiceLambda[]): Condition[] {
  const heard = functions.filter(({ row }) => routesOf(row).some(isWebhookRoute));
  const [requested, started] = ['request', 'work'].map((group) =>
    functions.filter(({ row }) => groupOf(row) === group),
  ) as [ServiceLambda[], ServiceLambda[]];
  const errors = (those: readonly ServiceLambda[]) =>
    those.map(({ lambda }) => lambda.metricErrors({ period, statistic: 'Sum' }));
  const condition = (name: string, says: string, metrics: readonly IMetric[]): Condition => ({
    ...{ name, says, metric: summed(name, metrics), limit: { above: 0 } },
  });
  const names = (those: readonly ServiceLambda[]) => those.map(({ row }) => row.name).join(', ');
  return [
    condition(
      'event-errors',
      'An event of a payment or an order ended in an error or got a 5xx: it may not be recorded until it is sent again.',
      [...errors(heard), ...heard.map(answers5xx)],
    ),
    condition('work-errors', `Work ended in an error or ran out of time: ${names(started)}.`, errors(started)),
    condition('request-errors', `A request ended in an error: ${names(requested)}.`, errors(requested)),
  ];
}

/** Functions that people or functions call past the API, and those that a queue, the clock or SES starts. */
function groupOf({ triggers }: LambdaRow): 'request' | 'work' | undefined {
  if (routesOf({ triggers }).length > 0) return undefined;
  return triggers.some((trigger) => 'functionUrl' in trigger || 'invoke' in trigger) ? 'request' : 'work';
}

/** Counts in the function's own log, because the API's metrics by route cost extra. */
function answers5xx({ row: { name }, log }: ServiceLambda): Metric {
  const metricName = `${name}-5xx`;
  log.addMetricFilter(metricName, {
    // A 502 means that a partner refused an order: that is recorded, and the payment is refunded.
    filterPattern: FilterPattern.all(
      FilterPattern.numberValue('$.status', '>=', 500),
      FilterPattern.numberValue('$.status', '!=', 502),
    ),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
  });
  return new Metric({ namespace, metricName, period, statistic: 'Sum' });
}

/** A burst is over before anybody could look, and its callers got an error that says to retry. */
const lasting = { periods: 3 } as const;

/** All functions of the account together, in this region: they share what it may run at a time. */
export const functionsThrottled = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'Throttles',
  statistic: 'Sum',
  period,
});

/** Reserved concurrency counts too, used or not: the other functions cannot have it. */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: 'Maximum',
  period,
});

/** In hundredths of the account's own limit, which CloudWatch knows: nobody has to say it to the stack. */
export const claimedShare = new MathExpression({
  expression: '100 * claimed / SERVICE_QUOTA(running)',
  usingMetrics: {
    claimed: claimedConcurrency,
    running: new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', statistic: 'Maximum', period }),
  },
  label: 'claimed, % of the limit',
  period,
});

/** One request counts once, whether the table or one of its indexes was too slow for it. */
export const tableThrottled = ({ tableName: TableName }: Data, Operation: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'ThrottledRequests',
    dimensionsMap: { TableName, Operation },
    statistic: 'Sum',
    period,
  });

export const overloadAlarms = (data: Data, api: HttpApi): Condition[] => [
  {
    name: 'turned-away',
    says: 'More than a fifth of all requests were answered with 503 for want of room, for an hour.',
    // In hundredths of all requests.
    metric: new MathExpression({
      expression: '100 * away / requests',
      usingMetrics: {
        away: measured('turnedAway', { statistic: 'Sum', period }),
        requests: api.metricCount({ statistic: 'Sum', period }),
      },
      label: 'turned away, % of requests',
      period,
    }),
    limit: { above: 20 },
    // One stranger can do this for minutes, and nothing is lost by it.
    periods: 12,
  },
  {
    name: 'throttled',
    says: 'AWS turned requests, functions or writes of the service away, in three periods of five minutes in a row.',
    metric: summed('turned away by AWS', [
      measured('throttled', { statistic: 'Sum', period }),
      functionsThrottled,
      // Counts of requests are updates: a stranger may overdo one of those, and nobody else meets it.
      tableThrottled(data, 'PutItem'),
    ]),
    limit: { above: 0 },
    ...lasting,
  },
  {
    name: 'concurrency',
    says: 'More than 70% of the functions that the account may run at a time were taken, in three periods of five minutes in a row.',
    metric: claimedShare,
    limit: { above: 70 },
    ...lasting,
  },
];
