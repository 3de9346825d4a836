/** The cost of a month without callers, counted in the very template that is deployed. */

import { labels, type MetricName, metricNamed, metrics } from '../../../shared/core/metrics.ts';
import { synthesized } from '../../support/cloud/synthesized.ts';
import type { Usage } from './prices.ts';

const minutesAMonth = 30.4 * 1_440;
/** One run of reconcile: 512 MB for that long, and so many half read units. */
const round = { seconds: 0.05, gb: 0.5, readUnits: 2 };
/** The service's own metrics in a month without callers: three by reconcile, one by the audit. */
const toldAnyway = 4;

export function fixedUsage(): Usage {
  const resources = Object.values(synthesized().Resources);
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  return {
    alarmMonth: count('AWS::CloudWatch::Alarm'),
    dashboardMonth: count('AWS::CloudWatch::Dashboard'),
    secretMonth: count('AWS::SecretsManager::Secret'),
    metricMonth: count('AWS::Logs::MetricFilter') + toldAnyway,
    schedule: minutesAMonth,
    invocation: minutesAMonth,
    armGbSecond: minutesAMonth * round.seconds * round.gb,
    tableRead: minutesAMonth * round.readUnits,
  };
}

const seriesOf = (name: MetricName): number => {
  const { by } = metricNamed(name);
  return by === undefined ? 1 : labels[by].length;
};

/** The addition with callers: every metric of the service, with every value of its label. */
export const toldInUse: Usage = {
  metricMonth: (Object.keys(metrics) as MetricName[]).reduce((sum, name) => sum + seriesOf(name), -toldAnyway),
};
