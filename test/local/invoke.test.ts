/** Loading, calling and closing handlers, and invoking a function with the real Lambda client. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { FunctionRow } from '../../functions/manifest.ts';
import { clientOptions } from '../../lib/local/emulators/aws.ts';
import { startInvoke } from '../../lib/local/emulators/invoke.ts';
import { type HandlerModule, openFunctions } from '../../lib/local/functions.ts';

const common = { file: 'toys/toy', needs: [], timeoutSeconds: 5, memoryMb: 512 } as const;
const row: FunctionRow = { ...common, name: 'render', trigger: { invoke: true } };
const notInvocable: FunctionRow = { ...common, name: 'fulfill', trigger: { everySeconds: 60 } };
let cleanUp: (() => Promise<void>) | undefined;
afterEach(() => cleanUp?.());

async function open(handler: HandlerModule['handler'], timeoutSeconds = 5) {
  const functions = openFunctions(
    async () => ({ handler }),
    () => {},
  );
  const listening = await startInvoke([{ ...row, timeoutSeconds }, notInvocable], functions);
  const lambda = new LambdaClient({ endpoint: listening.url, ...clientOptions });
  cleanUp = async () => {
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

test('functions are loaded when they are first called, and all loaded ones are closed, even if one fails to close', async () => {
  const calls: string[] = [];
  const functions = openFunctions(async ({ name }) => ({
    handler: async () => calls.push(`call ${name}`),
    close: async () => {
      calls.push(`close ${name}`);
      throw new Error('stuck');
    },
  }));
  await functions.call(row, {});
  await functions.call(notInvocable, {});
  await functions.close();
  expect(calls).toEqual(['call render', 'call fulfill', 'close render', 'close fulfill']);
});

test('a function that cannot be loaded is reported, and the call rejects', async () => {
  const reports: unknown[] = [];
  const broken = new Error('no such file');
  const functions = openFunctions(
    () => Promise.reject(broken),
    (name, error) => reports.push([name, error]),
  );
  await expect(functions.call(row, {})).rejects.toBe(broken);
  expect(reports).toEqual([['render', broken]]);
});

test('invoking a function returns its result', async () => {
  const invoke = await open(async (event, { functionName }) => ({ event, functionName }));
  const result = { event: { html: 'é' }, functionName: 'render' };
  expect(await invoke('render', { html: 'é' })).toEqual({ status: 200, failure: undefined, result });
});

test('invoking a function that throws returns 200 with the error in the payload, like Lambda', async () => {
  const invoke = await open(async () => {
    throw new TypeError('no ink');
  });
  expect(await invoke('render', {})).toMatchObject({
    status: 200,
    failure: 'Unhandled',
    result: { errorType: 'TypeError', errorMessage: 'no ink' },
  });
});

test('invoking a function that exceeds its time limit returns a timeout error', async () => {
  const invoke = await open(() => new Promise(() => {}), 0);
  expect(await invoke('render')).toMatchObject({
    failure: 'Unhandled',
    result: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 0.00 seconds' },
  });
});

test.each(['unknown', 'fulfill'])(
  '%s cannot be invoked, because no row with that name has an invoke trigger',
  async (name) => {
    const invoke = await open(async () => null);
    await expect(invoke(name)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  },
);

test('an invocation with a payload over 6 MB is refused', async () => {
  const invoke = await open(async () => null);
  const invocation = invoke('render', 'x'.repeat(6 * 1024 * 1024));
  await expect(invocation).rejects.toMatchObject({ name: 'RequestTooLargeException' });
});
