/** Alarms on the service's own metrics. */
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { measured } from '../measured.ts';
import type { Condition } from './aws.ts';

const period = Duration.minutes(5);

/** Every run of reconcile reports the metrics of `silence: 'unchanged'`. Between runs, the last value holds. */
export const serviceAlarms: readonly Condition[] = [
  {
    name: 'paid-not-fulfilled',
    says: 'A paid job has waited longer than 15 minutes for a partner to take it.',
    metric: measured('oldestUnfulfilledSeconds', { statistic: 'Maximum', period }),
    limit: { above: 15 * 60 },
    silence: 'unchanged',
  },
  {
    name: 'parked',
    says: 'A paid job waits for a person: no machine can find out what became of it.',
    metric: measured('parkedNow', { statistic: 'Maximum', period }),
    limit: { above: 0 },
    silence: 'unchanged',
  },
  {
    name: 'refund-pending',
    says: 'A refund has been owed for longer than an hour.',
    metric: measured('oldestRefundSeconds', { statistic: 'Maximum', period }),
    limit: { above: 60 * 60 },
    silence: 'unchanged',
  },
  {
    name: 'events-overdue',
    says: 'Events have waited longer than 15 minutes beyond their time, and nobody has tried to tell them.',
    // A recipient that does not answer makes nothing overdue: its next attempt is later.
    metric: measured('oldestOutboxSeconds', { statistic: 'Maximum', period }),
    limit: { above: 15 * 60 },
    silence: 'unchanged',
  },
  {
    name: 'webhooks-failing',
    says: 'More than nine of ten attempts to tell receivers of events have failed, for six hours in a row.',
    // Single receivers are down again and again. Hours without an attempt are well.
    metric: measured('webhooksFailed', { statistic: 'Average', period: Duration.hours(1) }),
    limit: { above: 0.9 },
    periods: 6,
  },
  {
    name: 'emails-failing',
    says: 'More than half of the e-mails of an hour were not taken, for two hours in a row.',
    // They all go to one service, so it is seldom the recipients’ fault.
    metric: measured('emailsFailed', { statistic: 'Average', period: Duration.hours(1) }),
    limit: { above: 0.5 },
    periods: 2,
  },
  {
    name: 'reconcile-silent',
    says: 'No round of reconcile has come to its end for 15 minutes: what was lost is not found, and nothing is measured.',
    metric: measured('oldestUnfulfilledSeconds', { statistic: 'SampleCount', period }),
    limit: { below: 1 },
    periods: 3,
    silence: 'wrong',
  },
  {
    name: 'signature-failures',
    says: 'More than two events within an hour were not signed by the provider they claim.',
    // If our secret is wrong, the provider tries again after 5 and 30 minutes. A single event may be a stranger's.
    metric: measured('signatureFailures', { statistic: 'Sum', period: Duration.hours(1) }),
    limit: { above: 2 },
  },
  {
    name: 'amount-mismatch',
    says: 'Another amount or currency was paid than was approved.',
    metric: measured('amountMismatches', { statistic: 'Sum', period }),
    limit: { above: 0 },
  },
  {
    name: 'content-mismatches',
    says: 'More than ten jobs within 15 minutes were refused because their content was not what had been quoted.',
    // One is a client's slip. Many mean that a layout has changed under open quotes.
    metric: measured('contentMismatches', { statistic: 'Sum', period: Duration.minutes(15) }),
    limit: { above: 10 },
  },
  {
    name: 'log-alarm',
    says: 'A function has written a line that somebody must look at.',
    metric: measured('alarms', { statistic: 'Sum', period }),
    limit: { above: 0 },
  },
];

const day = Duration.days(1);

export const cancellationAlarm: Condition = {
  name: 'orders-canceled',
  says: 'More than a tenth of a day’s paid orders, and at least five, were canceled and refunded.',
  metric: new MathExpression({
    // A day without a payment still has cancellations of earlier orders.
    expression: 'IF(canceled >= 5, 100 * canceled / FILL(paid, 1), 0)',
    usingMetrics: {
      canceled: measured('canceledOrders', { statistic: 'Sum', period: day }),
      paid: measured('paidOrders', { statistic: 'Sum', period: day }),
    },
    label: 'canceled and refunded, % of paid orders',
    period: day,
  }),
  limit: { above: 10 },
};

/** The audit runs once a day and reports the count of differences even when it is zero. */
export const auditAlarms: readonly Condition[] = [
  {
    name: 'audit-differences',
    says: 'Payments, jobs and partners’ orders of a day do not agree.',
    metric: measured('auditDifferences', { statistic: 'Sum', period: Duration.hours(1) }),
    limit: { above: 0 },
  },
  {
    name: 'audit-silent',
    says: 'No audit has come to its end for 30 hours.',
    // A day and some hours, because the audit does not end at the same minute every day.
    metric: measured('auditDifferences', { statistic: 'SampleCount', period: Duration.hours(6) }),
    limit: { below: 1 },
    periods: 5,
    silence: 'wrong',
  },
];
