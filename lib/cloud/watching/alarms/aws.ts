/** Alarms on what AWS measures itself: emails, queues, the API, overload and the functions. */
import { Aws, Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { type MetricName, metricNamed } from '../../../../shared/domain/metrics.ts';
import { isWebhookRoute, routesOf } from '../../lambda-rows.ts';
import type { Data } from '../../stack/data.ts';
import type { ServiceLambda } from '../../stack/lambda.ts';
import type { Queues } from '../../stack/queue.ts';

export interface Condition {
  readonly name: string;
  readonly text: string;
  readonly metric: IMetric;
  readonly limit: { readonly above: number } | { readonly below: number };
  /** The number of periods in a row; by default one. */
  readonly periods?: number;
  /** The meaning of a period without measurements: all is well (by default), no change, or something is wrong. */
  readonly silence?: 'ok' | 'unchanged' | 'wrong';
}

export const period = Duration.minutes(5);
export const sum = { statistic: 'Sum', period };
export const maximum = { statistic: 'Maximum', period };

/** The service's own metrics are under the stack's name, so that those of two stacks are never added up. */
export const namespace = `PrintAndMail/${Aws.STACK_NAME}`;

/** A metric of the service without a label: the only kind that an alarm can watch. */
export function measured(metricName: MetricName, reading: Pick<MetricProps, 'statistic' | 'period'>): Metric {
  const { by } = metricNamed(metricName);
  if (by !== undefined) throw new Error(`${metricName} is counted by ${by}, so no single metric has all of it`);
  return new Metric({ namespace, metricName, ...reading });
}

const queueAlarms = ({ byName, deadLetters }: Queues): Condition[] => [
  {
    name: 'dead-letters',
    text: 'A job or an outbox failed five times in a row, which we keep retrying, or a bounce from SES could not be recorded. Find out why.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
    limit: { above: 0 },
  },
  {
    name: 'oldest-message',
    text: 'A job has waited in its queue for more than 30 minutes.',
    metric: byName.jobs.metricApproximateAgeOfOldestMessage(maximum),
    // Twice the longest delay of a message. AWS does not document whether a message ages while it is delayed.
    limit: { above: 30 * 60 },
  },
];

const apiAlarm = (api: HttpApi): Condition => ({
  name: 'api-5xx',
  text: 'Requests got a 5xx in three periods of five minutes in a row, not counting overload (503) and partners’ refusals (502).',
  // A tenth is tolerated, because the API may count a request in one period and we may count it in the next.
  metric: new MathExpression({
    expression: 'IF(failed - FILL(overload, 0) > failed / 10, failed - FILL(overload, 0), 0)',
    usingMetrics: { failed: api.metricServerError(sum), overload: measured('turnedAway', sum) },
    label: '5xx without overload',
    period,
  }),
  limit: { above: 0 },
  periods: 3,
});

/**
 * SES measures the whole account. It reviews an account at 5% bounces or 0.1% complaints, and pauses it at 10% or 0.5%.
 * It measures nothing while no emails are sent.
 */
const emailAlarm: Condition = {
  name: 'emails-coming-back',
  text: 'More than 4% of the emails bounced, or more than 0.08% were marked as spam. Amazon SES reviews the account at 5% and 0.1%, and may pause it.',
  metric: new MathExpression({
    expression: 'IF(bounced > 0.04 OR complained > 0.0008, 1, 0)',
    usingMetrics: {
      bounced: new Metric({ namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', ...maximum }),
      complained: new Metric({ namespace: 'AWS/SES', metricName: 'Reputation.ComplaintRate', ...maximum }),
    },
    label: 'SES may pause the account',
    period,
  }),
  limit: { above: 0 },
  silence: 'unchanged',
};

/** The sum of up to ten metrics, the maximum of an alarm. A metric without data counts as 0. */
const sumOf = (label: string, metrics: readonly IMetric[]): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, at) => [`m${at}`, metric])),
    label,
    period,
  });

