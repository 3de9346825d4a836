/**
 * The three dashboards of CloudWatch: how the service is, its functions, and the parts of AWS that it depends on. An account
 * has three of at most 50 metrics each for nothing. Reading them is free, but for the table of log lines, which searches
 * the logs each time somebody opens it.
 */
import { Aws, CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricMeanings } from '../../../shared/domain/metrics.ts';
import type { Data } from '../stack/data.ts';
import type { ServiceLambda } from '../stack/lambda.ts';
import type { Queues } from '../stack/queue.ts';
import { claimedConcurrency, claimedShare, functionsThrottled, tableThrottled } from './alarms/aws.ts';
import { type MetricReading, metricSeries } from './measured.ts';

const period = Duration.minutes(5);
const sum: MetricReading = { statistic: 'Sum', period };
const most: MetricReading = { statistic: 'Maximum', period };
const share: MetricReading = { statistic: 'Average', period };
const slow: MetricReading = { statistic: 'p95', period };

const fullWidth = 24;

export function dashboards(
  stack: Stack,
  {
    functions,
    api,
    queues,
    data,
    alarms,
  }: {
    readonly functions: readonly ServiceLambda[];
    readonly api: HttpApi;
    readonly queues: Queues;
    readonly data: Data;
    readonly alarms: readonly Alarm[];
  },
): void {
  const board = (id: string, name: string, widgets: IWidget[][]) =>
    new Dashboard(stack, id, { dashboardName: name, defaultInterval: Duration.hours(12), widgets });
  const first = board('Dashboard', Aws.STACK_NAME, [
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
    [
      new TextWidget({
        markdown: [
          'What to do about an alarm, and what each means: docs/runbook.md.',
          ...['', '| Number | Meaning |', '| --- | --- |'],
          ...Object.entries(metricMeanings).map(([name, meaning]) => `| ${name} | ${meaning} |`),
        ].join('\n'),
        width: fullWidth,
        height: 12,
      }),
    ],
  ]);
  board('Functions', `${Aws.STACK_NAME}-Functions`, [
    row(
      graph(
        'Functions: errors',
        functions.map(({ row: { name }, lambda }) => lambda.metricErrors({ ...sum, label: name })),
      ),
    ),
  ]);
  const typical: MetricReading = { statistic: 'p50', period };
  board('Parts', `${Aws.STACK_NAME}-Parts`, [
    row(
      graph('Queue of jobs', [
        queues.of.jobs.metricApproximateNumberOfMessagesVisible({ ...most, label: 'waiting' }),
        queues.of.jobs.metricApproximateAgeOfOldestMessage({ ...most, label: 'age of the oldest, seconds' }),
        queues.dead.metricApproximateNumberOfMessagesVisible({ ...most, label: 'dead letters' }),
      ]),
      graph(
        'Events: outboxes in the queues',
        (['webhooks', 'emails'] as const).map((name) =>
          queues.of[name].metricApproximateNumberOfMessagesVisible({ ...most, label: name }),
        ),
      ),
      graph('API', [
        api.metricCount({ ...sum, label: 'requests' }),
        api.metricClientError({ ...sum, label: '4xx' }),
        api.metricServerError({ ...sum, label: '5xx' }),
        api.metricLatency({ ...slow, label: 'latency p95, ms' }),
      ]),
    ),
    row(
      graph(
        'Functions that wait for others: p95 of the duration, ms',
        // Their rows allow more time than a function needs that only reads the table.
        functions
          .filter(({ row }) => row.timeoutSeconds > 10)
          .map(({ row: { name }, lambda }) => lambda.metricDuration({ ...slow, label: name })),
      ),
      graph('HTML on paper, ms', [...lines(typical, 'renderMs'), ...lines(slow, 'renderMs')]),
    ),
    // Everything that the functions do at it.
    row(
      graph('Functions of the account: not started, because too many ran', [functionsThrottled]),
      graph('Functions of the account at a time', [claimedConcurrency, claimedShare]),
      graph(
        'Table: requests turned away',
        ['PutItem', 'UpdateItem', 'GetItem', 'Query'].map((label) => tableThrottled(data, label).with({ label })),
      ),
    ),
  ]);
  new CfnOutput(stack, 'DashboardName', { value: first.dashboardName });
}

const row = (...graphs: ((width: number) => IWidget)[]): IWidget[] =>
  graphs.map((make) => make(fullWidth / graphs.length));

const graph = (title: string, left: IMetric[]) => (width: number) =>
  new GraphWidget({ title, left, width, leftYAxis: { min: 0 } });

const lines = (reading: MetricReading, ...names: MetricName[]): IMetric[] =>
  names.flatMap((name) => metricSeries(name, reading));

const counted = (...names: MetricName[]): IMetric[] => lines(sum, ...names);
