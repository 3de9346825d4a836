/** Alarms on what AWS measures itself: the queue, the API, the functions, and overload. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { isWebhookRoute, routesOf } from '../../lambda-rows.ts';
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
export const emailAlarms: readonly Condition[] = [
  {
    name: 'emails-bouncing',
    says: 'More than 4 of 100 e-mails came back. At 5 Amazon SES examines the account, and at 10 it may pause it.',
    metric: new Metric({ namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', period, statistic: 'Maximum' }),
    limit: { above: 0.04 },
    silence: 'unchanged',
  },
  {
    name: 'emails-unwanted',
    says: 'More than 8 of 10,000 readers called an e-mail spam. At 10 Amazon SES examines the account, and may pause it.',
    metric: new Metric({ namespace: 'AWS/SES', metricName: 'Reputation.ComplaintRate', period, statistic: 'Maximum' }),
    limit: { above: 0.0008 },
    silence: 'unchanged',
  },
];

/** Failures of functions behind the API show in its 5xx. A webhook gets its own alarm, because that one is too slow. */
export function functionAlarms(target: ServiceLambda): Condition[] {
  const routes = routesOf(target.row);
  if (routes.length === 0) return [errorAlarms(target)];
  return routes.some(isWebhookRoute) ? [errorAlarms(target), webhookAlarms(target.row.name, target.log)] : [];
}

const errorAlarms = ({ row: { name }, lambda }: ServiceLambda): Condition => ({
  name: `${name}-errors`,
  says: `${name} ended in an error or ran out of time.`,
  metric: lambda.metricErrors({ period, statistic: 'Sum' }),
  limit: { above: 0 },
});

/** Counts in the function's own log, because the API's metrics by route cost extra. */
function webhookAlarms(name: string, log: LogGroup): Condition {
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
  return {
    name: metricName,
    says: `${name} answered with a 5xx: payments or deliveries may not be recorded until they are sent again.`,
    metric: new Metric({ namespace, metricName, period, statistic: 'Sum' }),
    limit: { above: 0 },
  };
}

/** A burst is over before anybody could look, and its callers got an error that says to retry. */
const lasting = { periods: 3 } as const;

/** All functions of the account together, in this region: they share what it may run at a time. */
export const functionsThrottled: IMetric = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'Throttles',
  statistic: 'Sum',
  period,
});

/** Reserved concurrency counts too, used or not: the other functions cannot have it. */
export const claimedConcurrency = new Metric({
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
      expression: '100 * away / asked',
      usingMetrics: {
        away: measured('turnedAway', { statistic: 'Sum', period }),
        asked: api.metricCount({ statistic: 'Sum', period }),
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
    says: 'AWS turned requests or work of the service away, in three periods of five minutes in a row.',
    metric: measured('throttled', { statistic: 'Sum', period }),
    limit: { above: 0 },
    ...lasting,
  },
  {
    name: 'functions-throttled',
    says: 'Lambda did not start functions because too many ran, in three periods of five minutes in a row.',
    metric: functionsThrottled,
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
  {
    name: 'table-throttled',
    says: 'The table turned writes away, in three periods of five minutes in a row.',
    // Counts of requests are updates: a stranger may overdo one of those, and nobody else meets it.
    metric: tableThrottled(data, 'PutItem'),
    limit: { above: 0 },
    ...lasting,
  },
];