/** Failures of other functions behind the API appear in its 5xx alarm, which is too slow for payment and partner events. */
function functionAlarms(functions: readonly ServiceLambda[]): Condition[] {
  const eventFunctions = functions.filter(({ row }) => routesOf(row).some(isWebhookRoute));
  const background = functions.filter(({ row }) => routesOf(row).length === 0);
  const errors = (lambdas: readonly ServiceLambda[]) => lambdas.map(({ lambda }) => lambda.metricErrors(sum));
  const errorAlarm = (name: string, text: string, metrics: readonly IMetric[]): Condition => ({
    name,
    text,
    metric: sumOf(name, metrics),
    limit: { above: 0 },
  });
  return [
    errorAlarm(
      'event-errors',
      'Receiving a payment or partner event failed (an error or a 5xx response). The event may be missing until it is sent again.',
      [...errors(eventFunctions), ...eventFunctions.map(count5xxResponses)],
    ),
    errorAlarm(
      'function-errors',
      `A function ended in an error or ran out of time: ${background.map(({ row }) => row.name).join(', ')}.`,
      errors(background),
    ),
  ];
}

/** Counts in the function's own log, because the API's metrics by route cost extra. */
function count5xxResponses({ row: { name }, log }: ServiceLambda): Metric {
  const metricName = `${name}-5xx`;
  log.addMetricFilter(metricName, {
    // A 502 means that a partner refused an order, which is recorded and refunded.
    filterPattern: FilterPattern.all(
      FilterPattern.numberValue('$.status', '>=', 500),
      FilterPattern.numberValue('$.status', '!=', 502),
    ),
    metricNamespace: namespace,
    metricName,
    metricValue: '1',
  });
  return new Metric({ namespace, metricName, ...sum });
}

/** For all functions of the account in this region together, because they share its concurrency. */
export const functionsThrottled = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum });

/** In percent of the account's concurrency limit, which CloudWatch knows. */
export const claimedShare = new MathExpression({
  expression: '100 * claimed / SERVICE_QUOTA(running)',
  usingMetrics: {
    // Reserved concurrency counts even if it is unused, because other functions cannot use it.
    claimed: new Metric({ namespace: 'AWS/Lambda', metricName: 'ClaimedAccountConcurrency', ...maximum }),
    running: new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', ...maximum }),
  },
  label: 'claimed, % of the limit',
  period,
});

/** A request counts once, whether the table or one of its indexes throttled it. */
export const tableThrottled = ({ tableName: TableName }: Data, Operation: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'ThrottledRequests',
    dimensionsMap: { TableName, Operation },
    ...sum,
  });

const overloadAlarms = (data: Data, api: HttpApi): Condition[] => [
  {
    name: 'turned-away',
    text: 'For an hour, more than a fifth of all requests got 503 because the service was busy, or 502 because a partner refused the order.',
    metric: new MathExpression({
      expression: '100 * overload / requests',
      usingMetrics: { overload: measured('turnedAway', sum), requests: api.metricCount(sum) },
      label: 'turned away, % of requests',
      period,
    }),
    limit: { above: 20 },
    // A single client can cause this for minutes, and nothing is lost.
    periods: 12,
  },
  {
    name: 'throttled',
    text: 'In three periods of five minutes in a row, AWS turned away requests, functions or table writes, or more than 70% of the account’s concurrency was in use.',
    metric: new MathExpression({
      // A metric without data is ignored here.
      expression: 'MAX([service, functions, writes, excess])',
      usingMetrics: {
        service: measured('throttled', sum),
        functions: functionsThrottled,
        // Only PutItem: rate limits use UpdateItem, and a client that overloads its own count affects no one else.
        writes: tableThrottled(data, 'PutItem'),
        excess: new MathExpression({ expression: 'share - 70', usingMetrics: { share: claimedShare }, period }),
      },
      label: 'throttled by AWS, or close to it',
      period,
    }),
    limit: { above: 0 },
    // A burst is over before anyone could look, and its callers got an error that says to retry.
    periods: 3,
  },
];

export interface Watched {
  readonly functions: readonly ServiceLambda[];
  readonly api: HttpApi;
  readonly queues: Queues;
  readonly data: Data;
}

export const awsAlarms = ({ functions, api, queues, data }: Watched): Condition[] => [
  emailAlarm,
  ...queueAlarms(queues),
  apiAlarm(api),
  ...overloadAlarms(data, api),
  ...functionAlarms(functions),
];
