/**
 * AWS's list prices in us-east-1, USD without tax and discounts, as read on 2026-11-21: look at
 * aws.amazon.com/SERVICE/pricing before you rely on one.
 */
const million = 1_000_000;

/** USD, for so many units. */
const prices = {
  /** Requests to an HTTP API, up to 512 kB. */
  apiRequest: [1, million],
  /** Lambda. */
  invocation: [0.2, million],
  armGbSecond: [0.0000133334, 1],
  /** DynamoDB on demand. `backupGbMonth`: of point-in-time recovery. */
  tableWrite: [0.625, million],
  tableRead: [0.125, million],
  tableGbMonth: [0.25, 1],
  backupGbMonth: [0.2, 1],
  /** S3. A list costs what a PUT does. */
  objectPut: [0.005, 1_000],
  objectGet: [0.0004, 1_000],
  objectGbMonth: [0.023, 1],
  /** SQS: to send, to receive, to delete. */
  message: [0.4, million],
  /** CloudWatch. `alarmMonth`: each metric that an alarm reads. */
  logGb: [0.5, 1],
  metricMonth: [0.3, 1],
  alarmMonth: [0.1, 1],
  dashboardMonth: [3, 1],
  /** Secrets Manager. */
  secretMonth: [0.4, 1],
  secretCall: [0.05, 10_000],
  /** EventBridge Scheduler. */
  schedule: [1, million],
  /** To the internet. */
  outGb: [0.09, 1],
} as const satisfies Readonly<Record<string, readonly [usd: number, per: number]>>;

type Priced = keyof typeof prices;

/** The units used of each price. */
export type Usage = Readonly<Partial<Record<Priced, number>>>;

/** USD. */
export const usdOf = (usage: Usage): number =>
  Object.entries(usage).reduce((sum, [name, units]) => {
    const [usd, per] = prices[name as Priced];
    return sum + (usd / per) * units;
  }, 0);

export function plus(...usages: readonly Usage[]): Usage {
  const sum: Partial<Record<Priced, number>> = {};
  for (const usage of usages)
    for (const [name, units] of Object.entries(usage)) sum[name as Priced] = (sum[name as Priced] ?? 0) + units;
  return sum;
}

export const times = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, units]) => [name, units * factor]));
