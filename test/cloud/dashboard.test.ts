import { type MetricName, metricLabels, metricMeanings, metricNamed, metrics } from '../../shared/domain/metrics.ts';
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

/** A dashboard by its logical id; references stand as words in their places. */
function boardOf({ DashboardBody }: { readonly DashboardBody: { readonly 'Fn::Join': [string, unknown[]] } }) {
  const worded = (part: unknown) =>
    typeof part === 'string'
      ? part
      : Object.values(part as object)
          .flat()
          .join('.');
  return (JSON.parse(DashboardBody['Fn::Join'][1].map(worded).join('')) as { widgets: Widget[] }).widgets;
}
const boards = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
  Type === 'AWS::CloudWatch::Dashboard' ? [boardOf(Properties as Parameters<typeof boardOf>[0])] : [],
);
const [widgets = []] = boards;
const shown = widgets.flatMap(({ properties }) => properties.metrics ?? []);

test('there is one dashboard, of at most the 50 metrics that cost nothing', () => {
  expect(boards).toHaveLength(1);
  // An expression is computed from others that are counted.
  const read = shown.filter(([first]) => typeof first === 'string');
  expect(read.length).toBeGreaterThan(40);
  expect(read.length).toBeLessThanOrEqual(50);
});

test('a quiet stage has none, no alarm, and no metrics of its own', () => {
  const quiet = synthesized({ file: { quiet: true } });
  const types = new Set(Object.values(quiet.Resources).map(({ Type }) => Type));
  for (const type of ['Dashboard', 'Alarm']) expect([...types]).not.toContain(`AWS::CloudWatch::${type}`);
  expect([...types]).not.toContain('AWS::Logs::MetricFilter');
  expect(JSON.stringify(quiet)).not.toContain('METRICS_NAMESPACE');
  expect(JSON.stringify(template)).toContain('METRICS_NAMESPACE');
});

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

test('it ends with the lines that somebody must look at, and with what each number means', () => {
  const [latest, legend] = widgets.slice(-2);
  expect(latest?.properties.query).toContain('filter level = "alarm"');
  for (const [name, meaning] of Object.entries(metricMeanings))
    expect(legend?.properties.markdown).toContain(`| ${name} | ${meaning} |`);
});
