/** The dashboard shows every metric that is counted, and no other. */
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { type MetricName, metricLabels, metricMeanings, metricNamed, metrics } from '../../shared/core/metrics.ts';
import { synthesized } from '../support/cloud/synthesized.ts';

interface Widget {
  readonly type: string;
  readonly x: number;
  readonly width: number;
  readonly properties: {
    readonly metrics?: unknown[][];
    readonly alarms?: unknown[];
    readonly query?: string;
    readonly markdown?: string;
  };
}

const template = synthesized();
const { DashboardBody } = Object.values(template.Resources).find(({ Type }) => Type === 'AWS::CloudWatch::Dashboard')
  ?.Properties ?? { DashboardBody: { 'Fn::Join': ['', []] } };

/** References stand as words in their places. */
const body = (DashboardBody['Fn::Join'][1] as unknown[])
  .map((part) =>
    typeof part === 'string'
      ? part
      : Object.values(part as object)
          .flat()
          .join('.'),
  )
  .join('');
const { widgets } = JSON.parse(body) as { widgets: Widget[] };
const shown = widgets.flatMap(({ properties }) => properties.metrics ?? []);

/** The service's own metrics, as `name label value`. */
const ours = shown
  .filter(([namespace]) => namespace === 'PrintAndMail/AWS::StackName')
  .map((metric) =>
    metric
      .filter((part) => typeof part === 'string')
      .slice(1)
      .join(' '),
  );

const linesOf = (name: MetricName): string[] => {
  const { by } = metricNamed(name);
  return by === undefined ? [name] : metricLabels[by].map((value) => `${name} ${by} ${value}`);
};

test('it shows every metric of the service with each value of its label, and no other', () => {
  expect([...new Set(ours)].sort()).toEqual((Object.keys(metrics) as MetricName[]).flatMap(linesOf).sort());
});

test('every function shows its errors', () => {
  const errors = shown.filter(([namespace, name]) => namespace === 'AWS/Lambda' && name === 'Errors');
  const named = errors.map((metric) => (metric.at(-1) as { label: string }).label);
  expect(named.sort()).toEqual(
    lambdaRows(manifest)
      .map(({ name }) => name)
      .sort(),
  );
});

test('every function shows how often it was not started, and the account how much of its limit is taken', () => {
  const named = (namespace: string, name: string) =>
    shown.filter((metric) => metric[0] === namespace && metric[1] === name).map((metric) => metric.at(-1));
  const labels = named('AWS/Lambda', 'Throttles').map((last) => (last as { label: string }).label);
  expect(labels.sort()).toEqual(
    lambdaRows(manifest)
      .map(({ name }) => name)
      .sort(),
  );
  expect(named('AWS/Lambda', 'ClaimedAccountConcurrency')).not.toEqual([]);
  expect(JSON.stringify(shown)).toContain('SERVICE_QUOTA(running)');
  expect(named('AWS/DynamoDB', 'ThrottledRequests')).toHaveLength(4);
});

test('it begins with every alarm', () => {
  const alarms = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  expect(widgets[0]).toMatchObject({ type: 'alarm' });
  expect(widgets[0]?.properties.alarms).toHaveLength(alarms.length);
});

test('it ends with the lines that somebody must look at, and with what each number means', () => {
  const [latest, legend] = widgets.slice(-2);
  expect(latest?.properties.query).toContain('filter level = "alarm"');
  for (const [name, meaning] of Object.entries(metricMeanings))
    expect(legend?.properties.markdown).toContain(`| ${name} | ${meaning} |`);
});

test('an operator is told its name', () => {
  expect(Object.keys(template.Outputs)).toContain('DashboardName');
});
