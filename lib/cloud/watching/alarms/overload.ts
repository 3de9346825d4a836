/** Alarms on overload: AWS turns something away, or soon will. Each rings only when that lasts. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { measured } from '../measured.ts';
import type { Condition } from './aws.ts';

const period = Duration.minutes(5);

/** A burst is over before anybody could look, and whoever met it was told to come again. */
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
export const tableThrottled = ({ tableName: TableName }: ITable, Operation: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: 'ThrottledRequests',
    dimensionsMap: { TableName, Operation },
    statistic: 'Sum',
    period,
  });

/** In hundredths of all requests. */
const turnedAwayShare = (api: HttpApi): IMetric =>
  new MathExpression({
    expression: '100 * away / asked',
    usingMetrics: {
      away: measured('turnedAway', { statistic: 'Sum', period }),
      asked: api.metricCount({ statistic: 'Sum', period }),
    },
    label: 'turned away, % of requests',
    period,
  });

export const overloadAlarms = (table: ITable, api: HttpApi): Condition[] => [
  {
    name: 'turned-away',
    says: 'More than a fifth of all requests were answered with 503 for want of room, for an hour.',
    metric: turnedAwayShare(api),
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
    metric: tableThrottled(table, 'PutItem'),
    limit: { above: 0 },
    ...lasting,
  },
];
