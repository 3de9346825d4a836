/** The only logger. Each entry is a line of JSON with only the fields of `LogFields`, or a metric. */
import { orderNumberOf } from '../domain/ids.ts';
import { lazy } from '../domain/lazy.ts';
import { type Log, type LogFields, type MetricName, metricLabels, metricNamed, waitAlarms } from '../domain/metrics.ts';
import { isOverload } from '../domain/refusal.ts';
import { config } from './config.ts';

/** The name and location of an error, but not its message, which may quote a caller's data. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  const messageAt = stack.indexOf(message);
  // We search only after the message, which may have lines that begin with "at".
  const frames = messageAt < 0 ? [] : stack.slice(messageAt + message.length).split('\n');
  const location = frames.find((line) => line.trimStart().startsWith('at '));
  return [name, location?.trim()].filter(Boolean).join(' ');
}

/** Keeps only the fields of `LogFields`, because the caller may pass an object with more, perhaps personal data. */
function allowedFields(fields: LogFields): object {
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
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === undefined || !Object.hasOwn(allowed, name)) return [];
      if (name === 'error') return [[name, traceOf(value)]];
      return name === 'jobId' && typeof value === 'string' ? [['order', orderNumberOf(value)]] : [[name, value]];
    }),
  );
}

/** The members that make a line a metric for CloudWatch (embedded metric format). */
const metricMembers = (namespace: string, name: MetricName, at: Date) => ({
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

/**
 * `bound`: fields of every line, such as the request id and the function's name. `namespace`: CloudWatch's; without it, no
 * metrics are written, because only CloudWatch reads them.
 */
export function logTo(
  write: (line: string) => void,
  bound: Readonly<Record<string, string>> = {},
  namespace?: string,
): Log {
  const writeLine = (level: string, message: string | undefined, fields: object, at = new Date()) =>
    write(JSON.stringify({ level, message, ...bound, ...fields, at: at.toISOString() }));
  const writeCounted = (level: string, name: 'alarms' | 'throttled', message: string, fields: LogFields) => {
    const at = new Date();
    const metric = namespace === undefined ? {} : { [name]: 1, ...metricMembers(namespace, name, at) };
    writeLine(level, message, { ...allowedFields(fields), ...metric }, at);
  };
  return {
    info(message, fields = {}) {
      if (isOverload(fields.error)) writeCounted('info', 'throttled', message, fields);
      else writeLine('info', message, allowedFields(fields));
    },
    alarm(message, fields = {}) {
      // A single throttled call to AWS isn't an alarm, but it is counted, and many of them raise one.
      if (isOverload(fields.error)) writeCounted('info', 'throttled', message, fields);
      else writeCounted('alarm', 'alarms', message, fields);
    },
    measure(name, value, ...[label]) {
      // Without CloudWatch, the log is the only alarm.
      if (namespace === undefined && Object.hasOwn(waitAlarms, name)) {
        const [alarm, aboveSeconds] = waitAlarms[name as keyof typeof waitAlarms];
        if (value > aboveSeconds) writeLine('alarm', alarm, {});
      }
      if (namespace === undefined || !Number.isFinite(value)) return;
      const { by } = metricNamed(name);
      if (by !== undefined && !metricLabels[by].some((each) => each === label)) return;
      const at = new Date();
      const labels = by === undefined ? {} : { [by]: label };
      writeLine('metric', undefined, { [name]: value, ...labels, ...metricMembers(namespace, name, at) }, at);
    },
  };
}

/** Lines are written to stderr, unless `write` is replaced. */
export const logOutput = { write: (line: string): void => void process.stderr.write(`${line}\n`) };

/** Cached, because each request makes several loggers. */
const ownNamespace = lazy(() => config('watching').METRICS_NAMESPACE);

export const serviceLog = (bound: Readonly<Record<string, string>>): Log =>
  logTo((line) => logOutput.write(line), bound, ownNamespace());
