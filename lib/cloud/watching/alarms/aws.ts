/** What AWS itself measures of the queue, the API and the functions, and from where on it is an alarm. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ServiceLambda } from '../../stack/lambda.ts';
import type { JobsQueue } from '../../stack/queue.ts';
import { isWebhookRoute } from '../../stack/webhooks.ts';
import { namespace } from '../measured.ts';

export interface Condition {
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  readonly limit: { readonly above: number } | { readonly below: number };
  /** How many periods in a row; one, where it is not said. */
  readonly periods?: number;
  /** What it means when nothing is measured; that all is well, where it is not said. */
  readonly silence?: 'well' | 'unchanged' | 'wrong';
}

const period = Duration.minutes(5);
const oldestSeconds = 900;

export const queueAlarms = ({ queue, dead }: JobsQueue): Condition[] => [
  {
    name: 'dead-letters',
    says: 'A job failed five times in a row; it is tried on, and somebody should look why.',
    metric: dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
    limit: { above: 0 },
  },
  {
    name: 'oldest-message',
    says: 'Jobs wait longer than 15 minutes to be looked at.',
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    limit: { above: oldestSeconds },
  },
];

export const apiAlarms = (api: HttpApi): Condition => ({
  name: 'api-5xx',
  says: 'Requests were answered with a 5xx, in three periods of five minutes in a row.',
  metric: api.metricServerError({ period, statistic: 'Sum' }),
  limit: { above: 0 },
  periods: 3,
});

/** Functions behind the API answer for themselves: what they fail at shows in its 5xx. For a webhook that is too late. */
export function functionAlarms(house: ServiceLambda): Condition[] {
  const { trigger } = house.row;
  if (!('http' in trigger)) return [errorAlarms(house)];
  return trigger.http.some(isWebhookRoute) ? [errorAlarms(house), webhookAlarms(house.row.name, house.log)] : [];
}

const errorAlarms = ({ row: { name }, lambda }: ServiceLambda): Condition => ({
  name: `${name}-errors`,
  says: `${name} ended in an error or ran out of time.`,
  metric: lambda.metricErrors({ period, statistic: 'Sum' }),
  limit: { above: 0 },
});

/** From the function's own log, because the API counts by route only where that is paid for. */
function webhookAlarms(name: string, log: LogGroup): Condition {
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
    limit: { above: 0 },
  };
}
