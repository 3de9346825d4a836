/**
 * The dashboard of CloudWatch. An account gets three of at most 50 metrics each for free. Reading it is free, except
 * the table of log lines, which searches the logs each time someone opens it.
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
import { claimedShare, functionsThrottled, namespace, tableThrottled, type Watched } from './alarms/aws.ts';

const period = Duration.minutes(5);
const sum = { statistic: 'Sum', period };
const most = { statistic: 'Maximum', period };
const share = { statistic: 'Average', period };
const slow = { statistic: 'p95', period };

const fullWidth = 24;

export function dashboard(stack: Stack, { functions, api, queues, data }: Watched, alarms: readonly Alarm[]): void {
  const widgets: IWidget[][] = [
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: fullWidth })],
    row(
      graph('Sold', counted('quotes', 'jobs')),
      graph('Money: came and went back', counted('paid', 'refunded', 'paidOrders', 'canceledOrders')),
      graph('Money: differs', counted('amountMismatches', 'auditDifferences')),
    ),
    row(
      graph('Fulfilled and failed', counted('fulfilled', 'failed')),
      graph('Oldest in wait, seconds', lines(most, 'oldestUnfulfilledSeconds', 'oldestRefundSeconds')),
      graph('Waiting for a person', [...lines(most, 'parkedNow'), ...counted('parked')]),
    ),
    row(
      graph('Partners did not take an order', counted('partnerErrors')),
      graph('Refused at the door', counted('signatureFailures', 'contentMismatches', 'throttled', 'turnedAway')),
      graph('Lines to look at, emails that came back', counted('alarms', 'emailBounces')),
    ),
    row(
      graph('Events: oldest overdue, seconds', lines(most, 'oldestOutboxSeconds')),
      graph('Events: share of attempts that failed', lines(share, 'webhooksFailed', 'emailsFailed')),
      graph('HTML on paper, ms', lines(slow, 'renderMs')),
    ),
    row(
      graph('Queue of jobs', [
        queues.of.jobs.metricApproximateNumberOfMessagesVisible({ ...most, label: 'waiting' }),
        queues.dead.metricApproximateNumberOfMessagesVisible({ ...most, label: 'dead letters' }),
      ]),
      graph('API', [
        api.metricCount({ ...sum, label: 'requests' }),
        api.metricServerError({ ...sum, label: '5xx' }),
        api.metricLatency({ ...slow, label: 'latency p95, ms' }),
      ]),
      graph('AWS turned away', [
        functionsThrottled.with({ label: 'functions of the account' }),
        tableThrottled(data, 'PutItem').with({ label: 'writes of the table' }),
      ]),
      graph('Functions of the account at a time', [claimedShare]),
    ),
    [
      new LogQueryWidget({
        title: 'The latest lines that someone must look at',
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

/** A line for each of the metrics, or for each value of its label. */
const lines = (reading: typeof sum, ...names: MetricName[]): IMetric[] =>
  names.flatMap((metricName) => {
    const { by } = metricNamed(metricName);
    if (by === undefined) return [new Metric({ namespace, metricName, ...reading, label: metricName })];
    return metricLabels[by].map(
      (value) =>
        new Metric({
          namespace,
          metricName,
          ...reading,
          dimensionsMap: { [by]: value },
          label: `${metricName} ${value}`,
        }),
    );
  });

const counted = (...names: MetricName[]): IMetric[] => lines(sum, ...names);
