/** The one logger: a line of JSON per entry, of the fields in `LogFields` and the metrics alone. */

import { orderNumberOf } from '../domain/ids.ts';
import { lazy } from '../domain/lazy.ts';
import { type Log, type LogFields, type MetricName, metricLabels, metricNamed, metrics } from '../domain/metrics.ts';
import { isOverload } from '../domain/refusal.ts';
import { config } from './config.ts';

const allowed: Readonly<Record<keyof LogFields, true>> = {
  jobId: true,
  partnerId: true,
  product: true,
  state: true,
  duty: true,
  fact: true,
  outcome: true,
  reason: true,
  tries: true,
  pages: true,
  count: true,
  durationMs: true,
  status: true,
  code: true,
  field: true,
  eventId: true,
  eventType: true,
  operator: true,
  error: true,
};

/** The name and place of an error, never its message: the message may quote a caller's data. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  const messageAt = stack.indexOf(message);
  // The search starts after the message, because the message may contain lines that begin with "at".
  const frames = messageAt < 0 ? [] : stack.slice(messageAt + message.length).split('\n');
  const place = frames.find((line) => line.trimStart().startsWith('at '));
  return [name, place?.trim()].filter(Boolean).join(' ');
}

function written(name: string, value: unknown): readonly [name: string, value: unknown] {
  if (name === 'error') return [name, traceOf(value)];
  return name === 'jobId' && typeof value === 'string' ? ['order', orderNumberOf(value)] : [name, value];
}

const logged = (fields: LogFields): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && Object.hasOwn(allowed, name))
      .map(([name, value]) => written(name, value)),
  );

/** The members that make CloudWatch read a number out of a line (embedded metric format). */
const embedded = (namespace: string, name: MetricName, at: Date) => ({
  _aws: {
    Timestamp: at.getTime(),
    CloudWatchMetrics: [
      {
        Namespace: namespace,
        Dimensions: [[metricNamed(name).by].filter(Boolean)],
        Metrics: [{ Name: name, Unit: metricNamed(name).unit }],
      },
    ],
  },
});

/** The label as the line carries it, or `undefined` for a metric or label that no table has. */
function labelled(name: MetricName, value: number, label: string | undefined): object | undefined {
  if (!Object.hasOwn(metrics, name) || !Number.isFinite(value)) return undefined;
  const { by } = metricNamed(name);
  if (by === undefined) return {};
  return metricLabels[by].some((value) => value === label) ? { [by]: label } : undefined;
}

/**
 * `bound` is written into every line: the request that is being served, the function that serves it. `namespace` is
 * CloudWatch's. Without it no numbers are written, because nobody reads them outside AWS. A line whose error is an overload
 * counts it.
 */
export function logTo(
  write: (line: string) => void,
  bound: Readonly<Record<string, string>> = {},
  namespace?: string,
): Log {
  const line = (level: string, message: string | undefined, fields: object, at = new Date()) =>
    write(JSON.stringify({ level, message, ...bound, ...fields, at: at.toISOString() }));
  const counting = (level: string, name: 'alarms' | 'throttled', message: string, fields: LogFields) => {
    const at = new Date();
    const counted = namespace === undefined ? {} : { [name]: 1, ...embedded(namespace, name, at) };
    line(level, message, { ...logged(fields), ...counted }, at);
  };
  return {
    info(message, fields = {}) {
      if (isOverload(fields.error)) counting('info', 'throttled', message, fields);
      else line('info', message, logged(fields));
    },
    alarm(message, fields = {}) {
      // One refusal of AWS wakes nobody: it is counted, and rings if it lasts.
      if (isOverload(fields.error)) counting('info', 'throttled', message, fields);
      else counting('alarm', 'alarms', message, fields);
    },
    measure(name, value, ...[label]) {
      const labels = labelled(name, value, label);
      if (namespace === undefined || labels === undefined) return;
      const at = new Date();
      line('metric', undefined, { [name]: value, ...labels, ...embedded(namespace, name, at) }, at);
    },
  };
}

let show = (line: string): void => void process.stderr.write(`${line}\n`);

/** Gives the lines of this process to `other`, which shows them to a person. */
export function showLog(other: (line: string) => void): void {
  show = other;
}

export const writeLine = (line: string): void => show(line);

/** Read once, because each request makes several logs. */
const ownNamespace = lazy(() => config('watching').METRICS_NAMESPACE);

export const serviceLog = (bound: Readonly<Record<string, string>>): Log => logTo(writeLine, bound, ownNamespace());
