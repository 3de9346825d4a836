/** The alarms and the dashboard: every alarm has a section in the runbook, and every section has an alarm. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { root } from '../../lib/cloud/packaging/bundles.ts';
import { logTo } from '../../shared/config/log.ts';
import { type MetricName, metricLabels, metricNamed, metrics } from '../../shared/domain/metrics.ts';
import { differenceMeanings } from '../../shared/orders/audit/audit-compare.ts';
import { alarmByKind as paymentAlarms } from '../../shared/orders/events/receive-payment-event.ts';
import { allFlags, type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';

const template = synthesized();
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

const resources = (type: string, { Resources }: Template = template): Resource['Properties'][] =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));

/** The alarm's name without the prefix, which is the stack's name. */
const nameOf = ({ AlarmName }: Resource['Properties']): string => AlarmName['Fn::Join'][1][1].slice(1);

/** The resource's name in the code: its logical id without the hash. */
const idOf = (value: string | { Ref?: string; 'Fn::GetAtt'?: [string] }) =>
  typeof value === 'string' ? value : (value.Ref ?? value['Fn::GetAtt']?.[0])?.slice(0, -8);

/** The alarms that notify someone. Others only stop a deployment. */
const notifying = (stack: Template) =>
  resources('AWS::CloudWatch::Alarm', stack).filter(({ AlarmActions }) => AlarmActions);
const alarms = new Map(notifying(template).map((alarm) => [nameOf(alarm), alarm]));
const alarmNamed = (name: string): Resource['Properties'] => alarms.get(name) ?? {};

const splitAt = (text: string, heading: RegExp): (readonly [name: string, text: string])[] =>
  text
    .split(heading)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]);

