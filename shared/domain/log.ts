/** The log, its alarms and its metrics. */

import type { LabelOf, MetricName } from './metrics.ts';
import type { ProductName } from './names.ts';

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
