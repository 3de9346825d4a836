/**
 * Every metric of the service, and the log that writes them. Each value is one line of the log (CloudWatch's embedded metric
 * format), so counting makes no call and needs no permission.
 *
 * CloudWatch charges about $0.30 a month for each metric, in proportion to the hours in which it receives data. Each value
 * of a label counts as a metric. There are at most 21 metrics, plus 7 for each product: $13 with three products. So there are
 * few labels, with fixed values, and the log names the job. A metric with an alarm has no label, because an alarm on the sum
 * of several metrics costs as much as an alarm on each.
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
  emailAddressesSilenced: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;

/** The alarms on long waits: the alarm's section in docs/runbook.md, and how many seconds are too long. */
export const waitAlarms = {
  oldestUnfulfilledSeconds: ['paid-not-fulfilled', 15 * 60],
  oldestRefundSeconds: ['refund-pending', 60 * 60],
  // An event isn't overdue because its recipient doesn't respond: its next attempt is then scheduled for later.
  oldestOutboxSeconds: ['events-overdue', 15 * 60],
} as const satisfies { readonly [Name in MetricName]?: readonly [alarm: string, aboveSeconds: number] };

/** Every value of each label. */
export const metricLabels: { readonly [Name in keyof Labels]: readonly Labels[Name][] } = {
  product: productNames,
  partner: partnerNames,
};

export const metricNamed = (name: MetricName): Metric => metrics[name];

/** The only fields that a log line may have. None is for names, addresses, contents or account numbers. */
export interface LogFields {
  /** Written as the order number, because anyone with the id can cancel the job. */
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
  /** The person who ran an operator's command: an ARN of AWS, or a user of this machine. */
  readonly operator?: string;
  readonly error?: unknown;
}

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** For something that a person must look at. A CloudWatch alarm counts these lines. */
  alarm(message: string, fields?: LogFields): void;
  /** Writes a value of a metric, with the value of its label if it has one. */
  measure<N extends MetricName>(
    name: N,
    value: number,
    ...label: (typeof metrics)[N] extends { readonly by: infer By extends keyof Labels }
      ? readonly [label: Labels[By]]
      : readonly []
  ): void;
}
