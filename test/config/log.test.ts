/** The fields of a log line, and the data that never appears in one. */
import { logTo } from '../../shared/config/log.ts';
import { orderNumberOf } from '../../shared/domain/ids.ts';
import { type LogFields, type MetricName, metricLabels, metricNamed, metrics } from '../../shared/domain/metrics.ts';
import { productNames } from '../../shared/domain/names.ts';

const canary = '4000-SECRET-1234';

/** Logs these fields, and returns the line that was written. */
function logged(fields: object, bound: Record<string, string> = {}, level: 'info' | 'alarm' = 'info') {
  const lines: string[] = [];
  logTo((line) => lines.push(line), bound)[level]('a message', fields as LogFields);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

/** The lines that `measure` writes. The label may be an unknown one. */
function measured(name: string, value: unknown, label?: unknown, namespace: string | undefined = 'PrintAndMail/Test') {
  const lines: string[] = [];
  const { measure } = logTo((line) => lines.push(line), { function: 'fulfill' }, namespace);
  (measure as (...args: unknown[]) => void)(name, value, label);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const allowed: LogFields = { jobId: 'job_1', product: 'letter', reason: 'late', tries: 2, field: 'letter.to' };

test('a line is one JSON object with the level, the message, the time and the bound fields', () => {
  const line = logged({}, { function: 'health', requestId: 'req_1' });
  expect(line).toEqual({
    level: 'info',
    message: 'a message',
    function: 'health',
    requestId: 'req_1',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(logged({}, {}, 'alarm')).toMatchObject({ level: 'alarm' });
});

test.each(['info', 'alarm'] as const)(
  'an overload of AWS that is logged as %s is counted, and does not raise an alarm',
  (level) => {
    const lines: string[] = [];
    const error = Object.assign(new Error(canary), { name: 'ThrottlingException' });
    logTo((line) => lines.push(line), {}, 'PrintAndMail/Test')[level]('a message', { error });
    const [line] = lines.map((text) => JSON.parse(text));
    expect(line).toMatchObject({ level: 'info', message: 'a message', throttled: 1 });
    expect(line._aws.CloudWatchMetrics).toEqual([
      { Namespace: 'PrintAndMail/Test', Dimensions: [[]], Metrics: [{ Name: 'throttled', Unit: 'Count' }] },
    ]);
    expect(line).not.toHaveProperty('alarms');
    expect(lines.join()).not.toContain(canary);
  },
);

test('allowed fields are written unchanged, except that a job’s id becomes its order number', () => {
  const { jobId, ...plain } = allowed;
  const line = logged({ jobId, ...plain });
  expect(line).toMatchObject({ ...plain, order: orderNumberOf(`${jobId}`) });
  expect(JSON.stringify(line)).not.toContain(jobId);
});

test.each(['name', 'to', 'accountNumber', 'constructor', 'cause', '__proto__'])(
  'a log field called %s is left out',
  (field) => {
    // Unlike an object literal, `JSON.parse` makes `__proto__` an ordinary field.
    const line = logged(JSON.parse(`{"${field}":"${canary}","jobId":"job_1"}`));
    expect(Object.keys(line).sort()).toEqual(['at', 'level', 'message', 'order']);
  },
);

test.each([
  ['the name and location of an error', new TypeError('x'), /^TypeError at .*log\.test\.ts:\d+:\d+/],
  ['the type of anything else that was thrown', canary, /^string$/],
])('the log has %s', (_, error, expected) => {
  expect(logged({ error }).error).toMatch(expected);
});

test('a log field that is undefined is left out', () => {
  expect(logged({ error: undefined })).not.toHaveProperty('error');
});

test.each([
  ['an error’s message', new Error(canary)],
  ['a message that looks like a stack trace', new Error(`bad\n    at ${canary} Main Street`)],
  ['an error’s cause', new Error('bad', { cause: new Error(canary) })],
  ['an error’s other fields', Object.assign(new Error('bad'), { response: canary })],
  ['a named error’s fields', Object.assign(new TypeError('bad'), { name: 'PartnerError', response: canary })],
  ['a message that was changed later', Object.assign(new Error(canary), { message: 'changed' })],
  ['a text that was thrown', canary],
])('the log never repeats %s', (_, error) => {
  expect(JSON.stringify(logged({ error }))).not.toContain(canary);
});

test.each([
  ['quotes', 'letter', { product: 'letter' }, ['product'], 'Count'],
  ['renderMs', undefined, {}, [], 'Milliseconds'],
])('the metric %s (label: %s) is a line that CloudWatch reads', (name, label, labels, dimensions, unit) => {
  const [line, ...others] = measured(name, 7, label);
  expect(others).toEqual([]);
  const metric = { Namespace: 'PrintAndMail/Test', Dimensions: [dimensions], Metrics: [{ Name: name, Unit: unit }] };
  expect(line).toEqual({
    level: 'metric',
    function: 'fulfill',
    [name]: 7,
    ...labels,
    at: expect.any(String),
    _aws: { Timestamp: Date.parse(String(line?.at)), CloudWatchMetrics: [metric] },
  });
});

test('there are at most 21 metrics, and 7 for each product, because CloudWatch charges for each', () => {
  const lines = (Object.keys(metrics) as MetricName[]).flatMap((name): readonly string[] => {
    const { by } = metricNamed(name);
    return by === undefined ? [name] : metricLabels[by];
  });
  expect(lines.length).toBeLessThanOrEqual(21 + 7 * productNames.length);
});

test.each([
  ['whose value is a text', 'alarms', canary, undefined],
  ['whose value is not a number', 'renderMs', Number.NaN, undefined],
  ['with an unknown label', 'quotes', 1, canary],
  ['with the label of another metric', 'partnerErrors', 1, 'letter'],
  ['without its label', 'quotes', 1, undefined],
])('a metric %s is not written', (_, name, value, label) => {
  expect(measured(name, value, label)).toEqual([]);
});

test('a metric that has no labels is written without the label that it is given', () => {
  const lines = measured('alarms', 1, canary);
  expect(lines).toMatchObject([{ alarms: 1 }]);
  expect(JSON.stringify(lines)).not.toContain(canary);
});

test('outside AWS no metric is written, but a long wait is an alarm', () => {
  const lines: string[] = [];
  logTo((line) => lines.push(line)).measure('quotes', 1, 'letter');
  expect(lines).toEqual([]);
  for (const seconds of [3_600, 3_601]) logTo((line) => lines.push(line)).measure('oldestRefundSeconds', seconds);
  expect(lines).toEqual([expect.stringMatching(/"level":"alarm","message":"refund-pending"/)]);
});

test('an alarm’s line also counts the alarm, but only on AWS', () => {
  const lines: string[] = [];
  logTo((line) => lines.push(line), {}, 'PrintAndMail/Test').alarm('parked', { jobId: 'job_1' });
  const counted = { Namespace: 'PrintAndMail/Test', Dimensions: [[]], Metrics: [{ Name: 'alarms', Unit: 'Count' }] };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'alarm',
      message: 'parked',
      order: orderNumberOf('job_1'),
      alarms: 1,
      _aws: expect.objectContaining({ CloudWatchMetrics: [counted] }),
    }),
  ]);
  expect(Object.keys(logged({}, {}, 'alarm')).sort()).toEqual(['at', 'level', 'message']);
});
