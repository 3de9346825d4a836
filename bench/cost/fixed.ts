/** What the stack costs in a month in which nobody comes: counted in the very template that is deployed. */

import { synthesized } from '../../test/cloud/synthesized.ts';
import type { Usage } from './prices.ts';

const minutesAMonth = 30.4 * 1_440;
/** The sweeper's own: 512 MB for that long, and so many half read units. */
const round = { seconds: 0.05, gb: 0.5, readUnits: 2 };

export function fixedUsage(): Usage {
  const resources = Object.values(synthesized().Resources);
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  return {
    alarmMonth: count('AWS::CloudWatch::Alarm'),
    dashboardMonth: count('AWS::CloudWatch::Dashboard'),
    secretMonth: count('AWS::SecretsManager::Secret'),
    metricMonth: count('AWS::Logs::MetricFilter'),
    schedule: minutesAMonth,
    invocation: minutesAMonth,
    armGbSecond: minutesAMonth * round.seconds * round.gb,
    tableRead: minutesAMonth * round.readUnits,
  };
}
