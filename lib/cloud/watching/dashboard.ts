/**
 * The CloudWatch dashboard. An account gets three for free, of at most 50 metrics each. Opening it is free, except for the
 * table of log lines, which searches the logs each time.
 */
import { Aws, CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricLabels, metricNamed } from '../../../shared/domain/metrics.ts';
import {
  claimedShare,
  functionsThrottled,
  maximum,
  namespace,
  period,
  sum,
  tableThrottled,
  type Watched,
} from './alarms/aws.ts';

const p95 = { statistic: 'p95', period };

const fullWidth = 24;

export function addDashboard(stack: Stack, { functions, api, queues, data }: Watched, alarms: readonly Alarm[]): void {
  const widgets: IWidget[][] = [
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: fullWidth })],
    row(
      graph('Quotes and orders', sums('quotes', 'jobs')),
      graph('Payments and refunds', sums('paid', 'refunded', 'paidOrders', 'canceledOrders')),
      graph('Wrong amounts', sums('amountMismatches', 'auditDifferences')),
    ),
    row(
      graph('Fulfilled and failed', sums('fulfilled', 'failed')),
      graph('Longest wait, seconds', metricLines(maximum, 'oldestUnfulfilledSeconds', 'oldestRefundSeconds')),
      graph('Waiting for a person', [...metricLines(maximum, 'parkedNow'), ...sums('parked')]),
    ),
    row(
      graph('Orders that partners did not accept', sums('partnerErrors')),
      graph('Refused requests', sums('signatureFailures', 'contentMismatches', 'throttled', 'turnedAway')),
      graph('Log alarms and silenced email addresses', sums('alarms', 'emailAddressesSilenced')),
    ),
    row(
      graph('Webhooks and emails: longest overdue, seconds', metricLines(maximum, 'oldestOutboxSeconds')),
      graph(
        'Webhooks and emails: share of failed attempts',
        metricLines({ statistic: 'Average', period }, 'webhooksFailed', 'emailsFailed'),
      ),
      graph('Printing HTML, ms', metricLines(p95, 'renderMs')),
    ),
    row(
      graph('Queue of jobs', [
        queues.byName.jobs.metricApproximateNumberOfMessagesVisible({ ...maximum, label: 'waiting' }),
        queues.deadLetters.metricApproximateNumberOfMessagesVisible({ ...maximum, label: 'dead letters' }),
      ]),
      graph('API', [
        api.metricCount({ ...sum, label: 'requests' }),
        api.metricServerError({ ...sum, label: '5xx' }),
        api.metricLatency({ ...p95, label: 'latency p95, ms' }),
      ]),
      graph('Throttled by AWS', [
        functionsThrottled.with({ label: 'functions of the account' }),
        tableThrottled(data, 'PutItem').with({ label: 'writes to the table' }),
      ]),
      graph('Concurrency of the account', [claimedShare]),
    ),
    [
      new LogQueryWidget({
        title: 'Latest log alarms',
        // CloudWatch searches at most 50 log groups at a time.
        logGroupNames: functions.slice(0, 50).map(({ log }) => log.logGroupName),
        queryLines: [
          'fields @timestamp, function, message, order, partnerId, reason, error, requestId',
          'filter level = "alarm"',
          'sort @timestamp desc',
          'limit 50',
        ],
        width: fullWidth,
        height: 8,
      }),
    ],
  ];
  const { dashboardName: value } = new Dashboard(stack, 'Dashboard', {
    dashboardName: Aws.STACK_NAME,
    defaultInterval: Duration.hours(12),
    widgets,
  });
  new CfnOutput(stack, 'DashboardName', { value });
}

const row = (...graphs: ((width: number) => IWidget)[]): IWidget[] =>
  graphs.map((make) => make(fullWidth / graphs.length));

const graph = (title: string, left: IMetric[]) => (width: number) =>
  new GraphWidget({ title, left, width, leftYAxis: { min: 0 } });

/** A line for each metric, or for each value of its label. */
const metricLines = (reading: typeof sum, ...names: MetricName[]): IMetric[] =>
  names.flatMap((metricName) => {
    const { by } = metricNamed(metricName);
    const metric = { namespace, metricName, ...reading };
    if (by === undefined) return [new Metric({ ...metric, label: metricName })];
    return metricLabels[by].map(
      (value) => new Metric({ ...metric, dimensionsMap: { [by]: value }, label: `${metricName} ${value}` }),
    );
  });

const sums = (...names: MetricName[]): IMetric[] => metricLines(sum, ...names);
