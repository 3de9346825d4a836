/**
 * Every metric of the service: its name, unit and meaning. A number is written as one line of the log (CloudWatch's
 * embedded metric format), so counting makes no call and needs no permission.
 *
 * CloudWatch charges about 0.30 USD a month for each metric, in proportion to the hours in which it receives data.
 * Every value of a label is a metric: at most 24, and 7 for each product, 14 USD with three. So labels are few and
 * closed; the log names the job. A metric under an alarm has no label, because a sum over labels is a sum of metrics,
 * and each is paid again.
 */
import { type PartnerName, type ProductName, partnerNames, productNames } from './names.ts';

interface Labels {
  readonly product: ProductName;
  readonly partner: PartnerName;
}

type Label = keyof Labels;

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
  paidOrders: { unit: 'Count' },
  canceledOrders: { unit: 'Count' },
  renderMs: { unit: 'Milliseconds' },
  oldestUnfulfilledSeconds: { unit: 'Seconds' },
  oldestRefundSeconds: { unit: 'Seconds' },
  parkedNow: { unit: 'Count' },
  oldestOutboxSeconds: { unit: 'Seconds' },
  webhooksFailed: { unit: 'Count' },
  emailsFailed: { unit: 'Count' },
  partnerErrors: { unit: 'Count', by: 'partner' },
  signatureFailures: { unit: 'Count' },
  contentMismatches: { unit: 'Count' },
  amountMismatches: { unit: 'Count' },
  throttled: { unit: 'Count' },
  turnedAway: { unit: 'Count' },
  alarms: { unit: 'Count' },
  auditDifferences: { unit: 'Count' },
  emailBounces: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;

/** Descriptions for people. They are not in the rows above, so that no function bundles them. */
export const metricMeanings: Readonly<Record<MetricName, string>> = {
  quotes: 'Prices given.',
  jobs: 'Jobs created, each once whatever is repeated.',
  paid: 'Jobs for which money came, whatever amount and however late.',
  fulfilled: 'Jobs that a partner has taken, each once.',
  failed: 'Jobs that have failed: unpaid, refused or not carried out.',
  refunded: 'Jobs whose money has gone back.',
  parked: 'Jobs that came to wait for a person.',
  paidOrders: 'Paid jobs of all products together, for the alarm.',
  canceledOrders: 'Paid jobs that were canceled and whose money has gone back.',
  renderMs: 'How long a caller’s HTML took to be printed, as the caller waits.',
  oldestUnfulfilledSeconds: 'How long the oldest paid job has waited for a partner to take it; 0 while none waits.',
  oldestRefundSeconds: 'How long the oldest refund has been owed; 0 while none is.',
  parkedNow: 'Jobs that wait for a person at this moment; counted up to 100.',
  oldestOutboxSeconds:
    'How long the oldest outbox has been overdue: an event is to be told, and nobody tries; 0 while none is.',
  webhooksFailed:
    'Attempts to tell a receiver of an event: 1 where it did not take it, else 0. The average is the share.',
  emailsFailed: 'Attempts to hand an e-mail over: 1 where nobody took it, else 0. The average is the share.',
  partnerErrors: 'Orders that a partner did not take when it was asked.',
  signatureFailures: 'Events whose signature is not that of the provider they claim.',
  contentMismatches: 'Jobs refused because their content is not what was quoted.',
  amountMismatches: 'Payments of another amount or currency than was approved.',
  throttled: 'Requests and pieces of work that AWS turned away because too much was asked of it.',
  turnedAway:
    'Requests answered with 503 because others were at work, here or at AWS, and payments with 502 because a partner refused the order: nothing is wrong with them.',
  alarms: 'Lines of the log that somebody must look at.',
  emailBounces: 'E-mails that came back or were called spam. Their addresses are not written to again.',
  auditDifferences:
    'What a day’s audit found to differ between payments, jobs and partners’ orders; 0 where they agree.',
};

/** The arguments that follow the number: the value of the metric's label, if it has one. */
type LabelOf<N extends MetricName> = (typeof metrics)[N] extends { readonly by: infer By extends Label }
  ? readonly [label: Labels[By]]
  : readonly [];

/** Every value of each label. */
export const metricLabels: { readonly [Name in Label]: readonly Labels[Name][] } = {
  product: productNames,
  partner: partnerNames,
};

export const metricNamed = (name: MetricName): Metric => metrics[name];

/** The fields that a log line may carry: no names, addresses, contents or account numbers. */
export interface LogFields {
  /** The line holds the job's order number instead, because the id may cancel the job. */
  readonly jobId?: string;
  readonly partnerId?: string;
  readonly product?: ProductName;
  readonly state?: string;
  readonly duty?: string;
  readonly fact?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly tries?: number;
  readonly pages?: number;
  readonly count?: number;
  readonly durationMs?: number;
  readonly status?: number;
  readonly code?: string;
  readonly field?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  /** The name by which an operator's command came: an ARN of AWS, or a user of this machine. */
  readonly operator?: string;
  readonly error?: unknown;
}

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** A person must look at this: an alarm watches for it. */
  alarm(message: string, fields?: LogFields): void;
  /** Writes a metric of `domain/metrics.ts`, with the value of its label if it has one. */
  measure<N extends MetricName>(name: N, value: number, ...label: LabelOf<N>): void;
}
