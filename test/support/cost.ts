/**
 * `npm run cost`: the monthly AWS bill at the list prices of us-east-1 on 2026-11-21, in USD without tax. Alarms and
 * dashboards are counted in the template; an order's calls and durations are estimates from the tests' journeys.
 */
import { type MetricName, metricLabels, metricNamed, metrics } from '../../shared/domain/metrics.ts';
import { synthesized } from './cloud/synthesized.ts';

/** USD per unit, and the units that are always free each month. */
const prices = {
  apiRequest: [1e-6, 0],
  invocation: [0.2e-6, 1e6],
  armGbSecond: [0.0000133334, 400_000],
  tableWrite: [0.625e-6, 0],
  tableRead: [0.125e-6, 0],
  tableGb: [0.25, 25],
  backupGb: [0.2, 0],
  objectPut: [5e-6, 0],
  objectGet: [0.4e-6, 0],
  message: [0.4e-6, 1e6],
  logGb: [0.5, 5],
  outGb: [0.09, 100],
  secret: [0.4, 0],
  secretRead: [5e-6, 0],
  schedule: [1e-6, 14e6],
} as const;
type Usage = Partial<Record<keyof typeof prices, number>>;

const hoursPerMonth = 730;
/** The CloudWatch price of each in USD, and how many are free in every account: `monthlyCost` always deducts those. */
const cloudWatch = { metric: [0.3, 10], alarm: [0.1, 10], dashboard: [3, 3] } as const;

const fulfillCalls = 11;
/** The calls for an order with its quotes, another unpaid job, and six days of tracking. */
const calls: readonly (readonly [gb: number, count: number, seconds: number])[] = [
  [1.73, 3, 0.1], // quotes
  [1, 2, 0.7], // create: the payment provider takes half a second
  [1, 5, 0.15], // the pay page and what follows it
  [1.73, 1, 0.3], // a picture of a page
  [0.5, 10, 0.03], // get-job
  [0.5, 6, 0.05], // the partner's events
  [0.25, 1, 1.5], // the payment event, which waits for the order
  [0.25, fulfillCalls, 0.6], // fulfill, with what it does later
];
const callsOfOrder = calls.reduce((sum, [, count]) => sum + count, 0);
const gb = 1e9;
const order: Usage = {
  apiRequest: callsOfOrder - fulfillCalls,
  invocation: callsOfOrder,
  tableWrite: 70,
  tableRead: 100,
  objectPut: 3,
  objectGet: 4,
  message: 36,
  logGb: (callsOfOrder * 750 + (callsOfOrder - fulfillCalls) * 260) / gb, // bytes of a function and of the gateway
  outGb: 500_000 / gb,
  armGbSecond: calls.reduce((sum, [memory, count, seconds]) => sum + memory * count * seconds, 0),
  // 10 kB for 400 days.
  tableGb: (10_000 / gb) * 13.2,
  backupGb: (10_000 / gb) * 13.2,
};

/** Functions are shut down after six minutes without a call. A cold start is billed for 0.45 s, and reads two secrets. */
const coldStarts = (orders: number): Usage => {
  const perHour = orders / hoursPerMonth;
  const cold = calls.map(([memory, count]) => [memory, orders * count * Math.exp(-perHour * count * 0.1)]);
  return {
    armGbSecond: cold.reduce((sum, [memory = 0, starts = 0]) => sum + memory * starts * 0.45, 0),
    secretRead: cold.reduce((sum, [, starts = 0]) => sum + 2 * starts, 0),
  };
};

