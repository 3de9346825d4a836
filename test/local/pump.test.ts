/** From the queue to a handler and back, with a queue played by the test. */
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { type Pump, pump } from '../../lib/local/triggers/pump.ts';

const message = (id: string): Message => ({ MessageId: id, ReceiptHandle: `handle-${id}`, Body: `job-${id}` });

/** Answers each poll with the next of `polls`; when they are used up, stops the pump and polls as SQS does: for long. */
function playQueue(polls: (Message[] | Error)[]) {
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
    return new Promise((_resolve, reject) =>
      abortSignal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  };
  return { client: { send } as Pump['client'], stopping, deleted };
}

async function run(polls: (Message[] | Error)[], handle: Pump['handle']) {
  const { client, stopping, deleted } = playQueue(polls);
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

describe('the pump', () => {
  test('the handler gets a batch in the shape of Lambda, which is then deleted', async () => {
    const events: unknown[] = [];
    const { deleted } = await run([[message('1')]], async (event) => void events.push(event));
    expect(events).toEqual([{ Records: [{ messageId: '1', body: 'job-1', eventSource: 'aws:sqs' }] }]);
    expect(deleted).toEqual(['handle-1']);
  });

  test('leaves on the queue what the handler names as failed', async () => {
    const { deleted } = await run([[message('1'), message('2')]], async () => ({
      batchItemFailures: [{ itemIdentifier: '1' }],
    }));
    expect(deleted).toEqual(['handle-2']);
  });

  test.each([
    ['a handler that throws', async () => Promise.reject(new Error('crash'))],
    ['a failure that names no message', async () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
  ])('leaves the whole batch for %s, and goes on', async (_why, handle) => {
    let calls = 0;
    const { deleted } = await run([[message('1'), message('2')], [message('3')]], () =>
      calls++ ? Promise.resolve() : handle(),
    );
    expect(deleted).toEqual(['handle-3']);
  });

  test('backs off while the queue is in trouble, longer each time, and recovers', async () => {
    const down = new Error('down');
    const { errors, pauses, deleted } = await run([down, down, down, [message('1')], down], async () => {});
    expect(errors).toEqual([down, down, down, down]);
    expect(pauses).toEqual([200, 400, 800, 200]);
    expect(deleted).toEqual(['handle-1']);
  });

  test('stops polling at once and lets a running batch finish', async () => {
    const { client, stopping, deleted } = playQueue([[message('1')]]);
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
});