/** The sections by their names. A section about several alarms has a subsection for each. */
const sections = new Map(splitAt(runbook, /^## /m));
const subsections = [...sections.values()].flatMap((section) => splitAt(section, /^### /m));
const undividedSections = [...sections].filter(([, section]) => !section.includes('\n### '));

/** The alarms or messages in the first column of a section's table. A row may have several. */
const firstCells = (section: string): string[] =>
  [...(sections.get(section) ?? '').matchAll(/^\| `(.+?)` \|/gm)].flatMap(([, cell = '']) => cell.split('`, `'));

test('every alarm has a section or subsection in the runbook, and each of these has an alarm', () => {
  expect([...undividedSections, ...subsections].map(([name]) => name).sort()).toEqual([...alarms.keys()].sort());
  expect(runbook.match(/^###? /gm)).toHaveLength(sections.size + subsections.length);
});

test('no flag of the stack adds an alarm that notifies someone', () => {
  expect(new Set(notifying(synthesized(allFlags)).map(nameOf))).toEqual(new Set(alarms.keys()));
});

test.each([...alarms])('%s says what is wrong and links to its section', (name, { AlarmDescription }) => {
  expect(AlarmDescription).toMatch(/^\S.*\. What to do: /);
  expect(AlarmDescription).toContain(`docs/runbook.md#${name}`);
});

test('the runbook explains every alarm message of the log, and no other', () => {
  const literals = globSync('{shared,functions,lib}/**/*.ts', { cwd: root })
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\balarm\(\s*'([^']+)'/g)])
    .map(([, message = '']) => message);
  const messages = new Set([...literals, ...Object.values(paymentAlarms)]);
  const explained = firstCells('log-alarm');
  expect(literals.length).toBeGreaterThan(5);
  expect(explained.sort()).toEqual([...messages].sort());
});

test('the runbook’s query for events finds each receiver by its name in the log', () => {
  const [, pattern = '$^'] = /filter function like \/(.+?)\//.exec(sections.get('event-errors') ?? '') ?? [];
  const matches = manifest.filter(({ name }) => new RegExp(pattern).test(name));
  expect(matches.map(({ name }) => name.split('-')[1])).toEqual(['stripe', 'postgrid', 'telnyx', 'email']);
});

test('the runbook says what to do about each kind of audit difference', () => {
  expect(firstCells('audit-differences')).toEqual(Object.keys(differenceMeanings));
});

test('one alarm watches the errors of the event receivers, and another those of every function that is not behind the API', () => {
  const read = ['event-errors', 'function-errors'].map((name) =>
    alarmNamed(name).Metrics.flatMap(({ MetricStat }: Resource['Properties']) =>
      MetricStat?.Metric.MetricName === 'Errors' && MetricStat.Stat === 'Sum'
        ? [idOf(MetricStat.Metric.Dimensions[0].Value)]
        : [],
    ),
  );
  const ids = (rows: typeof manifest) => [...new Set(rows.map(({ name, group = name }) => group.replaceAll('-', '')))];
  expect(read).toEqual([
    ids(manifest.filter(({ name, trigger }) => 'http' in trigger && name.startsWith('receive-'))),
    ids(manifest.filter(({ trigger }) => !('http' in trigger))),
  ]);
});

test('every alarm publishes to the topic, again when it is over, and the topic lets this account’s alarms publish', () => {
  const [topic] = Object.keys(template.Resources).filter((id) => /^Alarms[0-9A-F]{8}$/.test(id));
  for (const { AlarmActions, OKActions } of alarms.values())
    expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
  const policy = resources('AWS::SNS::TopicPolicy').find(({ Topics }) => Topics[0].Ref === topic);
  expect(policy?.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  );
});

/** The namespace that the functions write the service's metrics to. */
const [namespace] = resources('AWS::Lambda::Function').flatMap(
  ({ Environment }) => Environment.Variables.METRICS_NAMESPACE ?? [],
);

/**
 * Each alarm: its namespace (`service` is our own), metric and dimension (or its expression and metrics), then statistic,
 * seconds, limit, periods, and the treatment of missing data, unless that is `notBreaching`.
 */
const expectedAlarms = `
  paid-not-fulfilled service oldestUnfulfilledSeconds Maximum 300 > 900 x1 ignore
  parked service parkedNow Maximum 300 > 0 x1 ignore
  refund-pending service oldestRefundSeconds Maximum 300 > 3600 x1 ignore
  events-overdue service oldestOutboxSeconds Maximum 300 > 900 x1 ignore
  webhooks-failing service webhooksFailed Average 3600 > 0.9 x6
  emails-failing service emailsFailed Average 3600 > 0.5 x2
  reconcile-silent service oldestUnfulfilledSeconds SampleCount 300 < 1 x3 breaching
  signature-failures service signatureFailures Sum 3600 > 2 x1
  content-mismatches service contentMismatches Sum 900 > 10 x1
  log-alarm service alarms Sum 300 > 0 x1
  audit-differences service auditDifferences Sum 3600 > 0 x1
  audit-silent service auditDifferences SampleCount 21600 < 1 x5 breaching
  dead-letters AWS/SQS ApproximateNumberOfMessagesVisible of DeadLetters Maximum 300 > 0 x1
  oldest-message AWS/SQS ApproximateAgeOfOldestMessage of Jobs Maximum 300 > 1800 x1
  api-5xx IF(failed - FILL(overload, 0) > failed / 10, failed - FILL(overload, 0), 0) of 5xx turnedAway 300 > 0 x3
  turned-away 100 * overload / requests of turnedAway Count 300 > 20 x12
  orders-canceled IF(canceled >= 5, 100 * canceled / FILL(paid, 1), 0) of canceledOrders paidOrders 86400 > 10 x1
  emails-coming-back IF(bounced > 0.04 OR complained > 0.0008, 1, 0) of Reputation.BounceRate Reputation.ComplaintRate 300 > 0 x1 ignore
  throttled MAX([service, functions, writes, excess]) of throttled Throttles ThrottledRequests share - 70 100 * claimed / SERVICE_QUOTA(running) ClaimedAccountConcurrency ConcurrentExecutions 300 > 0 x3
  event-errors SUM(METRICS()) of Errors Errors receive-stripe-event-5xx partner-events-5xx 300 > 0 x1
  function-errors SUM(METRICS()) of${' Errors'.repeat(8)} 300 > 0 x1`;

test('every alarm has its metrics, its limit and its treatment of missing data', () => {
  const metricsOf = ({
    Namespace,
    MetricName,
    Dimensions = [],
    Statistic,
    Period,
    Metrics,
  }: Resource['Properties']) => {
    if (Metrics === undefined) {
      const dimension = Dimensions.map(({ Value }: { Value: string }) => ` of ${idOf(Value)}`).join('');
      return `${typeof Namespace === 'string' ? Namespace : 'service'} ${MetricName}${dimension} ${Statistic} ${Period}`;
    }
    const [{ Expression }, ...read] = Metrics;
    expect(read.length).toBeLessThanOrEqual(10);
    const names = read.map((each: Resource['Properties']) => each.Expression ?? each.MetricStat.Metric.MetricName);
    const seconds = new Set(read.flatMap(({ MetricStat }: Resource['Properties']) => MetricStat?.Period ?? []));
    return [Expression, 'of', ...names, ...seconds].join(' ');
  };
  const lines = [...alarms].map(([name, alarm]) => {
    const operator = alarm.ComparisonOperator === 'GreaterThanThreshold' ? '>' : '<';
    const missingData = alarm.TreatMissingData === 'notBreaching' ? '' : ` ${alarm.TreatMissingData}`;
    return `${name} ${metricsOf(alarm)} ${operator} ${alarm.Threshold} x${alarm.EvaluationPeriods}${missingData}`;
  });
  expect(lines.sort()).toEqual(expectedAlarms.trim().split(/\n\s*/).sort());
  expect(namespace).toEqual({ 'Fn::Join': ['', ['PrintAndMail/', { Ref: 'AWS::StackName' }]] });
  for (const { Namespace } of alarms.values()) if (typeof Namespace === 'object') expect(Namespace).toEqual(namespace);
});

test('the log filters count each 5xx except for 502, under the metric names of their alarms', () => {
  const filters = resources('AWS::Logs::MetricFilter');
  const counted = filters.map(({ MetricTransformations: [{ MetricName }] }) => MetricName);
  expect(counted).toEqual(['receive-stripe-event-5xx', 'partner-events-5xx']);
  const lines: string[] = [];
  for (const status of [499, 500, 502, 503]) logTo((line) => lines.push(line)).alarm('unexpected error', { status });
  for (const { FilterPattern, MetricTransformations } of filters) {
    const [, field = '', min, except] =
      /^\{ \(\$\.(\w+) >= (\d+)\) && \(\$\.\1 != (\d+)\) \}$/.exec(FilterPattern) ?? [];
    const values = lines.map((line) => JSON.parse(line)[field]);
    expect(values.map((value) => value >= Number(min) && value !== Number(except))).toEqual([false, true, false, true]);
    expect(MetricTransformations).toEqual([expect.objectContaining({ MetricNamespace: namespace, MetricValue: '1' })]);
  }
});

interface Widget {
  readonly properties: { readonly title?: string; readonly metrics?: unknown[][] };
}

/** The widgets of a dashboard. References are replaced by their names. */
function widgetsOf({ DashboardBody }: { readonly DashboardBody: { readonly 'Fn::Join': [string, unknown[]] } }) {
  const resolved = (part: unknown) => (typeof part === 'string' ? part : Object.values(part as object).join('.'));
  return (JSON.parse(DashboardBody['Fn::Join'][1].map(resolved).join('')) as { widgets: Widget[] }).widgets;
}
const dashboards = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
  Type === 'AWS::CloudWatch::Dashboard' ? [widgetsOf(Properties as Parameters<typeof widgetsOf>[0])] : [],
);
const [widgets = []] = dashboards;
const shownMetrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);

test('there is one dashboard, with the graphs that the runbook names and at most the 50 metrics that are free', () => {
  expect(dashboards).toHaveLength(1);
  const graphs = [...runbook.matchAll(/\*([^*\n]+)\* on the dashboard/g)].map(([, title]) => title);
  expect(widgets.map(({ properties }) => properties.title)).toEqual(expect.arrayContaining(graphs));
  // Expressions don't count.
  expect(shownMetrics.filter(([first]) => typeof first === 'string').length).toBeLessThanOrEqual(50);
});

test('a quiet stage has no dashboard, no alarms and no custom metrics', () => {
  const quiet = synthesized({ file: { quiet: true } });
  const types = new Set(Object.values(quiet.Resources).map(({ Type }) => Type));
  for (const type of ['Dashboard', 'Alarm']) expect([...types]).not.toContain(`AWS::CloudWatch::${type}`);
  expect([...types]).not.toContain('AWS::Logs::MetricFilter');
  expect(JSON.stringify(quiet)).not.toContain('METRICS_NAMESPACE');
  expect(JSON.stringify(template)).toContain('METRICS_NAMESPACE');
});

/** The service's own metrics, as `name label value`. */
const serviceMetrics = shownMetrics
  .filter(([first]) => first === 'PrintAndMail/AWS::StackName')
  .map(([, ...parts]) => parts.filter((part) => typeof part === 'string').join(' '));

const linesOf = (name: MetricName): string[] => {
  const { by } = metricNamed(name);
  return by === undefined ? [name] : metricLabels[by].map((value) => `${name} ${by} ${value}`);
};

test('the dashboard shows every metric of the service with each value of its label, and no other', () => {
  expect([...new Set(serviceMetrics)].sort()).toEqual((Object.keys(metrics) as MetricName[]).flatMap(linesOf).sort());
});