const minutesPerMonth = hoursPerMonth * 60;
const healthChecksPerMonth = hoursPerMonth * 12;
/** Without clients: reconcile each minute, a health check every five, and five pollers of each of three queues. */
const idle: Usage = {
  schedule: minutesPerMonth,
  apiRequest: healthChecksPerMonth,
  tableWrite: healthChecksPerMonth,
  objectPut: healthChecksPerMonth,
  secret: 3,
  secretRead: healthChecksPerMonth,
  invocation: minutesPerMonth + healthChecksPerMonth,
  armGbSecond: (minutesPerMonth + healthChecksPerMonth) * 0.045, // GB-seconds of a run
  tableRead: minutesPerMonth * 4,
  message: 3 * 5 * 3 * minutesPerMonth + healthChecksPerMonth, // a poll takes 20 s
  logGb: (minutesPerMonth * 1_650 + healthChecksPerMonth * 710) / gb, // bytes of a run and of a check
};

/** Data points of each metric per order. Metrics in `always` have data every hour or once a day, all others for one order in fifty. */
const ofOrder: Partial<Record<MetricName, number>> = {
  quotes: 3,
  jobs: 2,
  paid: 1,
  fulfilled: 1,
  failed: 1,
  paidOrders: 1,
  renderMs: 1,
  emailsFailed: 2,
};
const always: Partial<Record<MetricName, number>> = {
  oldestUnfulfilledSeconds: hoursPerMonth,
  oldestRefundSeconds: hoursPerMonth,
  parkedNow: hoursPerMonth,
  oldestOutboxSeconds: hoursPerMonth,
  auditDifferences: hoursPerMonth / 24,
};

/** A metric is billed for the hours in which it has data. Returns the sum in whole months. */
function metricMonths(orders: number): number {
  const months = (Object.keys(metrics) as MetricName[]).map((name) => {
    const hoursWithData = always[name];
    if (hoursWithData !== undefined) return hoursWithData / hoursPerMonth;
    const { by } = metricNamed(name);
    const shares = by === 'product' ? [0.8, 0.1, 0.1] : [1];
    const values = by === 'partner' ? metricLabels.partner.map(() => 1 / metricLabels.partner.length) : shares;
    const withData = (share: number) => 1 - Math.exp((-orders * share * (ofOrder[name] ?? 0.02)) / hoursPerMonth);
    return values.reduce((sum, share) => sum + withData(share), 0);
  });
  return months.reduce((sum, each) => sum + each, 0);
}

/** USD a month. `hasFreeTier`: minus AWS's always-free amounts, in an account that is used for nothing else. */
export function monthlyCost(orders: number, hasFreeTier: boolean): number {
  const resources = Object.values(synthesized().Resources);
  const resourcesOf = (type: string) => resources.filter(({ Type }) => Type === `AWS::CloudWatch::${type}`);
  const metricsIn = ({ Properties }: (typeof resources)[number]): number =>
    Properties.Metrics?.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat).length ?? 1;
  const watched = {
    metric: metricMonths(orders),
    alarm: resourcesOf('Alarm').reduce((sum, alarm) => sum + metricsIn(alarm), 0),
    dashboard: resourcesOf('Dashboard').length,
  };
  const watchingUsd = Object.entries(cloudWatch).map(
    ([name, [usd, included]]) => usd * Math.max(0, watched[name as keyof typeof watched] - included),
  );
  const starts = coldStarts(orders);
  const usageUsd = Object.entries(prices).map(([name, [usd, included]]) => {
    const unit = name as keyof typeof prices;
    const units = (idle[unit] ?? 0) + orders * (order[unit] ?? 0) + (starts[unit] ?? 0);
    return usd * Math.max(0, units - (hasFreeTier ? included : 0));
  });
  return [...watchingUsd, ...usageUsd].reduce((sum, each) => sum + each, 0);
}

if (import.meta.main) {
  console.log('| Orders a month | USD | USD with always-free amounts |\n| ---: | ---: | ---: |');
  for (const orders of [0, 1_000, 10_000, 100_000]) {
    const [list, free] = [false, true].map((hasFreeTier) => monthlyCost(orders, hasFreeTier).toFixed(2));
    console.log(`| ${orders.toLocaleString('en-US')} | ${list} | ${free} |`);
  }
}
