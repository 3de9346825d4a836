/**
 * AWS's list prices in us-east-1, USD without tax, free tiers and discounts, as read on 2026-11-21: look at the pages
 * named here before you rely on one. Everything in docs/cost.md follows from this table.
 */

interface ListPrice {
  readonly usd: number;
  /** The number of units that it buys. */
  readonly per: number;
  readonly unit: string;
  readonly page: string;
}

const million = 1_000_000;
const price = (usd: number, per: number, unit: string, page: string): ListPrice => ({ usd, per, unit, page });

const prices = {
  apiRequest: price(1, million, 'request to an HTTP API, up to 512 kB', 'aws.amazon.com/api-gateway/pricing'),
  invocation: price(0.2, million, 'Lambda request', 'aws.amazon.com/lambda/pricing'),
  armGbSecond: price(0.0000133334, 1, 'GB-second on arm64', 'aws.amazon.com/lambda/pricing'),
  x86GbSecond: price(0.0000166667, 1, 'GB-second on x86_64', 'aws.amazon.com/lambda/pricing'),
  scratchGbSecond: price(0.0000000309, 1, 'GB-second of /tmp beyond 512 MB', 'aws.amazon.com/lambda/pricing'),
  tableWrite: price(0.625, million, 'write request unit, on demand', 'aws.amazon.com/dynamodb/pricing/on-demand'),
  tableRead: price(0.125, million, 'read request unit, on demand', 'aws.amazon.com/dynamodb/pricing/on-demand'),
  tableGbMonth: price(0.25, 1, 'GB-month of the table', 'aws.amazon.com/dynamodb/pricing/on-demand'),
  backupGbMonth: price(0.2, 1, 'GB-month of point-in-time recovery', 'aws.amazon.com/dynamodb/pricing/on-demand'),
  objectPut: price(0.005, 1_000, 'PUT of an object', 'aws.amazon.com/s3/pricing'),
  objectGet: price(0.0004, 1_000, 'GET of an object', 'aws.amazon.com/s3/pricing'),
  objectGbMonth: price(0.023, 1, 'GB-month of objects', 'aws.amazon.com/s3/pricing'),
  message: price(0.4, million, 'request to the queue: send, receive, delete', 'aws.amazon.com/sqs/pricing'),
  email: price(0.1, 1_000, 'e-mail sent', 'aws.amazon.com/ses/pricing'),
  logGb: price(0.5, 1, 'GB of log taken in', 'aws.amazon.com/cloudwatch/pricing'),
  metricMonth: price(0.3, 1, 'metric of our own, a month', 'aws.amazon.com/cloudwatch/pricing'),
  alarmMonth: price(0.1, 1, 'alarm, a month', 'aws.amazon.com/cloudwatch/pricing'),
  dashboardMonth: price(3, 1, 'dashboard, a month', 'aws.amazon.com/cloudwatch/pricing'),
  secretMonth: price(0.4, 1, 'secret, a month', 'aws.amazon.com/secrets-manager/pricing'),
  schedule: price(1, million, 'start by the clock', 'aws.amazon.com/eventbridge/pricing'),
  outGb: price(0.09, 1, 'GB out to the internet', 'aws.amazon.com/ec2/pricing/on-demand'),
} as const satisfies Readonly<Record<string, ListPrice>>;

export type Priced = keyof typeof prices;

/** The units used of each price. */
export type Usage = Readonly<Partial<Record<Priced, number>>>;

/** USD. */
export const usdOf = (usage: Usage): number =>
  Object.entries(usage).reduce((sum, [name, units]) => sum + unitUsd(name as Priced) * units, 0);

const unitUsd = (name: Priced): number => prices[name].usd / prices[name].per;

export function plus(...usages: readonly Usage[]): Usage {
  const sum: Partial<Record<Priced, number>> = {};
  for (const usage of usages)
    for (const [name, units] of Object.entries(usage)) sum[name as Priced] = (sum[name as Priced] ?? 0) + units;
  return sum;
}

export const times = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, units]) => [name, units * factor]));
