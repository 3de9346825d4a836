/**
 * Every metric of the service: its name, unit and meaning. Each number is one line of the log (CloudWatch's embedded
 * metric format), so counting makes no call and needs no permission.
 *
 * CloudWatch charges about 0.30 USD a month for each metric, in proportion to the hours in which it receives data.
 * Every value of a label is a metric: at most 24, and 7 for each product, 14 USD with three. So labels are few and have
 * fixed values; the log names the job. A metric with an alarm has no label, because a sum over labels pays for each of
 * them again.
 */
import { type PartnerName, type ProductName, partnerNames, productNames } from './names.ts';

interface Labels {
  readonly product: ProductName;
  readonly partner: PartnerName;
}

interface Metric {
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds';
  readonly by?: keyof Labels;
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
  quotes: 'Quotes made.',
  jobs: 'Jobs created. Repeated requests count once.',
  paid: 'Jobs for which money came, in any amount and however late.',
  fulfilled: 'Jobs that a partner accepted, each counted once.',
  failed: 'Jobs that failed: unpaid, refused or not sent.',
  refunded: 'Jobs that were refunded.',
  parked: 'Jobs that began to wait for a person.',
  paidOrders: 'Paid jobs of all products together, for the alarm.',
  canceledOrders: 'Paid jobs that were canceled and refunded.',
  renderMs: 'How long it took to print a caller’s HTML, while the caller waits.',
  oldestUnfulfilledSeconds: 'How long the oldest paid job has waited for a partner to accept it; 0 while none waits.',
  oldestRefundSeconds: 'How long the oldest refund has been owed; 0 while none is.',
  parkedNow: 'Jobs that wait for a person right now, counted up to 100.',
  oldestOutboxSeconds:
    'How long the oldest outbox has been overdue: an event is due, and no attempt to send it; 0 while none is.',
  webhooksFailed:
    'Attempts to send an event to a receiver: 1 if it failed, 0 if not. The average is the share that failed.',
  emailsFailed: 'Attempts to send an email: 1 if it failed, 0 if not. The average is the share that failed.',
  partnerErrors: 'Calls to a partner that did not accept the order.',
  signatureFailures: 'Events that were not signed by the provider they claim to come from.',
  contentMismatches: 'Jobs refused because their content is not what was quoted.',
  amountMismatches: 'Payments in another amount or currency than approved.',
  throttled: 'Requests and jobs that AWS turned away because it was too busy.',
  turnedAway:
    'Requests that got 503 because we or AWS were too busy, and payments that got 502 because a partner refused the order: nothing is wrong with them.',
  alarms: 'Log lines that a person must look at.',
  emailBounces: 'Emails that bounced or were reported as spam. We send nothing more to their addresses.',
  auditDifferences: 'Differences between payments, jobs and partners’ orders in a day’s audit; 0 if they agree.',
};

/** Every value of each label. */
export const metricLabels: { readonly [Name in keyof Labels]: readonly Labels[Name][] } = {
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
  /** Who ran an operator's command: an ARN of AWS, or a user of this machine. */
  readonly operator?: string;
  readonly error?: unknown;
}

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** A person must look at this: an alarm watches for it. */
  alarm(message: string, fields?: LogFields): void;
  /** Writes a metric of `domain/metrics.ts`, with the value of its label if it has one. */
  measure<N extends MetricName>(
    name: N,
    value: number,
    ...label: (typeof metrics)[N] extends { readonly by: infer By extends keyof Labels }
      ? readonly [label: Labels[By]]
      : readonly []
  ): void;
}
