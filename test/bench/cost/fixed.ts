/** The cost of a month without callers, counted in the very template that is deployed. */

import { manifest, reconcileEverySeconds } from '../../../functions/manifest.ts';
import { shards } from '../../../shared/core/ids.ts';
import { waits } from '../../../shared/core/job/waiting.ts';
import { type MetricName, metricLabels, metricNamed, metrics } from '../../../shared/core/metrics.ts';
import { channels } from '../../../shared/core/notify/outbox.ts';
import { synthesized } from '../../support/cloud/synthesized.ts';
import { pollersOfQueue, waitsMs } from './assumed.ts';
import { secondsAMonth } from './growth.ts';
import type { Usage } from './prices.ts';
import { functionNamed } from './usage.ts';

const rounds = secondsAMonth / reconcileEverySeconds;
/** One run of reconcile asks all parts of an index so often: for what is due, for the oldest outboxes, for what waits. */
const walks = 1 + 2 * channels.length + waits.length;
/** Besides, one part of each kind of what is due. Each question costs half a read unit. */
const asked = shards.length * walks + 1 + channels.length;
/** The processor's part of a run, which finds nothing. */
const roundCpuSeconds = 0.05;
/** The service's own metrics in a month without callers: four by reconcile, one by the audit. */
const toldAnyway = 5;

export function fixedUsage(): Usage {
  const resources = Object.values(synthesized().Resources);
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  const roundSeconds = roundCpuSeconds + (walks * waitsMs.table) / 1_000;
  const queues = manifest.filter(({ trigger }) => 'queue' in trigger).length;
  return {
    alarmMonth: count('AWS::CloudWatch::Alarm'),
    dashboardMonth: count('AWS::CloudWatch::Dashboard'),
    secretMonth: count('AWS::SecretsManager::Secret'),
    metricMonth: count('AWS::Logs::MetricFilter') + toldAnyway,
    schedule: rounds,
    invocation: rounds,
    armGbSecond: rounds * roundSeconds * (functionNamed('reconcile').memoryMb / 1_024),
    tableRead: rounds * asked * 0.5,
    message: (queues * pollersOfQueue.atOnce * secondsAMonth) / pollersOfQueue.seconds,
  };
}

const seriesOf = (name: MetricName): number => {
  const { by } = metricNamed(name);
  return by === undefined ? 1 : metricLabels[by].length;
};

/** The addition with callers: every metric of the service, with every value of its label. */
export const toldInUse: Usage = {
  metricMonth: (Object.keys(metrics) as MetricName[]).reduce((sum, name) => sum + seriesOf(name), -toldAnyway),
};
