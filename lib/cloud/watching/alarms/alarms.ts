/**
 * The alarms, all through one SNS topic. The thresholds keep our promises, such as that no letter is forgotten. Each alarm
 * has a section in docs/runbook.md under its name.
 *
 * An alarm costs $0.10 a month for each metric that it reads.
 */
import { Aws, CfnCondition, CfnParameter, Duration, Fn, type Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { waitAlarms } from '../../../../shared/domain/metrics.ts';
import { awsAlarms, type Condition, maximum, measured, period, sum, type Watched } from './aws.ts';

const day = Duration.days(1);

export function addAlarms(stack: Stack, watched: Watched): readonly Alarm[] {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  // The default policy of SNS lets this account's alarms publish, but the topic's own policy replaces it.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  // A parameter, because a person's email address does not belong in git. CloudFormation remembers it.
  const { valueAsString: endpoint } = new CfnParameter(stack, 'AlarmEmail', {
    default: '',
    allowedPattern: '(\\S+@\\S+)?',
    maxLength: 254,
    description: 'Gets an email when an alarm goes off. Leave empty for none.',
  });
  const hasEmail = new CfnCondition(stack, 'WritesAlarms', {
    expression: Fn.conditionNot(Fn.conditionEquals(endpoint, '')),
  });
  const subscription = new CfnSubscription(stack, 'AlarmMail', {
    topicArn: topic.topicArn,
    protocol: 'email',
    endpoint,
  });
  subscription.cfnOptions.condition = hasEmail;
  return [...serviceAlarms, ...awsAlarms(watched)].map((condition) => addAlarm(stack, topic, condition));
}

function addAlarm(stack: Stack, topic: Topic, condition: Condition): Alarm {
  const { name, text, metric, limit, silence = 'ok', periods = 1 } = condition;
  const missingData = {
    ok: TreatMissingData.NOT_BREACHING,
    unchanged: TreatMissingData.IGNORE,
    wrong: TreatMissingData.BREACHING,
  };
  const metricAlarm = new Alarm(stack, name, {
    alarmName: `${Aws.STACK_NAME}-${name}`,
    alarmDescription: `${text} What to do: docs/runbook.md#${name}`,
    metric,
    threshold: 'above' in limit ? limit.above : limit.below,
    evaluationPeriods: periods,
    comparisonOperator:
      'above' in limit ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: missingData[silence],
  });
  const mail = new SnsAction(topic);
  metricAlarm.addAlarmAction(mail);
  // The same people also get a message when the alarm ends.
  metricAlarm.addOkAction(mail);
  return metricAlarm;
}

const waitAlarm = (metric: keyof typeof waitAlarms, text: string): Condition => ({
  name: waitAlarms[metric][0],
  text,
  metric: measured(metric, maximum),
  limit: { above: waitAlarms[metric][1] },
  silence: 'unchanged',
});

/** Every run of `reconcile` reports the metrics with `silence: 'unchanged'`. Between runs, the last value counts. */
const serviceAlarms: readonly Condition[] = [
  waitAlarm('oldestUnfulfilledSeconds', 'A paid job has waited longer than 15 minutes for a partner to take it.'),
  waitAlarm('oldestRefundSeconds', 'A refund has been due for more than an hour.'),
  waitAlarm('oldestOutboxSeconds', 'The next attempt at an event is more than 15 minutes overdue.'),
  {
    name: 'parked',
    text: 'A paid job is waiting for someone to decide what to do.',
    metric: measured('parkedNow', maximum),
    limit: { above: 0 },
    silence: 'unchanged',
  },
  {
    name: 'webhooks-failing',
    text: 'For six hours, more than 90% of attempts to notify webhooks failed.',
    // Individual receivers are often down. Hours without an attempt count as fine.
    metric: measured('webhooksFailed', { statistic: 'Average', period: Duration.hours(1) }),
    limit: { above: 0.9 },
    periods: 6,
  },
  {
    name: 'emails-failing',
    text: 'For two hours in a row, the mail service refused more than half of the emails.',
    // All emails go through one service, so the recipients are rarely at fault.
    metric: measured('emailsFailed', { statistic: 'Average', period: Duration.hours(1) }),
    limit: { above: 0.5 },
    periods: 2,
  },
  {
    name: 'reconcile-silent',
    text: 'No run of reconcile has finished for 15 minutes: lost work is not picked up, and nothing is measured.',
    metric: measured('oldestUnfulfilledSeconds', { statistic: 'SampleCount', period }),
    limit: { below: 1 },
    periods: 3,
    silence: 'wrong',
  },
  {
    name: 'signature-failures',
    text: 'Within an hour, more than two events had a wrong signature.',
    // If our secret is wrong, the provider retries after 5 and 30 minutes. Anyone may send a single event.
    metric: measured('signatureFailures', { statistic: 'Sum', period: Duration.hours(1) }),
    limit: { above: 2 },
  },
  {
    name: 'content-mismatches',
    text: 'Within 15 minutes, more than ten jobs were refused because their content differs from the quote.',
    // One is a client's mistake. Many mean that the layout changed while quotes were open.
    metric: measured('contentMismatches', { statistic: 'Sum', period: Duration.minutes(15) }),
    limit: { above: 10 },
  },
  {
    name: 'log-alarm',
    text: 'A function wrote a line that someone must look at.',
    metric: measured('alarms', sum),
    limit: { above: 0 },
  },
  {
    name: 'orders-canceled',
    text: 'More than a tenth of a day’s paid orders, and at least five, were canceled and refunded.',
    metric: new MathExpression({
      // A day without payments may still have cancellations of earlier orders.
      expression: 'IF(canceled >= 5, 100 * canceled / FILL(paid, 1), 0)',
      usingMetrics: {
        canceled: measured('canceledOrders', { statistic: 'Sum', period: day }),
        paid: measured('paidOrders', { statistic: 'Sum', period: day }),
      },
      label: 'canceled and refunded, % of paid orders',
      period: day,
    }),
    limit: { above: 10 },
  },
  // The audit runs once a day and reports the count of differences even when it is zero.
  {
    name: 'audit-differences',
    text: 'Payments, jobs and partners’ orders of a day disagree.',
    metric: measured('auditDifferences', { statistic: 'Sum', period: Duration.hours(1) }),
    limit: { above: 0 },
  },
  {
    name: 'audit-silent',
    text: 'No audit has finished for 30 hours.',
    // More than a day, because the audit does not end at the same minute every day.
    metric: measured('auditDifferences', { statistic: 'SampleCount', period: Duration.hours(6) }),
    limit: { below: 1 },
    periods: 5,
    silence: 'wrong',
  },
];
