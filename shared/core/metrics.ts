/**
 * What the house counts, all of it: each number's name, unit and meaning. A number is written as one line of the log
 * (CloudWatch's embedded metric format), so counting calls nobody and needs no right of its own.
 *
 * CloudWatch asks about 0.30 USD a month for each metric it hears of, in proportion to the hours in which it does, and
 * every value of a label is a metric: at most 14, and 7 for each product, 10.50 USD with three. So labels are few and
 * closed; which job it was, the log tells. What an alarm watches has no label, because a sum over labels is a sum of metrics, each paid again.
 */
import { type PartnerName, partnerNames } from './names.ts';
import { type ProductName, productNames } from './product.ts';

interface Labels {
  readonly product: ProductName;
  readonly partner: PartnerName;
}

export type Label = keyof Labels;

interface Metric {
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds';
  readonly by?: Label;
}

export const metrics = {
  quotes: { unit: 'Count', by: 'product' },
  jobs: { unit: 'Count', by: 'product' },
  paid: { unit: 'Count', by: 'product' },
  fulfilled: { unit: 'Count', by: 'product' },
  failed: { unit: 'Count', by: 'product' },
  refunded: { unit: 'Count', by: 'product' },
  parked: { unit: 'Count', by: 'product' },
  renderMs: { unit: 'Milliseconds' },
  oldestUnfulfilledSeconds: { unit: 'Seconds' },
  oldestRefundSeconds: { unit: 'Seconds' },
  parkedNow: { unit: 'Count' },
  partnerErrors: { unit: 'Count', by: 'partner' },
  signatureFailures: { unit: 'Count' },
  contentMismatches: { unit: 'Count' },
  amountMismatches: { unit: 'Count' },
  alarms: { unit: 'Count' },
  auditDifferences: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;

/** For people; beside the numbers rather than in their rows, so that no function carries it. */
export const meanings: Readonly<Record<MetricName, string>> = {
  quotes: 'Prices given.',
  jobs: 'Jobs created, each once whatever is repeated.',
  paid: 'Jobs for which money came, whatever amount and however late.',
  fulfilled: 'Jobs that a partner has taken, each once.',
  failed: 'Jobs that have failed: unpaid, refused or not carried out.',
  refunded: 'Jobs whose money has gone back.',
  parked: 'Jobs that came to wait for a person.',
  renderMs: 'How long a caller’s HTML took to be printed, as the caller waits.',
  oldestUnfulfilledSeconds: 'How long the oldest paid job has waited for a partner to take it; 0 while none waits.',
  oldestRefundSeconds: 'How long the oldest refund has been owed; 0 while none is.',
  parkedNow: 'Jobs that wait for a person at this moment; counted up to 100.',
  partnerErrors: 'Orders that a partner did not take when it was asked.',
  signatureFailures: 'Events whose signature is not that of the provider they claim.',
  contentMismatches: 'Jobs refused because their content is not what was quoted.',
  amountMismatches: 'Payments of another amount or currency than was approved.',
  alarms: 'Lines of the log that somebody must look at.',
  auditDifferences:
    'What a day’s audit found to differ between payments, jobs and partners’ orders; 0 where they agree.',
};

/** What must be said beside the number: the value of the metric's label, if it has one. */
export type LabelOf<N extends MetricName> = (typeof metrics)[N] extends { readonly by: infer By extends Label }
  ? readonly [label: Labels[By]]
  : readonly [];

/** Every value that a label can have. */
export const labels: { readonly [Name in Label]: readonly Labels[Name][] } = {
  product: productNames,
  partner: partnerNames,
};

export const metricNamed = (name: MetricName): Metric => metrics[name];
