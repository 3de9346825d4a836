/** Alarms on what AWS measures itself: the queue, the API and the functions. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { isWebhookRoute, routesOf } from '../../lambda-rows.ts';
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
    says: 'A job or an outbox failed five times in a row; it is tried on, and somebody should look why.',
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
 * at half of the first and a fifth of the second. Without e-mails there is nothing to measure.
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
    // A 502 tells of an order that a partner refused: that is recorded, and the payment goes back.
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
