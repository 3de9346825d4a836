/** The service's own metrics in CloudWatch, under the stack's name, so that two stacks are never added up. */
import { Aws, type Duration } from 'aws-cdk-lib';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricLabels, metricNamed } from '../../../shared/domain/metrics.ts';

export const namespace = `PrintAndMail/${Aws.STACK_NAME}`;

/** The statistic of a period. */
export interface MetricReading {
  readonly statistic: 'Sum' | 'Average' | 'Maximum' | 'SampleCount' | 'p50' | 'p95';
  readonly period: Duration;
}

const metric = (
  metricName: MetricName,
  reading: MetricReading,
  more: Pick<MetricProps, 'dimensionsMap' | 'label'> = {},
) => new Metric({ namespace, metricName, ...reading, ...more });

/** A metric without a label: the only kind that an alarm can watch. */
export function measured(name: MetricName, reading: MetricReading): Metric {
  const { by } = metricNamed(name);
  if (by !== undefined) throw new Error(`${name} is counted by ${by}: there is no one metric of it`);
  return metric(name, reading);
}

/** A metric as one line for each value of its label, or as a single line. */
export function metricSeries(name: MetricName, reading: MetricReading): Metric[] {
  const { by } = metricNamed(name);
  if (by === undefined) return [metric(name, reading, { label: name })];
  return metricLabels[by].map((value) =>
    metric(name, reading, { dimensionsMap: { [by]: value }, label: `${name} ${value}` }),
  );
}
