/** Local triggers: schedules with a test clock, and the pump with a fake queue. */
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { everyQuarterHour, everySeconds, type PumpOptions, pump } from '../../lib/local/triggers.ts';

/** Runs a schedule of one minute and stops it during the last of `count` runs. Waiting moves its clock forward. */
async function runSchedule(count: number, run: (now: number, advance: (ms: number) => void) => Promise<unknown>) {
  const stopping = new AbortController();
  const waits: number[] = [];
  let now = 0;
  let runCount = 0;
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const once = async () => {
    runCount += 1;
    if (runCount === count) stopping.abort();
    await run(now, (ms) => {
      now += ms;
    });
  };
  await everySeconds(60, once, stopping.signal, clock);
  return { runCount, waits };
}

test('a schedule runs right away, then at each interval', async () => {
  const times: number[] = [];
  await runSchedule(3, async (now) => times.push(now));
  expect(times).toEqual([0, 60_000, 120_000]);
});

test('the interval of a schedule includes the run, and no run starts before the last one is done', async () => {
  const { waits } = await runSchedule(3, async (_now, advance) => advance(50_000));
  expect(waits).toEqual([10_000, 10_000]);
  expect((await runSchedule(3, async (_now, advance) => advance(90_000))).waits).toEqual([0, 0]);
  // A clock that is set back by an hour must not stop the schedule for an hour.
  expect((await runSchedule(3, async (_now, advance) => advance(-3_600_000))).waits).toEqual([60_000, 60_000]);
});

test('a schedule continues after a run that fails', async () => {
  const { runCount } = await runSchedule(3, () => Promise.reject(new Error('down')));
  expect(runCount).toBe(3);
});

test.each([
  ['before 3 a.m.', Date.UTC(2026, 10, 21, 1, 30), ['03:00', '03:15', '03:30']],
  ['at 3 a.m.', Date.UTC(2026, 10, 21, 3), ['03:15', '03:30', '03:45']],
  ['between two quarter hours', Date.UTC(2026, 10, 21, 14, 20), ['14:30', '14:45', '15:00']],
  ['just before the last quarter hour', Date.UTC(2026, 10, 21, 23, 40), ['23:45', '03:00', '03:15']],
  ['in the last quarter hour', Date.UTC(2026, 10, 21, 23, 50), ['03:00', '03:15', '03:30']],
])(
  'a quarter-hour schedule that begins at 3 a.m. and is started %s waits for its next scheduled time',
  async (_when, begins, expected) => {
    const stopping = new AbortController();
    let now = begins;
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        now += ms;
      },
    };
    const times: string[] = [];
    const run = async () => {
      times.push(new Date(now).toISOString().slice(11, 16));
      if (times.length === 3) stopping.abort();
      else throw new Error('down');
    };
    await everyQuarterHour(3, run, stopping.signal, clock);
    expect(times).toEqual(expected);
  },
);

test('a schedule of quarter hours that is stopped while it waits does not run', async () => {
  const stopping = new AbortController();
  const clock = { now: () => 0, wait: async () => stopping.abort() };
  let runCount = 0;
  const run = async () => {
    runCount += 1;
  };
  await everyQuarterHour(3, run, stopping.signal, clock);
  expect(runCount).toBe(0);
});

const message = (id: string): Message => ({ MessageId: id, ReceiptHandle: `handle-${id}`, Body: `job-${id}` });

/** Responds to each poll with the next of `polls`. After the last, stops the pump and leaves the poll open, like SQS. */
function fakeQueue(polls: (Message[] | Error)[]) {
  const stopping = new AbortController();
  const deleted: string[] = [];
  const send = async (command: unknown, { abortSignal }: { abortSignal?: AbortSignal } = {}) => {
    if (command instanceof DeleteMessageBatchCommand)
      return void deleted.push(...(command.input.Entries ?? []).map(({ ReceiptHandle = '' }) => ReceiptHandle));
    if (!(command instanceof ReceiveMessageCommand)) throw new Error('unexpected');
    const next = polls.shift();
    if (next instanceof Error) throw next;
    if (next) return { Messages: next };
    queueMicrotask(() => stopping.abort());
    return new Promise((_, reject) => abortSignal?.addEventListener('abort', () => reject(new Error('aborted'))));
  };
  return { client: { send } as PumpOptions['client'], stopping, deleted };
}

async function runPump(polls: (Message[] | Error)[], handle: PumpOptions['handle']) {
  const { client, stopping, deleted } = fakeQueue(polls);
  const errors: unknown[] = [];
  const pauses: number[] = [];
  await pump(
    {
      client,
      queueUrl: 'http://127.0.0.1/jobs',
      batchSize: 10,
      concurrency: 1,
      handle,
      report: (error) => errors.push(error),
      pause: async (ms) => pauses.push(ms),
    },
    stopping.signal,
  );
  return { deleted, errors, pauses };
}

test('the pump passes a batch on as a Lambda event, then deletes it', async () => {
  const events: unknown[] = [];
  const { deleted } = await runPump([[message('1')]], async (event) => void events.push(event));
  expect(events).toEqual([{ Records: [{ messageId: '1', body: 'job-1', eventSource: 'aws:sqs' }] }]);
  expect(deleted).toEqual(['handle-1']);
});

test('the pump leaves the messages that the handler reports as failed on the queue', async () => {
  const failed = { batchItemFailures: [{ itemIdentifier: '1' }] };
  const { deleted } = await runPump([[message('1'), message('2')]], async () => failed);
  expect(deleted).toEqual(['handle-2']);
});

test.each([
  ['the handler throws', async () => Promise.reject(new Error('crash'))],
  ['a failure has no message id', async () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
])('the pump leaves the whole batch on the queue if %s, and continues', async (_why, handle) => {
  let isFirst = true;
  const failFirst = async () => {
    if (!isFirst) return;
    isFirst = false;
    return handle();
  };
  const { deleted } = await runPump([[message('1'), message('2')], [message('3')]], failFirst);
  expect(deleted).toEqual(['handle-3']);
});

test('the pump waits longer after each failed poll, and recovers', async () => {
  const down = new Error('down');
  const { errors, pauses, deleted } = await runPump([down, down, down, [message('1')], down], async () => {});
  expect(errors).toEqual([down, down, down, down]);
  expect(pauses).toEqual([200, 400, 800, 200]);
  expect(deleted).toEqual(['handle-1']);
});

test('a pump that is stopped ends its poll at once, and finishes a running batch', async () => {
  const { client, stopping, deleted } = fakeQueue([[message('1')]]);
  const started = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const handle = async () => {
    started.resolve();
    await go.promise;
  };
  const options = { client, queueUrl: '', batchSize: 1, handle, report: () => {} };
  const stopped = pump(options, stopping.signal);
  await started.promise;
  stopping.abort();
  go.resolve();
  await stopped;
  expect(deleted).toEqual(['handle-1']);
});
