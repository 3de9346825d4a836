/** Loading, calling and closing handlers, and invoking a function with the real Lambda client. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { FunctionRow } from '../../functions/manifest.ts';
import { ownClient } from '../../lib/local/emulators/aws.ts';
import { startInvoke } from '../../lib/local/emulators/invoke.ts';
import { type HandlerModule, openFunctions } from '../../lib/local/functions.ts';

const common = { file: 'toys/toy', needs: [], timeoutSeconds: 5, memoryMb: 512 } as const;
const row: FunctionRow = { ...common, name: 'render', trigger: { invoke: true } };
const hidden: FunctionRow = { ...common, name: 'fulfill', trigger: { everySeconds: 60 } };
let tidyUp: (() => Promise<void>) | undefined;
afterEach(() => tidyUp?.());

async function open(handler: HandlerModule['handler'], timeoutSeconds = 5) {
  const functions = openFunctions(
    async () => ({ handler }),
    () => {},
  );
  const listening = await startInvoke([{ ...row, timeoutSeconds }, hidden], functions);
  const lambda = new LambdaClient({ endpoint: listening.url, ...ownClient });
  tidyUp = async () => {
    lambda.destroy();
    await listening.close();
  };
  return async (FunctionName: string, payload?: unknown) => {
    const Payload = payload === undefined ? '' : JSON.stringify(payload);
    const response = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
    const text = response.Payload?.transformToString();
    const result = text ? JSON.parse(text) : undefined;
    return { status: response.StatusCode, failure: response.FunctionError, result };
  };
}

describe('functions', () => {
  test('functions are loaded when they are first called, and all of those are closed, even if closing one fails', async () => {
    const seen: string[] = [];
    const functions = openFunctions(async ({ name }) => ({
      handler: async () => seen.push(`call ${name}`),
      close: async () => {
        seen.push(`close ${name}`);
        throw new Error('stuck');
      },
    }));
    await functions.call(row, {});
    await functions.call(hidden, {});
    await functions.close();
    expect(seen).toEqual(['call render', 'call fulfill', 'close render', 'close fulfill']);
  });

  test('functions that cannot be loaded are reported, and the call rejects', async () => {
    const reports: unknown[] = [];
    const broken = new Error('no such file');
    const functions = openFunctions(
      () => Promise.reject(broken),
      (name, error) => reports.push([name, error]),
    );
    await expect(functions.call(row, {})).rejects.toBe(broken);
    expect(reports).toEqual([['render', broken]]);
  });
});

describe('invoke', () => {
  test('returns the function’s result', async () => {
    const invoke = await open(async (event, { functionName }) => ({ event, functionName }));
    const result = { event: { html: 'é' }, functionName: 'render' };
    expect(await invoke('render', { html: 'é' })).toEqual({ status: 200, failure: undefined, result });
  });

  test('returns 200 with the error in the payload if the function throws, like Lambda', async () => {
    const invoke = await open(async () => {
      throw new TypeError('no ink');
    });
    expect(await invoke('render', {})).toMatchObject({
      status: 200,
      failure: 'Unhandled',
      result: { errorType: 'TypeError', errorMessage: 'no ink' },
    });
  });

  test('returns a timeout error if the function exceeds its time limit', async () => {
    const invoke = await open(() => new Promise(() => {}), 0);
    expect(await invoke('render')).toMatchObject({
      failure: 'Unhandled',
      result: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 0.00 seconds' },
    });
  });

  test.each(['unknown', 'fulfill'])('refuses %s, which has no invoke trigger', async (name) => {
    const invoke = await open(async () => null);
    await expect(invoke(name)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('refuses a payload over 6 MB', async () => {
    const invoke = await open(async () => null);
    const sent = invoke('render', 'x'.repeat(6 * 1024 * 1024));
    await expect(sent).rejects.toMatchObject({ name: 'RequestTooLargeException' });
  });
});
